import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { EdgeClient } from '../../client';
import type { Emulator } from '../../emulator';
import { defaultZoneId } from '../../emulator/fixture/default-fixture';
import { TerraformError, type TerraformFolder } from '../../terraform/folder';
import { installHere } from '../provider/install';
import { expect, type Narrator } from './narrator';
import { stackCode } from './stack';
import { exchangeOf, formatTraffic, readDelivered, sendRequests, traffic } from './traffic';

export interface Stage {
  readonly narrator: Narrator;
  readonly emulator: Emulator;
  readonly terraform: TerraformFolder;
  readonly program: string;
}

/** Tells the story of a stack, from its code to its end. Throws at the first step with an unexpected result. */
export async function tellStory(stage: Stage): Promise<void> {
  const { emulator } = stage;
  const client = new EdgeClient({ baseUrl: emulator.url, credentials: { apiToken: emulator.token } });
  try {
    await writeStack(stage);
    await deploy(stage);
    await deliver(stage);
    await drift(stage, client);
    await destroy(stage, client);
  } finally {
    await client.close();
  }
}

async function writeStack({ narrator, emulator, terraform }: Stage): Promise<void> {
  narrator.step('An emulator of the API');
  narrator.say(`It listens at ${emulator.url}, with an account "Example Inc" and its zone example.com.`);
  narrator.say(`Watch the zone in the dashboard: ${emulator.dashboardUrl}`);

  narrator.step('The stack: custom log fields, and a job that delivers lines');
  const code = stackCode();
  await writeFile(join(terraform.path, 'main.tf'), code);
  narrator.quote(code.trimEnd());

  narrator.step('The provider comes with the package: no registry is asked');
  installHere(terraform.path);
  await run(terraform, 'init');
  narrator.say('Its program is in terraform.d/plugins, and its hash in .terraform.lock.hcl.');
}

async function deploy({ narrator, terraform, program }: Stage): Promise<void> {
  narrator.step(`${program} plan`);
  const plan = await run(terraform, 'plan', '-out=plan');
  narrator.quote(linesOf(plan, /^ *# .* (?:will|must) be|^Plan:/).replaceAll(/^ +/gm, ''));

  narrator.step(`${program} apply`);
  narrator.quote(linesOf(await run(terraform, 'apply', 'plan'), /Creation complete|^Apply complete/));
}

async function deliver({ narrator, emulator, terraform, program }: Stage): Promise<void> {
  narrator.step('Traffic: four requests, two of which fail');
  narrator.quote(formatTraffic());
  const delivered = await sendRequests(emulator.controlUrl, defaultZoneId, traffic.map(exchangeOf));
  const lines = await readDelivered(emulator.bucketsDir);
  expect(delivered === 2 && lines.length === 2, `2 delivered lines, not ${lines.length}`);
  narrator.say('What arrived in the bucket, with the request header and the cookie:');
  narrator.quote(lines.join('\n'));

  narrator.step(`${program} plan, again`);
  narrator.quote(linesOf(await run(terraform, 'plan'), /^No changes/));
}

async function drift({ narrator, terraform, program }: Stage, client: EdgeClient): Promise<void> {
  narrator.step('Drift: somebody disables the job and removes its filter');
  const [job] = await client.logpush.list(defaultZoneId);
  expect(job !== undefined, 'a job in the zone');
  await client.logpush.update(defaultZoneId, job.id, { enabled: false, filter: '' });
  narrator.say('The next plan shows it:');
  const plan = await run(terraform, 'plan', '-out=plan');
  expect(/enabled +=.*false -> true/.test(plan), 'a plan that enables the job');
  narrator.quote(changesOf(plan));

  narrator.step(`${program} apply reverts it in place`);
  await run(terraform, 'apply', 'plan');
  const repaired = await client.logpush.get(defaultZoneId, job.id);
  expect(repaired.enabled && repaired.filter !== null, 'an enabled job with its filter');
  narrator.say(`Job ${job.id} is the same one. It delivers again.`);
}

async function destroy({ narrator, terraform, program }: Stage, client: EdgeClient): Promise<void> {
  narrator.step(`${program} destroy`);
  narrator.quote(linesOf(await run(terraform, 'destroy', '-auto-approve'), /^Destroy complete/));
  const left = await client.logpush.list(defaultZoneId);
  expect(left.length === 0, 'no job in the zone');
  narrator.say('Nothing is left in the zone.');
}

async function run(terraform: TerraformFolder, command: string, ...args: string[]): Promise<string> {
  const { code, stdout, output } = await terraform.start([command, '-no-color', '-input=false', ...args])
    .finished;
  if (code !== 0) throw new TerraformError(command, [], output);
  return stdout;
}

/** The changes of a plan, without what Terraform says before and after them. */
function changesOf(plan: string): string {
  const [changes = ''] = /^ *# [\s\S]*^Plan:.*$/m.exec(plan) ?? [];
  return changes.replaceAll(/^ {2}/gm, '');
}

function linesOf(text: string, wanted: RegExp): string {
  return text
    .split('\n')
    .filter((line) => wanted.test(line))
    .join('\n');
}
