import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { makeServerCertificate } from './certificate';
import { addCompanionServices } from './companion-services';
import { handshakeLine, readInvitation } from './handshake';
import { followParent } from './lifetime';
import type { ProviderDefinition } from './provider';
import { providerService } from './rpc';
import { Session } from './session';

/** Terraform itself accepts messages of up to 256 MiB. */
const messageLimitBytes = 256 * 1024 * 1024;

/**
 * Serves a provider to the Terraform that started this process, until it asks for the end or is gone. Started by
 * anything else, it says so on stderr and exits with 1.
 */
export async function serve<S>(provider: ProviderDefinition<S>): Promise<void> {
  const invitation = readInvitation(process.env);
  if ('refusal' in invitation) {
    process.stderr.write(`${invitation.refusal}\n`);
    process.exitCode = 1;
    return;
  }

  const session = new Session(provider);
  const server = new Server({
    'grpc.max_receive_message_length': messageLimitBytes,
    'grpc.max_send_message_length': messageLimitBytes,
  });
  const { definition, implementation } = providerService(session);
  server.addService(definition, implementation);

  const folder = mkdtempSync(join(tmpdir(), 'edge-'));
  const end = once(() => {
    session.stop();
    rmSync(folder, { recursive: true, force: true });
    void session.close().finally(() => {
      process.exit(0);
    });
  });
  addCompanionServices(server, end);
  followParent(end);

  const certificate = makeServerCertificate(new Date());
  const socketPath = join(folder, 'plugin.sock');
  await listen(server, socketPath, mutualTls(certificate, invitation.clientCertificate));
  process.stdout.write(handshakeLine(socketPath, certificate.der));
}

/** Only the holder of the certificate that came with the invitation can connect. */
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

function listen(server: Server, socketPath: string, credentials: ServerCredentials): Promise<void> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`unix:${socketPath}`, credentials, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
