import { parseTar } from 'nanotar';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { memberOf } from '../../../ground/json';
import { codeOf } from '../../../ground/words';
import { executablePlatform } from './executable-platform';
import { nodePackageOf, type NodePackage } from './node-packages';

export interface DownloadedNode {
  readonly program: string;
  /** The licenses of Node.js. The packages for Windows have none. */
  readonly license: string | undefined;
}

/** Downloads a Node.js by npm, with the registry, proxy, credentials and cache of the user. @throws an error if it cannot, or gets another one */
export function downloadNode(platform: string, folder: string, env: NodeJS.ProcessEnv): DownloadedNode {
  const node = nodePackageOf(platform);
  const archive = packNode(node, folder, env);
  const content = readFileSync(archive);
  rmSync(archive);
  checkIntegrity(node, content);
  const files = parseTar(gunzipSync(content));
  const read = (path: string) => files.find(({ name }) => name === `package/${path}`)?.data;
  const program = read(node.program);
  if (program === undefined) throw new Error(`${titleOf(node)} has no ${node.program}`);
  const found = executablePlatform(Buffer.from(program));
  if (found !== platform)
    throw new Error(`${titleOf(node)} has a program for ${found ?? 'another platform'}, not for ${platform}`);
  const path = join(folder, titleOf(node), node.program);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, program, { mode: 0o755 });
  const license = read('LICENSE');
  return {
    program: path,
    license: license === undefined ? undefined : Buffer.from(license).toString('utf8'),
  };
}

export function checkIntegrity(node: NodePackage, content: Buffer): void {
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  if (integrity === node.integrity) return;
  throw new Error(
    `${titleOf(node)} from npm's registry is not the expected one: its integrity is ${integrity}, and should be ${node.integrity}. ` +
      'Find out what your registry or proxy serves before you use it.',
  );
}

function packNode(node: NodePackage, folder: string, env: NodeJS.ProcessEnv): string {
  const parameters = [
    'pack',
    titleOf(node),
    '--prefer-offline',
    '--ignore-scripts',
    '--pack-destination',
    folder,
  ];
  runNpm(parameters, folder, env);
  const name = readdirSync(folder).find((each) => each.endsWith('.tgz'));
  if (name === undefined) throw new Error(`\`npm ${parameters.join(' ')}\` has written no archive`);
  return join(folder, name);
}

function runNpm(parameters: readonly string[], folder: string, env: NodeJS.ProcessEnv): void {
  const nodeFolder = dirname(process.execPath);
  const run = (program: string, ...start: string[]) =>
    execFileSync(program, [...start, ...parameters], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    if (process.platform === 'win32') run(process.execPath, npmScript(nodeFolder, env));
    else
      try {
        run('npm');
      } catch (error) {
        const beside = join(nodeFolder, 'npm');
        if (!isMissing(error) || !existsSync(beside)) throw error;
        run(beside);
      }
  } catch (error) {
    throw new Error(explainNpm(parameters, error), { cause: error });
  }
}

/** The script of the npm that runs this command, else of the one beside Node.js. On Windows, `npm` is a batch file, which only a shell starts. */
export function npmScript(nodeFolder: string, { npm_execpath: running = '' }: NodeJS.ProcessEnv): string {
  const isNpm = /[/\\]npm-cli\.js$/.test(running) && existsSync(running);
  return isNpm ? running : join(nodeFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js');
}

function explainNpm(parameters: readonly string[], error: unknown): string {
  const output = String(memberOf(error, 'stderr'));
  if (isMissing(error) || /Cannot find module '[^']*npm-cli\.js'/.test(output))
    return 'npm, which downloads Node.js, is not on the PATH. Install npm, or add its folder to the PATH';
  const lines = output
    .split('\n')
    .filter((line) => /^npm (err!|error) \S/i.test(line) && !line.includes('complete log'));
  const reason = lines.length === 0 ? String(error) : lines.slice(0, 4).join('\n  ');
  return (
    `npm could not download Node.js: \`npm ${parameters.slice(0, 2).join(' ')}\` failed:\n  ${reason}\n` +
    'It uses the registry, the proxy and the credentials of your npm settings (`npm config list`)'
  );
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function titleOf({ name, version }: NodePackage): string {
  return `${name}@${version}`;
}
