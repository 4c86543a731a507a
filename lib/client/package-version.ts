import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version in the programs that Terraform starts, which have no manifest beside them. */
declare const bundledVersion: string | undefined;

/** The version of this package, which is that of the provider and of the command too. */
export function packageVersion(): string {
  if (typeof bundledVersion === 'string') return bundledVersion;
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  throw new Error('The package.json of cdktf-edge-platform has no version. Reinstall the package.');
}
