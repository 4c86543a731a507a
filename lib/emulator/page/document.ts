import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The page as the build wrote it beside this module; undefined where the sources run without a build. */
export async function readPage(): Promise<string | undefined> {
  return readFile(join(__dirname, 'page.html'), 'utf8').catch(() => undefined);
}

/** Puts the control token of this run into the page. */
export function withToken(page: string, token: string): string {
  return page.replace('content="CONTROL_TOKEN"', `content="${token}"`);
}

/** Only the script and the styles of the page itself, and calls of this emulator. Nobody may frame the page. */
export function policyOf(page: string): string {
  const hashes = (tag: string) =>
    [...page.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, 'g'))]
      .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join(' ');
  return [
    "default-src 'none'",
    `script-src ${hashes('script')}`,
    `style-src ${hashes('style')}`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
