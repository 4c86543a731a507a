import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { CodeCache } from './code-cache';
import { compileProgram } from './compile';
import { unpackProgram } from './packed-program';

type ModuleFunction = (
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  dirname: string,
) => void;

/** Runs the program behind this launcher in this very file. */
function launch(): void {
  const program = unpackProgram(readFileSync(__filename, 'latin1'));
  const { env, platform } = process;
  const cache = new CodeCache({ env, platform, home: findHome(), uid: process.getuid?.() });
  const { script, isFromCache, save } = compileProgram(program, __filename, cache);
  // At the end, when the functions have run that a start needs: V8 compiles a function when it is first called.
  if (!isFromCache) process.once('exit', save);
  const run = script.runInThisContext() as ModuleFunction;
  run(exports, require, module, __filename, __dirname);
}

/** Empty for a user that the system does not know. */
function findHome(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

launch();
