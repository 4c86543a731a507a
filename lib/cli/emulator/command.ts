import { Command, Option } from 'commander';
import type { Emulator, EmulatorOptions } from '../../emulator';
import { append } from '../options';
import { notify, print } from '../terminal';
import { emulatorHelp } from './help';
import { untilInterrupted } from './interruption';
import { numberFrom } from '../options';
import { explainStart } from './listen';

interface Options {
  readonly port: number;
  readonly host: string;
  readonly fixture?: string;
  readonly fromState?: readonly string[];
  readonly state?: string;
  readonly buckets?: string;
  readonly smtp?: string;
  readonly deliverBeyond?: readonly string[];
  readonly json?: true;
}

export function emulatorCommand(): Command {
  return new Command('emulator')
    .description('Run an emulator of the API locally. Prints its address and credentials when it is ready.')
    .option('-p, --port <number>', 'TCP port; 0 selects a free port', numberFrom(0, 65_535), 0)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('-f, --fixture <file>', 'JSON file with the initial accounts, zones, tokens and keys')
    .addOption(
      new Option(
        '--from-state <file>',
        'start with the world that a Terraform state describes; repeat it for several states',
      )
        .argParser(append<string>)
        .conflicts('fixture'),
    )
    .option(
      '-s, --state <file>',
      'file for the state, safe against crashes; an existing state overrides the fixture',
    )
    .option('-b, --buckets <folder>', 'folder for object storage (default: a temporary folder)')
    .option(
      '--smtp <url>',
      'mail server for e-mail notifications, smtp://host:port; one on another machine needs --deliver-beyond too (default: the outbox only)',
    )
    .option(
      '--deliver-beyond <host...>',
      'other hosts that notifications may be sent to, with or without a port (default: this machine only)',
    )
    .option('--json', 'print them as one line of JSON in a terminal too; without a terminal it always is')
    .addHelpText('after', emulatorHelp)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const emulator = await start(options).catch((error: unknown) => {
    throw new Error(`cannot start the emulator: ${explainStart(error, options)}`, { cause: error });
  });
  const interrupted = untilInterrupted();
  const { url, token, email, key, dashboardUrl: dashboard } = emulator;
  if (options.json || !process.stdout.isTTY)
    await print(`${JSON.stringify({ url, token, email, key, dashboard })}\n`);
  hint(emulator, options).forEach(notify);
  await interrupted;
  await emulator.close();
}

async function start(options: Options): Promise<Emulator> {
  const given = {
    port: options.port,
    host: options.host,
    ...(options.state === undefined ? {} : { stateFile: options.state }),
    ...(options.buckets === undefined ? {} : { bucketsDir: options.buckets }),
    ...(options.smtp === undefined ? {} : { smtp: options.smtp }),
    ...(options.deliverBeyond === undefined ? {} : { deliverBeyond: options.deliverBeyond }),
  };
  const { fromState, fixture } = options;
  if (fromState !== undefined) return startWith(fromState, given);
  // Only this command loads fastify.
  const { startEmulator } = await import('../../emulator/index.js');
  return startEmulator(fixture === undefined ? given : { ...given, fixture });
}

async function startWith(paths: readonly string[], options: EmulatorOptions): Promise<Emulator> {
  const { readState } = await import('../../terraform/state.js');
  const { startFromState, formatWorld } = await import('./from-state/start.js');
  const states = await Promise.all(paths.map((path) => readState(path, '--from-state')));
  const started = await startFromState(states.flat(), options);
  formatWorld(started).forEach(notify);
  return started.emulator;
}

function hint(emulator: Emulator, options: Options): string[] {
  const [zoneId] = emulator.zoneIds;
  const [accountId] = emulator.accountIds;
  return [
    `export EDGE_BASE_URL=${emulator.url}`,
    `export EDGE_API_TOKEN=${emulator.token}`,
    `# Dashboard: ${emulator.dashboardUrl}`,
    `# Buckets: ${emulator.bucketsDir}`,
    ...(emulator.resumed ? [`# Resumed from ${options.state ?? ''}; only a reset uses the fixture.`] : []),
    ...(accountId === undefined ? [] : [`# Account: ${accountId}`]),
    ...(zoneId === undefined ? [] : [`# Zone: ${zoneId}`]),
  ];
}
