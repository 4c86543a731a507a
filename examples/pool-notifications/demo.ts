/**
 * The move from legacy e-mails to a notification policy on this machine, with real parts: emulator, cdktf, terraform,
 * the provider, a notification that is posted. `npm run demo:pools` runs it; it ends with `demo: ok`, or with exit
 * status 1 at the first step with an unexpected result.
 */
import { EdgeClient } from 'cdktf-edge-platform/client';
import { startEmulator } from 'cdktf-edge-platform/emulator';
import { expect, Narrator } from '../../lib/cli/demo/narrator';
import { requireUsableTerraform } from '../../lib/terraform/binary';
import { runDemo } from '../support/run-demo';
import { runEdgePlatform } from '../support/edge-platform';
import { DemoApp } from '../support/demo-app';
import { listWrites, failOrigin } from './emulator';
import { legacyRecipients, pools } from './pools';
import { startReceiver } from './receiver';

const accountId = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

async function main(): Promise<void> {
  const narrator = new Narrator(process.stdout);
  narrator.title('Sixty pools move from legacy e-mails to a notification policy');
  await requireUsableTerraform(process.env);

  const fixture = { accounts: [{ id: accountId, name: 'Example', pools }] };
  const emulator = await startEmulator({ port: 0, fixture });
  const receiver = await startReceiver();
  const client = new EdgeClient({ baseUrl: emulator.url, credentials: { apiToken: emulator.token } });
  const env = { EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token };
  const app = new DemoApp('pool-notifications', { ...env, TF_VAR_account_id: accountId });
  const audit = () => runEdgePlatform(['pools', 'audit', '--account', accountId], env);
  try {
    narrator.step('Start the emulator of the API');
    narrator.say(
      `It listens at ${emulator.url}, with ${pools.length} pools: three of the service’s pages of 25.`,
    );

    narrator.step('edge-platform pools audit: the state of the account');
    const before = await audit();
    narrator.quote(shorten(before.output));
    expect(before.code === 1, `exit status 1, not ${before.code}`);
    narrator.say('Exit status 1: the migration is not complete.');

    narrator.step('A webhook for the on-call team');
    const { id: webhookId } = await client.alerting.createWebhook(accountId, {
      name: 'on call',
      url: receiver.url,
      secret: 'a-secret-of-our-own',
    });
    const hello = await receiver.next();
    app.setVariable('webhook_id', webhookId);
    narrator.say(`Its receiver listens at ${receiver.url}. The service sent a test notification:`);
    narrator.quote(JSON.stringify(hello.body, null, 2));

    narrator.step('cdktf synth');
    await app.cdktf('synth');
    narrator.say('The stack folder holds the configuration, the provider plugin and its lock entry:');
    narrator.list(await app.synthesizedFiles());

    narrator.step('cdktf diff: the plan');
    const { plan, warnings } = await app.diff();
    narrator.quote(shorten(plan));
    narrator.say('The plan comes with a warning:');
    narrator.quote(warnings);
    expect(
      warnings.includes('clears 60 legacy e-mails'),
      'the plan warns about the e-mails that will be cleared',
    );

    narrator.step('cdktf deploy: the policy first, read back, and only then the e-mails');
    const wroteBefore = await listWrites(emulator.controlUrl);
    const outputs = await app.deploy();
    const wrote = (await listWrites(emulator.controlUrl)).slice(wroteBefore.length);
    narrator.list(Object.entries(outputs).map(([name, value]) => `${name} = ${JSON.stringify(value)}`));
    narrator.say('Calls that write:');
    narrator.list([...wrote.slice(0, 3), `… and ${wrote.length - 3} more, one for each pool`]);
    expect(Number(outputs.pools_left) === 0, 'no pool has a legacy e-mail');
    expect(
      legacyRecipients.every((address) => outputs.carried_over?.includes(address) === true),
      'every legacy recipient is a recipient of the policy',
    );

    narrator.step('edge-platform pools audit, again');
    const after = await audit();
    narrator.quote(shorten(after.output));
    expect(after.code === 0, `exit status 0, not ${after.code}`);
    expect(after.output.includes('The migration is complete.'), 'the audit says that it is complete');
    narrator.say('Exit status 0.');

    narrator.step('An origin fails');
    await failOrigin(emulator.controlUrl, accountId, 'eu-shop-07', 'a', client);
    const [origin, pool] = [await receiver.next(), await receiver.next()];
    narrator.say('The notification about the origin:');
    narrator.quote(JSON.stringify(origin.body, null, 2));
    narrator.say('The notification about its pool, which needs both of its origins:');
    narrator.quote(textOf(pool.body));
    expect(
      textOf(origin.body).includes('origin a of pool eu-shop-07 became Unhealthy'),
      'a notification about the origin',
    );
    expect(textOf(pool.body).includes('pool eu-shop-07 became Unhealthy'), 'a notification about the pool');
    expect(origin.auth === 'a-secret-of-our-own', 'the webhook secret is sent');

    await app.showEmptyPlan(narrator);
    narrator.end('demo: ok');
  } finally {
    await app.close();
    await client.close();
    await receiver.close();
    await emulator.close();
  }
}

/** The beginning and the end of a long text. */
function shorten(text: string): string {
  const lines = text.trimEnd().split('\n');
  const [head, tail] = [8, 6];
  if (lines.length <= head + tail + 1) return lines.join('\n');
  const left = lines.length - head - tail;
  return [...lines.slice(0, head), `… ${left} lines …`, ...lines.slice(-tail)].join('\n');
}

function textOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'text' in body ? String(body.text) : '';
}

runDemo(main);
