import { Command, InvalidArgumentError, Option } from 'commander';
import type { Emulator, EmulatorOptions } from '../../emulator';
import { messageOf } from '../../ground/words';
import { notify, print } from '../terminal';
import { emulatorHelp } from './help';

interface Options {
  readonly port: number;
  readonly host: string;
  readonly fixture?: string;
  readonly fromState?: readonly string[];
  readonly state?: string;
  readonly buckets?: string;
  readonly smtp?: string;
  readonly deliverBeyond?: readonly string[];
}

/** `edge-platform emulator`: serves the API locally until it is interrupted. */
export function emulatorCommand(): Command {
  return new Command('emulator')
    .description('Run an emulator of the API locally. Prints one line of JSON when it is ready.')
    .option('-p, --port <number>', 'TCP port; 0 selects a free port', readPort, 0)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('-f, --fixture <file>', 'JSON file with the initial accounts, zones, tokens and keys')
    .addOption(
      new Option(
        '--from-state <file>',
        'start with the world that a Terraform state describes; repeat it for several states',
      )
        .argParser((path, before: readonly string[] | undefined) => [...(before ?? []), path])
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
    .addHelpText('after', emulatorHelp)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const emulator = await start(options).catch((error: unknown) => {
    throw new Error(`cannot start the emulator: ${explain(error, options)}`, { cause: error });
  });
  const stopped = stopOnSignal(emulator);
  const { url, token, email, key, dashboardUrl: dashboard } = emulator;
  await print(`${JSON.stringify({ url, token, email, key, dashboard })}\n`);
  hint(emulator, options).forEach(notify);
  await stopped;
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
  const [{ readState }, { startFromState }, { formatWorld }] = [
    await import('../../terraform/state.js'),
    await import('./from-state/start.js'),
    await import('./from-state/report.js'),
  ];
  const states = await Promise.all(paths.map((path) => readState(path, '--from-state')));
  const started = await startFromState(states.flat(), options);
  formatWorld(started).forEach(notify);
  return started.emulator;
}

function stopOnSignal(emulator: Emulator): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      // A second signal ends the process as usual.
      process.off('SIGINT', stop).off('SIGTERM', stop);
      emulator.close().then(resolve, reject);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}

function hint(emulator: Emulator, options: Options): string[] {
  const [zoneId] = emulator.zoneIds;
  const [accountId] = emulator.accountIds;
  return [
    `# Dashboard: ${emulator.dashboardUrl}`,
    `# Buckets: ${emulator.bucketsDir}`,
    ...(emulator.resumed ? [`# Resumed from ${options.state ?? ''}; only a reset uses the fixture.`] : []),
    ...(accountId === undefined ? [] : [`# Account: ${accountId}`]),
    ...(zoneId === undefined ? [] : [`# Zone: ${zoneId}`]),
    `export EDGE_BASE_URL=${emulator.url}`,
    `export EDGE_API_TOKEN=${emulator.token}`,
  ];
}

function explain(error: unknown, { host, port }: Options): string {
  const code = codeOfListening(error);
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use; choose another with --port, or 0 for a free port`;
  if (code === 'EACCES') return `no permission to use port ${port} of ${host}; choose one above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${host} is not an address of this machine; choose another --host, or 0.0.0.0 for all addresses`;
  return messageOf(error);
}

/** Only for errors of the port or the host: file errors have the same codes. */
function codeOfListening(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined;
  return ['listen', 'bind', 'getaddrinfo'].some((call) => call === error.syscall) ? error.code : undefined;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return port;
}
