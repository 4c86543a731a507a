import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type * as certificates from '../../../lib/drivers/plugin/certificate';

/**
 * The module that makes certificates, bundled as the plugin's is: its ASN.1 library comes as an ES module only, which
 * jest can't require.
 */
export function bundledCertificates(): typeof certificates {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  const outfile = join(folder, 'certificate.js');
  const entry = join(__dirname, '../../../lib/drivers/plugin/certificate.ts');
  try {
    buildSync({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
    });
    return createRequire(__filename)(outfile) as typeof certificates;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
