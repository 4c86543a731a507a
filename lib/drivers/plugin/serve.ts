import { Console } from 'node:console';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { handleBidiStreamingCall, handleServerStreamingCall, handleUnaryCall } from '@grpc/grpc-js';
import { writeSync } from 'node:fs';
import { messageOf, codeOf } from '../../ground/words';
import { makeCertificate, type Certificate } from './certificate';
import { handshakeLine, isStartedByTerraform, readEnvironment, type PluginEnvironment } from './handshake';
import { defaultTransport, listen, type Transport } from './listen';
import type { ProviderDefinition } from './provider';
import { providerService } from './rpc';
import { Session } from './session';
import { methodDefinition } from './wire/service';

/** Terraform itself accepts messages of up to 256 MiB. */
const messageLimitBytes = 256 * 1024 * 1024;

/** The time for Terraform to read why the plugin does not start. Then it kills the plugin. */
const readingMs = 1000;

/** The time for Terraform to disconnect, and for a service to close. After two seconds Terraform kills the plugin. */
const disconnectMs = 1000;

/**
 * Serves a provider to the Terraform process that started this one, until that requests a shutdown or ends. If it cannot, or
 * if Terraform did not start this process, prints why and exits with status 1.
 */
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

/**
 * Terraform shows the first line on stdout in its error, unless this process has ended before Terraform reads it. It writes stderr
 * to its log.
 */
function refuseToStart(reason: string): void {
  const line = `${reason.replaceAll(/\s+/g, ' ')}\n`;
  tellTerraform(line);
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
  const server = new Server({
    // Nobody asks for its figures, which are kept for each call.
    'grpc.enable_channelz': 0,
    'grpc.max_receive_message_length': messageLimitBytes,
    'grpc.max_send_message_length': messageLimitBytes,
  });
  const { definition, implementation } = providerService(session);
  server.addService(definition, implementation);

  const end = once(() => {
    session.stop();
    const exit = () => process.exit(0);
    void session.close().finally(exit);
    setTimeout(exit, disconnectMs).unref();
  });
  addCompanionServices(server, () => {
    session.stop();
    // The response to this call is not sent yet. Terraform disconnects as soon as it has it.
    server.tryShutdown(end);
    setTimeout(end, disconnectMs).unref();
  });
  followParent(end);

  const certificate = makeCertificate(new Date());
  const credentials = mutualTls(certificate, clientCertificate);
  const listening = await listen(server, credentials, transport, ports);
  tellTerraform(handshakeLine(listening.transport, listening.address, certificate.der));
}

/** Writes the line that Terraform reads: to the descriptor that `plugin.sh` reserves for it, or to stdout of the executable. */
function tellTerraform(line: string): void {
  const [, descriptor] = /^--handshake=(\d)$/.exec(process.argv[2] ?? '') ?? [];
  if (descriptor === undefined) process.stdout.write(line);
  else writeSync(Number(descriptor), line);
}

/** Only the holder of the certificate in the environment can connect. */
function mutualTls(certificate: Certificate, clientCertificate: string): ServerCredentials {
  const keyPair = {
    private_key: Buffer.from(certificate.keyPem),
    cert_chain: Buffer.from(certificate.certificatePem),
  };
  return ServerCredentials.createSsl(Buffer.from(clientCertificate), [keyPair], true);
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}

/**
 * The services that go-plugin expects in addition to the provider: one that ends the process, and two streams, for output and
 * for further connections. This provider uses neither stream: they stay open without messages.
 */
function addCompanionServices(server: Server, shutDown: () => void): void {
  const shutdown = methodDefinition('/plugin.GRPCController/Shutdown', 'Empty', 'Empty');
  const end: handleUnaryCall<object, object> = (_call, callback) => {
    shutDown();
    callback(null, {});
  };
  server.addService({ Shutdown: shutdown }, { Shutdown: end });

  const stdio = methodDefinition('/plugin.GRPCStdio/StreamStdio', 'Empty', 'StdioData', { response: true });
  const silent: handleServerStreamingCall<object, object> = () => undefined;
  server.addService({ StreamStdio: stdio }, { StreamStdio: silent });

  const broker = methodDefinition('/plugin.GRPCBroker/StartStream', 'ConnInfo', 'ConnInfo', {
    request: true,
    response: true,
  });
  const idle: handleBidiStreamingCall<object, object> = (call) => {
    call.on('end', () => call.end());
    call.resume();
  };
  server.addService({ StartStream: broker }, { StartStream: idle });
}

/** How often to check for the parent process. */
const parentCheckMs = 500;

/**
 * Calls `end` when Terraform has ended for any reason: a plugin whose parent was killed would otherwise wait forever. It gets
 * another parent, except on Windows, where the id stays that of the ended process. Ignores Ctrl-C, which reaches the whole
 * process group: Terraform handles it and calls StopProvider.
 */
function followParent(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent || !isRunning(parent)) end();
  }, parentCheckMs);
  timer.unref();
  process.on('SIGINT', () => undefined);
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
