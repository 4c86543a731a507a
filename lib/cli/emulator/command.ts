import { Command, InvalidArgumentError, Option } from 'commander';
import type { Emulator, EmulatorOptions } from '../../emulator';
import { messageOf } from '../../ground/words';

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
    .addHelpText('after', help)
    .action(run);
}

const help = `
Stdout is one line: {"url", "token", "email", "key", "dashboard"}. Without a
fixture there is one account with one Enterprise zone; its id is printed on
stderr.

The dashboard is a page for the browser: zones and their WAF migration, traffic
and what the jobs deliver, pools and notifications, API requests and faults, the
world.

--from-state reads a state file of version 4 or the output of "terraform show
-json": the zones and accounts, the previous WAF, rulesets, jobs, pools, policies
and webhooks, page rules and firewall rules that resources of the providers
3.35, 4 and 5 manage, and those of this package. What cannot become part of the
world is listed on stderr. A zone with managed rules in a ruleset and without
resources of the previous WAF is migrated.

Control endpoints are under /__emulator at the same address and need no
credentials:
  POST /zones/<id>/requests
      deliver HTTP exchanges (one JSON object per line) through the zone's jobs
  POST /accounts/<id>/pools/<id>/health
      make origins of a pool pass or fail their health checks
  GET, DELETE /zones/<id>/security-events
      actions of the previous and the new managed rules on requests
  POST /zones/<id>/waf-findings
      judge rules for the managed rules of a zone: {"rules": [...]}; nothing is saved
  GET, PUT /waf-cutover
      duration of the cutover in which a migrating zone has both WAF versions
  GET, DELETE /outbox
      notifications sent so far: recipient, content and outcome
  GET, PUT /quirks
      variations of valid replies: key order, unknown fields, ...
  GET, POST, DELETE /faults, DELETE /faults/<id>
      fault injection: error statuses, lost replies, delays, ...
  GET, PUT /limits
      request limit: {"requestsPer5Minutes": 1200}; off by default
  GET, PUT /clock
      the emulator's clock: {"advanceMs": 300000} moves it on
  GET, DELETE /calls
      API calls received so far, each with its status, duration and fault
  GET /fixture
      the present world as a fixture, without credentials
  POST /reset
      restore the fixture, or that of the body: {"fixture": ...}; with
      "keepCredentials": true the present tokens and keys stay

Examples:
  $ edge-platform emulator --port 8787
  $ edge-platform emulator --fixture world.json --state state.jsonl --buckets ./buckets
  $ edge-platform emulator --from-state terraform.tfstate --port 8787
  $ edge-platform emulator --smtp smtp://127.0.0.1:1025
  $ edge-platform emulator --deliver-beyond chat.example`;

async function run(options: Options): Promise<void> {
  const emulator = await start(options).catch((error: unknown) => {
    throw new Error(`cannot start the emulator: ${explain(error, options)}`, { cause: error });
  });
  const stopped = stopOnSignal(emulator);
  const { url, token, email, key, dashboardUrl: dashboard } = emulator;
  process.stdout.write(`${JSON.stringify({ url, token, email, key, dashboard })}\n`);
  process.stderr.write(hint(emulator, options));
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
  process.stderr.write(formatWorld(started));
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

function hint(emulator: Emulator, options: Options): string {
  const [zoneId] = emulator.zoneIds;
  const [accountId] = emulator.accountIds;
  const lines = [
    `# Dashboard: ${emulator.dashboardUrl}`,
    `# Buckets: ${emulator.bucketsDir}`,
    ...(emulator.resumed ? [`# Resumed from ${options.state ?? ''}; only a reset uses the fixture.`] : []),
    ...(accountId === undefined ? [] : [`# Account: ${accountId}`]),
    ...(zoneId === undefined ? [] : [`# Zone: ${zoneId}`]),
    `export EDGE_BASE_URL=${emulator.url}`,
    `export EDGE_API_TOKEN=${emulator.token}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
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
