import { Command, InvalidArgumentError } from 'commander';
import type { Emulator } from '../../emulator';

interface Options {
  readonly port: number;
  readonly host: string;
  readonly fixture?: string;
  readonly state?: string;
  readonly buckets?: string;
  readonly smtp?: string;
}

/** `edge-platform emulator`: the API on this machine until it is interrupted. */
export function emulatorCommand(): Command {
  return new Command('emulator')
    .description('Serve an emulator of the API on this machine. Prints one line of JSON when it listens.')
    .option('-p, --port <number>', 'TCP port; 0 takes any free one', readPort, 0)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('-f, --fixture <file>', 'JSON file with the accounts, zones, tokens and keys to start with')
    .option(
      '-s, --state <file>',
      'file that keeps the state, also over a crash; what it holds wins over the fixture',
    )
    .option('-b, --buckets <folder>', 'folder that stands for object storage (default: a temporary one)')
    .option(
      '--smtp <url>',
      'mail server that e-mail notifications go through, smtp://host:port (default: they stay in the outbox)',
    )
    .addHelpText('after', help)
    .action(run);
}

const help = `
The line on stdout is {"url", "token", "email", "key"}; nothing else is ever printed there.
Without a fixture there is one account with one Enterprise zone; stderr says which.

Its own switches are under /__emulator of the same address, and ask for no credentials:
  POST /zones/<id>/requests  deliver HTTP exchanges, one JSON object a line, through the zone's jobs
  POST /accounts/<id>/pools/<id>/health  let origins of a pool pass or fail their health checks
  GET, DELETE /zones/<id>/security-events  what managed rules, previous and new, did to requests
  GET, PUT /waf-handover     how long a zone that migrates its WAF has both
  GET, DELETE /outbox        the notifications so far: to whom, of what, and what became of them
  GET, PUT /quirks           what a reply may do and still be right: other key order, unknown fields, ...
  GET, POST, DELETE /faults  failures on order: a status, a lost reply, a delay, ...
  GET, DELETE /calls         the calls of the API so far
  POST /reset                back to the fixture

Examples:
  $ edge-platform emulator --port 8787
  $ edge-platform emulator --fixture world.json --state state.jsonl --buckets ./buckets
  $ edge-platform emulator --smtp smtp://127.0.0.1:1025`;

async function run(options: Options): Promise<void> {
  // fastify is loaded here, and by this command only.
  const { startEmulator } = await import('../../emulator/index.js');
  const emulator = await startEmulator({
    port: options.port,
    host: options.host,
    ...(options.fixture === undefined ? {} : { fixture: options.fixture }),
    ...(options.state === undefined ? {} : { stateFile: options.state }),
    ...(options.buckets === undefined ? {} : { bucketsDir: options.buckets }),
    ...(options.smtp === undefined ? {} : { smtp: options.smtp }),
  }).catch((error: unknown) => {
    throw new Error(`the emulator does not start: ${explain(error, options)}`, { cause: error });
  });
  const stopped = stopOnSignal(emulator);
  const { url, token, email, key } = emulator;
  process.stdout.write(`${JSON.stringify({ url, token, email, key })}\n`);
  process.stderr.write(hint(emulator, options));
  await stopped;
}

function stopOnSignal(emulator: Emulator): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      // A second signal ends the process the usual way.
      process.off('SIGINT', stop).off('SIGTERM', stop);
      emulator.close().then(resolve, reject);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}

function hint(emulator: Emulator, options: Options): string {
  const [zoneId] = emulator.zoneIds;
  const lines = [
    `# Buckets: ${emulator.bucketsDir}`,
    ...(emulator.resumed
      ? [`# Going on from ${options.state ?? ''}; the fixture is used by a reset only.`]
      : []),
    ...(zoneId === undefined ? [] : [`# Zone: ${zoneId}`]),
    `export EDGE_BASE_URL=${emulator.url}`,
    `export EDGE_API_TOKEN=${emulator.token}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function explain(error: unknown, { host, port }: Options): string {
  const code = codeOfListening(error);
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use; choose another with --port, or 0 for any`;
  if (code === 'EACCES') return `port ${port} of ${host} may not be used by this user; choose one above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${host} is no address of this machine; give another --host, or 0.0.0.0 for all of them`;
  return error instanceof Error ? error.message : String(error);
}

/** Only of what went wrong with the port or the host: files have errors of the same names. */
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
