import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { listen } from './listen';

const root = join(__dirname, '../..');

/** The built command, which `npm run build` writes. */
export const command = join(root, 'dist/cli/main.js');

/** A build of two platforms takes seconds, so the tests of a checkout share its results. */
export function shareBuilds(): void {
  process.env.XDG_CACHE_HOME = join(root, '.tmp/cache');
}

/** Runs `edge-platform provider build`: archives in a folder, and a mirror in its folder `mirror`. */
export async function buildProvider(out: string, platforms: readonly string[]): Promise<void> {
  const parameters = ['provider', 'build', '--platform', platforms.join(','), '--out', out];
  await promisify(execFile)(process.execPath, [command, ...parameters], { env: process.env });
}

/** Settings of a Terraform that finds no program on its PATH, and has this CLI configuration. */
export function withoutPrograms(
  work: string,
  cliConfiguration: string,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(work, 'settings-'));
  mkdirSync(join(folder, 'bin'));
  const file = join(folder, 'terraformrc');
  writeFileSync(file, cliConfiguration);
  return { PATH: join(folder, 'bin'), TF_CLI_CONFIG_FILE: file, ...more };
}

export interface MirrorServer {
  readonly url: string;
  /** Path of the certificate, which Terraform must trust. */
  readonly certificate: string;
  folder: string;
  close(): Promise<void>;
}

/** Starts a web server for static files, as a team has for its mirror. Its key is in the folder `work`. */
export async function serveMirror(work: string, folder: string): Promise<MirrorServer> {
  const [key, certificate] = [join(work, 'key.pem'), join(work, 'certificate.pem')];
  const subject = ['-subj', '/CN=mirror', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1'];
  const keys = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
  execFileSync('openssl', ['req', '-x509', ...keys, ...subject, '-out', certificate], { stdio: 'pipe' });
  const files = { folder };
  const server: Server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    ({ url = '' }, response) => {
      const file = join(files.folder, new URL(url, 'https://mirror').pathname);
      try {
        const content = readFileSync(file);
        response.setHeader(
          'content-type',
          basename(file).endsWith('.json') ? 'application/json' : 'application/zip',
        );
        response.end(content);
      } catch {
        response.writeHead(404).end();
      }
    },
  );
  const port = await listen(server);
  return Object.assign(files, {
    url: `https://127.0.0.1:${port}/`,
    certificate,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  });
}
