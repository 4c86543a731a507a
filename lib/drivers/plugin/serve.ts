import { Console } from 'node:console';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { writeSync } from 'node:fs';
import { messageOf } from '../../ground/words';
import { makeCertificate } from './certificate';
import { addCompanionServices } from './companion-services';
import { handshakeLine, isStartedByTerraform, readEnvironment, type PluginEnvironment } from './handshake';
import { followParent } from './lifetime';
import { defaultTransport, listen, type Transport } from './listen';
import type { ProviderDefinition } from './provider';
import { providerService } from './rpc';
import { Session } from './session';

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
function mutualTls(
  certificate: { keyPem: string; certificatePem: string },
  clientCertificate: string,
): ServerCredentials {
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
