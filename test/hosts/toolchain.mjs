// Node.js and the package managers as packages of the npm registry, kept in the user's cache folder.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const cacheFolder = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'cdktf-edge-platform-hosts',
);

const system = process.platform === 'win32' ? 'win' : process.platform;

/** pnpm 10 is the last one that is a program for Node.js. npm 10 comes with Node.js 20 and 22. */
const packages = {
  npm10: { name: 'npm', version: '10.9.4', main: 'bin/npm-cli.js' },
  npm: { name: 'npm', version: '11.21.2', main: 'bin/npm-cli.js' },
  pnpm: { name: 'pnpm', version: '10.34.9', main: 'bin/pnpm.cjs' },
  yarn: { name: 'yarn', version: '1.22.22', main: 'bin/yarn.js' },
  berry: { name: '@yarnpkg/cli-dist', version: '4.18.1', main: 'bin/yarn.js' },
};

/** The executable of a Node.js version. Its package is one per platform and has no install script. */
export function provideNode(version) {
  return provide({ name: `node-${system}-${process.arch}`, version, main: 'bin/node' });
}

export function provideManager(manager) {
  return provide(packages[manager]);
}

const provided = new Map();

function provide(what) {
  const key = `${what.name}@${what.version}`;
  if (!provided.has(key)) provided.set(key, install(key, what));
  return provided.get(key);
}

/** Another run may install the same at the same time: whichever is complete first stays. */
async function install(key, { name, main }) {
  const folder = join(cacheFolder, key.replace('/', '+'));
  const file = join(folder, 'node_modules', name, main);
  if (existsSync(file)) return file;
  mkdirSync(cacheFolder, { recursive: true });
  const scratch = mkdtempSync(join(dirname(folder), '.installing-'));
  try {
    const args = ['install', '--prefix', scratch, '--ignore-scripts', '--no-audit', '--no-fund', key];
    await promisify(execFile)('npm', args, { cwd: scratch });
    if (!existsSync(file)) renameSync(scratch, folder);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return file;
}
