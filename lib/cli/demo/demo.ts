import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { terraformName, isolatedEnvironment, requireUsableTerraform } from '../../terraform/binary';
import { TerraformFolder } from '../../terraform/folder';
import { untilInterrupted } from '../emulator/interruption';
import { explainStart } from '../emulator/listen';
import { Narrator } from './narrator';
import { tellStory } from './story';

interface DemoOptions {
  readonly port: number;
  readonly keep: boolean;
  readonly exit: boolean;
}

/** Runs the demo. Whatever ends it, Terraform and the emulator have ended then. Resolves to whether the story was told to its end. */
export async function runDemo({ port, keep, exit }: DemoOptions): Promise<boolean> {
  await requireUsableTerraform(process.env);
  const interrupted = untilInterrupted();
  const narrator = new Narrator(process.stdout);
  const folder = await mkdtemp(join(tmpdir(), 'edge-platform-demo-'));
  try {
    narrator.title('Log delivery as code, from an empty folder to delivered lines');
    return await runIn(folder, { port, exit, narrator, interrupted });
  } finally {
    if (keep) narrator.note(`The stack and the delivered files are in ${folder}.`);
    else await rm(folder, { recursive: true, force: true });
  }
}

interface Run extends Omit<DemoOptions, 'keep'> {
  readonly narrator: Narrator;
  readonly interrupted: Promise<void>;
}

async function runIn(folder: string, { port, exit, narrator, interrupted }: Run): Promise<boolean> {
  const { startEmulator } = await import('../../emulator/index.js');
  const emulator = await startEmulator({ port, bucketsDir: join(folder, 'buckets') }).catch(
    (error: unknown) => {
      const reason = explainStart(error, { host: '127.0.0.1', port });
      throw new Error(`cannot start the emulator: ${reason}`, { cause: error });
    },
  );
  const terraform = new TerraformFolder(folder, isolatedEnvironment(), {
    EDGE_BASE_URL: emulator.url,
    EDGE_API_TOKEN: emulator.token,
    EDGE_NODE: process.execPath,
  });
  try {
    const story = tellStory({ narrator, emulator, terraform, program: terraformName(process.env) });
    const isTold = await Promise.race([story.then(() => true), interrupted.then(() => false)]);
    // What it was doing fails now, and nobody waits for it.
    if (!isTold) story.catch(() => undefined);
    if (!isTold || exit) return isTold;
    narrator.step('The dashboard');
    narrator.say(`${emulator.dashboardUrl} shows zones, traffic, pools and requests. Ctrl-C ends it.`);
    await interrupted;
    return true;
  } finally {
    await terraform.stop();
    await emulator.close();
  }
}
