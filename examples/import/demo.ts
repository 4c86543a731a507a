/**
 * An account with a history becomes code on this machine, with real parts: emulator, cdktf, terraform, the provider.
 * `npm run demo:import` runs it; it ends with `demo: ok`, or with exit status 1 at the first step with an unexpected
 * result.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startEmulator } from 'cdktf-edge-platform/emulator';
import { DemoApp } from '../support/demo-app';
import { runEdgePlatform } from '../support/edge-platform';
import { linkPackages } from '../support/linked-packages';
import { expect, Narrator } from '../../lib/cli/demo/narrator';
import { requireUsableTerraform } from '../../lib/terraform/binary';
import { runDemo } from '../support/run-demo';
import { accountName, dashboardChange, fixture } from './account';

async function main(): Promise<void> {
  const narrator = new Narrator(process.stdout);
  narrator.title('An account with a history becomes code');
  await requireUsableTerraform(process.env);

  const emulator = await startEmulator({ port: 0, fixture });
  const env = { EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token };
  const app = new DemoApp('import', env, { folder: 'edge', stack: 'edge' });
  const runImport = async () => {
    const args = ['import', '--account', accountName, '--out', 'edge'];
    const { code, output } = await runEdgePlatform(args, env, dirname(app.folder));
    return { code, output: withoutProgress(output) };
  };
  try {
    narrator.step('Start the emulator of the API');
    narrator.say(`It listens at ${emulator.url}.`);
    narrator.say('People have set up three zones in the dashboard: jobs, custom fields, a WAF.');

    narrator.step(`edge-platform import --account '${accountName}' --out edge`);
    const imported = await runImport();
    expect(imported.code === 0, `exit status 0, not ${imported.code}`);
    narrator.quote(imported.output.split('\n\n').slice(0, 2).join('\n\n'));
    narrator.say('edge/README.md lists what the code does not have, and why.');

    narrator.step('The code of a zone: edge/zones/shop.example.com.ts');
    narrator.quote(withoutImports(readFileSync(join(app.folder, 'zones', 'shop.example.com.ts'), 'utf8')));

    narrator.step('It compiles under strict, and synthesizes');
    // Instead of `npm install`: this checkout is not in a registry.
    linkPackages(app.folder);
    await app.compile();
    await app.cdktf('synth');
    narrator.say('No errors.');

    narrator.step('cdktf deploy: the objects are imported, and none is changed');
    const { plan } = await app.diff();
    const summary = plan.split('\n').at(-1) ?? '';
    narrator.quote(summary);
    expect(summary.includes(' 0 to add, 0 to change, 0 to destroy'), 'the plan only imports');
    await app.deploy();
    expect((await writes(emulator.controlUrl)) === 0, 'no call has changed anything');
    narrator.say('No call has changed anything in the account.');

    await app.showEmptyPlan(narrator);

    narrator.step('Somebody adds a job in the dashboard. The same import, again:');
    await change(emulator.url, emulator.token);
    const again = await runImport();
    narrator.quote(again.output);
    expect(again.code === 1, `exit status 1, not ${again.code}`);
    expect(again.output.includes('+ shop.example.com: log job "debug"'), 'the new job is shown');
    narrator.say('Exit status 1: the account has something new. No file was changed.');
    narrator.end('demo: ok');
  } finally {
    await app.close();
    await emulator.close();
  }
}

/** stderr names the calls and the time that they take: more of interest for 300 zones. */
function withoutProgress(output: string): string {
  return output.replace(/^Read(?:ing)? .*\n/gm, '').trimEnd();
}

/** A reader knows imports; the rest is what the demo is about. */
function withoutImports(source: string): string {
  const start = source.lastIndexOf("from '");
  return source.slice(source.indexOf('\n', start)).trim();
}

async function writes(controlUrl: string): Promise<number> {
  const calls: unknown = await (await fetch(`${controlUrl}/calls`)).json();
  if (!Array.isArray(calls)) throw new Error(`no calls: ${JSON.stringify(calls)}`);
  return (calls as { readonly method: string }[]).filter(({ method }) => method !== 'GET').length;
}

async function change(url: string, token: string): Promise<void> {
  const response = await fetch(url + dashboardChange.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(dashboardChange.body),
  });
  if (!response.ok) throw new Error(`the emulator refused the change: ${await response.text()}`);
}

runDemo(main);
