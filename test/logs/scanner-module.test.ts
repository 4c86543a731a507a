import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

describe('the module of the scanner', () => {
  it('is compiled from assembly/scanner.ts', () => {
    execFileSync(process.execPath, [join(__dirname, '../../scripts/assembly.mjs'), '--check']);
  });
});
