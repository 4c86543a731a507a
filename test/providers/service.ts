import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator, type Emulator, type Fixture } from '../../lib/emulator';

/** The emulator, and a front for clients that speak HTTPS only: the service's provider up to version 4. */
export interface Service {
  readonly emulator: Emulator;
  /** For Terraform: where the service's provider and ours find the API, and the credentials. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function startService(fixture: Fixture | string): Promise<Service> {
  const emulator = await startEmulator({ fixture, wafCutoverMs: 10 });
  const folder = mkdtempSync(join(tmpdir(), 'edge-providers-'));
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  createCertificate(certificate, key);
  const front = createServer({ cert: readFileSync(certificate), key: readFileSync(key) });
  forward(front, new URL(emulator.url));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  return {
    emulator,
    env: {
      SSL_CERT_FILE: certificate,
      CLOUDFLARE_API_HOSTNAME: `127.0.0.1:${port}`,
      // Version 5 takes HTTP, and no trailing slash is missing.
      CLOUDFLARE_BASE_URL: `${emulator.url}/`,
      TF_VAR_cloudflare_api_token: emulator.token,
      EDGE_BASE_URL: emulator.url,
      EDGE_API_TOKEN: emulator.token,
    },
    close: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createCertificate(certificate: string, key: string): void {
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-days', '2', ...subject, ...files], { stdio: 'pipe' });
}

function forward(front: Server, target: URL): void {
  front.on('request', (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const call = request({ host: target.hostname, port: target.port, method, path, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    call.once('error', () => outgoing.destroy());
    incoming.pipe(call);
  });
}
