import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives each test of a file or of a `describe` a data folder of Terraform, where the plugin notes what it has planned. Returns its path. */
export function useDataFolder(): () => string {
  let folder: string;
  const { TF_DATA_DIR: before } = process.env;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'data-'));
    process.env.TF_DATA_DIR = folder;
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TF_DATA_DIR;
    else process.env.TF_DATA_DIR = before;
    rmSync(folder, { recursive: true });
  });
  return () => folder;
}
