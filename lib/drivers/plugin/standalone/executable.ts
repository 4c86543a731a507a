import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeEnvironment } from '../../launcher/node-variables';

export interface ExecutableParts {
  /** Path of a Node.js that runs here. */
  readonly builder: string;
  /** Path of the Node.js of the platform that the executable is for. */
  readonly node: string;
  readonly program: Buffer;
  /** The launcher that runs the plugin in the executable: `lib/drivers/launcher/standalone.ts`. */
  readonly launcher: Buffer;
  readonly env: NodeJS.ProcessEnv;
}

/** Builds a single executable application (https://nodejs.org/api/single-executable-applications.html): the same parts give the same bytes. */
export function buildExecutable(parts: ExecutableParts, folder: string, file: string): void {
  const { builder, node, program, launcher } = parts;
  writeFileSync(join(folder, 'program'), program);
  writeFileSync(join(folder, 'launcher.cjs'), launcher);
  // V8 of another platform does not accept code that this one has compiled.
  const hasCodeCache = builder === node && makeCodeCache(parts, folder);
  writeFileSync(
    join(folder, 'build.json'),
    JSON.stringify({
      main: 'launcher.cjs',
      executable: node,
      output: 'output',
      disableExperimentalSEAWarning: true,
      // NODE_OPTIONS of a runner are for other programs.
      execArgvExtension: 'none',
      assets: { program: 'program', ...(hasCodeCache ? { 'code-cache': 'code-cache' } : {}) },
    }),
  );
  run(parts, folder, ['--build-sea', 'build.json']);
  // Linux counts large parts of a file that was written in small ones as memory of the processes that run it.
  copyFileSync(join(folder, 'output'), file);
}

/** Whether V8 accepts what this has written to `code-cache`. */
function makeCodeCache(parts: ExecutableParts, folder: string): boolean {
  const step = (name: string, ...flags: string[]) =>
    attempt(() => run(parts, folder, [...flags, 'launcher.cjs', name, 'program', 'code-cache']));
  // It ends with 1, because Terraform has not started it.
  step('write', '--hash-seed=1');
  return step('accept');
}

function run({ builder, env }: ExecutableParts, folder: string, parameters: readonly string[]): void {
  execFileSync(builder, parameters, {
    cwd: folder,
    // The same parts give the same bytes, whatever options a user has.
    env: { ...nodeEnvironment(env), NODE_OPTIONS: '', TF_PLUGIN_MAGIC_COOKIE: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
