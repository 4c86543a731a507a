import { createHash } from 'node:crypto';
import { compareKeys } from '../../ground/compare';

/** Terraform's `h1` hash of a provider package: of the names and contents of its files. */
export function packageHashOf(files: ReadonlyMap<string, Buffer>): string {
  const listing = [...files]
    .sort(compareKeys)
    .map(([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
  return `h1:${createHash('sha256').update(listing.join('')).digest('base64')}`;
}
