import { Console } from 'node:console';
import { writeSync } from 'node:fs';
import { messageOf, codeOf } from '../../ground/words';
import { makeCertificate } from './certificate';
import { handshakeLine, isStartedByTerraform, readEnvironment, type PluginEnvironment } from './handshake';
import { defaultTransport, listen, type Transport } from './listen';
import type { ProviderDefinition } from './provider';
import { providerService } from './rpc';
import { Session } from './session';
import { makeServer, neverAnswer, type Method } from './wire/server';
import { codec } from './wire/service';

/** The time for Terraform to read why the plugin does not start. Then it kills the plugin. */
const readingMs = 1000;

/** The time for Terraform to disconnect, and for a service to close. After two seconds Terraform kills the plugin. */
const disconnectMs = 1000;

/** Serves a provider to the Terraform that started this process, until that requests a shutdown or ends. If it cannot, prints why, with status 1. */
export async function serve<S>(
  provider: ProviderDefinition<S>,
  transport: Transport = defaultTransport,
): Promise<void> {
  try {
    const environment = readEnvironment(process.env);
    if ('refusal' in environment) refuseToStart(environment.refusal);
    else await serveTo(environment, provider, transport);
  } catch (error) {
    refuseToStart(`The provider did not start: ${messageOf(error)}`);
  }
}

/** Ends the process. Terraform shows the first line of stdout, unless the process ends before Terraform reads it, and writes stderr to its log. */
function refuseToStart(reason: string): void {
  const line = `${reason.replaceAll(/\s+/g, ' ')}\n`;
  writeToTerraform(line);
  process.stderr.write(line);
  process.exitCode = 1;
  if (isStartedByTerraform(process.env)) setTimeout(() => undefined, readingMs);
}

async function serveTo<S>(
  { clientCertificate, ports }: PluginEnvironment,
  provider: ProviderDefinition<S>,
  transport: Transport,
): Promise<void> {
  // Terraform reads stdout. Console output of handlers and libraries goes to stderr, which Terraform writes to its log.
  let console: Console | undefined;
  Object.defineProperty(globalThis, 'console', { get: () => (console ??= new Console(process.stderr)) });

  const session = new Session(provider);
  const end = once(() => {
    session.stop();
    const exit = () => process.exit(0);
    void session.close().finally(exit);
    setTimeout(exit, disconnectMs).unref();
  });
  followParent(end);

  const certificate = makeCertificate(new Date());
  // Only the holder of the certificate in the environment can connect.
  const tls = { key: certificate.keyPem, cert: certificate.certificatePem, ca: clientCertificate };
  const shutDown = () => {
    session.stop();
    // The response to this call is not sent yet. Terraform disconnects as soon as it has it.
    server.close(end);
    setTimeout(end, disconnectMs).unref();
  };
  const server = makeServer(new Map([...providerService(session), ...companions(shutDown)]), tls);
  const listening = await listen(server, transport, ports);
  writeToTerraform(handshakeLine(listening.transport, listening.address, certificate.der));
}

/** Writes the line that Terraform reads: to the descriptor that `plugin.sh` reserves for it, or to stdout of the executable. */
function writeToTerraform(line: string): void {
  const [, descriptor] = /^--handshake=(\d)$/.exec(process.argv[2] ?? '') ?? [];
  if (descriptor === undefined) process.stdout.write(line);
  else writeSync(Number(descriptor), line);
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}

/** The services that go-plugin expects too: a method that ends the process, and two streams, which stay open without messages. */
function companions(shutDown: () => void): [path: string, method: Method][] {
  const end: Method = () => {
    shutDown();
    return Promise.resolve(codec('Empty').encode({}));
  };
  return [
    ['/plugin.GRPCController/Shutdown', end],
    ['/plugin.GRPCStdio/StreamStdio', neverAnswer],
    ['/plugin.GRPCBroker/StartStream', neverAnswer],
  ];
}

const parentCheckMs = 500;

/**
 * Calls `end` when Terraform has ended for any reason: a plugin whose parent was killed would otherwise wait forever. It gets
 * another parent, except on Windows, where the id stays that of the ended process. Ignores Ctrl-C and the end of the terminal, which
 * reach the whole process group: Terraform handles the first and calls StopProvider, and goes on after the second under nohup.
 */
function followParent(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent || !isRunning(parent)) end();
  }, parentCheckMs);
  timer.unref();
  process.on('SIGINT', () => undefined).on('SIGHUP', () => undefined);
  process.on('SIGTERM', end);
}

/** Whether a process runs, also one that this user may not signal. */
export function isRunning(pid: number): boolean {
  try {
    // Signal 0 checks only.
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
