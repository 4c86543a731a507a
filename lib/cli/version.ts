import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this package, read from its manifest, which is as far from the bundle of the command as from this file. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8'));
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isNamed && typeof manifest.version === 'string' ? manifest.version : 'unknown';
}
