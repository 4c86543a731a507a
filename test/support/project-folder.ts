import { rmSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { makeFolder } from './folder';

const before = process.cwd();

/** Each test runs in an empty folder of its own, and Terraform has no CLI configuration. Writes a file there. */
export function useProjectFolder(): (name: string, text: string) => void {
  beforeEach(() => {
    process.chdir(makeFolder());
    process.env.TF_CLI_CONFIG_FILE = devNull;
  });
  afterEach(() => {
    const folder = process.cwd();
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
  return writeFileSync;
}
