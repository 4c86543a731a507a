/**
 * Log delivery on this machine with the real parts: emulator, cdktf, terraform, provider, delivered lines.
 * `npm run demo` runs it; it ends with `demo: ok`, or with exit status 1 at the first step with an unexpected result.
 */
import { EdgeClient } from 'cdktf-edge-platform/client';
import { startEmulator } from 'cdktf-edge-platform/emulator';
import { expect, Narrator } from '../../lib/cli/demo/narrator';
import { readDelivered, sendRequests } from '../../lib/cli/demo/traffic';
import { requireUsableTerraform } from '../../lib/terraform/binary';
import { runDemo } from '../support/run-demo';
import { DemoApp } from '../support/demo-app';
import { readChallenge, traffic } from './traffic';

const zoneId = 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';
const destination = 's3://edge-logs/http/{DATE}?region=eu-central-1';

async function main(): Promise<void> {
  const narrator = new Narrator(process.stdout);
  narrator.title('Custom log fields and a log-delivery job, from TypeScript to delivered lines');
  await requireUsableTerraform(process.env);

  const emulator = await startEmulator({ port: 0 });
  const client = new EdgeClient({ baseUrl: emulator.url, credentials: { apiToken: emulator.token } });
  const app = new DemoApp('log-delivery', {
    EDGE_BASE_URL: emulator.url,
    EDGE_API_TOKEN: emulator.token,
    TF_VAR_zone_id: zoneId,
  });
  try {
    narrator.step('Start the emulator of the API');
    narrator.say(`It listens at ${emulator.url}, with an Enterprise zone ${zoneId}.`);

    narrator.step('Prove ownership of the bucket: the service writes a token into it');
    const { filename } = await client.logpush.requestOwnership(zoneId, destination);
    app.setVariable('ownership_challenge', await readChallenge(emulator.bucketsDir, filename));
    narrator.say(
      `Token read from s3://edge-logs/${filename}. It goes into a write-only attribute: neither the plan file nor the state holds it.`,
    );

    narrator.step('cdktf synth');
    await app.cdktf('synth');
    narrator.say('The stack folder holds the configuration, the provider plugin and its lock entry:');
    narrator.list(await app.synthesizedFiles());

    narrator.step('cdktf diff: the plan');
    narrator.quote(await app.plan());

    narrator.step('cdktf deploy');
    const outputs = await app.deploy();
    narrator.list(Object.entries(outputs).map(([name, value]) => `${name} = ${value}`));

    narrator.step('Traffic: four requests, two of which fail');
    narrator.quote(traffic.map(({ summary }) => summary).join('\n'));
    const exchanges = traffic.map(({ exchange }) => exchange);
    const delivered = await sendRequests(emulator.controlUrl, zoneId, exchanges);
    expect(delivered === 2, `2 lines delivered, not ${delivered}`);
    narrator.say('What arrived in the bucket, filtered to status 500 and above:');
    const lines = await readDelivered(emulator.bucketsDir);
    narrator.quote(lines.join('\n'));
    expect(
      lines.length === 2 && lines.every((line) => line.includes('"x-request-id"')),
      'two lines with their request id',
    );

    await app.showEmptyPlan(narrator);

    narrator.step('An out-of-band change to the job');
    const [job] = await client.logpush.list(zoneId);
    expect(job !== undefined, 'the job is there');
    await client.logpush.update(zoneId, job.id, { enabled: false, filter: '' });
    narrator.say('The job is disabled and has no filter now. The next plan shows the drift:');
    const drift = await app.plan();
    narrator.quote(drift);
    expect(
      /enabled +=.*false -> true/.test(drift) && drift.includes('+ filter'),
      'the plan shows both changes',
    );

    narrator.step('cdktf deploy reverts the change in place');
    await app.deploy();
    const repaired = await client.logpush.get(zoneId, job.id);
    expect(repaired.enabled && repaired.filter !== null, 'the same job is enabled again, with its filter');
    narrator.say(`Job ${job.id} delivers again, with its filter.`);

    narrator.step('cdktf destroy');
    await app.destroy();
    const [jobs, ruleset] = await Promise.all([
      client.logpush.list(zoneId),
      client.rulesets.findZoneRuleset(zoneId, 'http_log_custom_fields'),
    ]);
    expect(jobs.length === 0 && ruleset === undefined, 'nothing is left in the zone');
    narrator.say('Nothing is left in the zone.');
    narrator.end('demo: ok');
  } finally {
    await app.close();
    await client.close();
    await emulator.close();
  }
}

runDemo(main);
