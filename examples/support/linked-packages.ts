import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..', '..');

/** What a generated project needs, with the folder of its commands. */
const packages = [
  '.bin',
  '@types/node',
  'cdktf',
  'cdktf-cli',
  'cdktn',
  'cdktf-edge-platform',
  'constructs',
  'tsx',
  'typescript',
];

/** Installs this checkout and its own packages into a project, as `npm install` would do without a registry. */
export function linkPackages(project: string): void {
  for (const name of packages) {
    const link = join(project, 'node_modules', name);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(name === 'cdktf-edge-platform' ? root : join(root, 'node_modules', name), link);
  }
}
