import { readFileSync } from 'node:fs';
import { CodeCache } from './code-cache';
import { compileProgram } from './compile';
import { findHome } from './cache-folder';
import { optionsOf } from './node-variables';
import { unpackProgram, type ModuleFunction } from './packed-program';

/** Runs the program that follows this launcher in the same file, with no NODE_OPTIONS but those that are for it. */
function start(): void {
  const { argv, env, versions } = process;
  // Yarn's Plug'n'Play is such an option, without which the file cannot be found.
  if ((env.NODE_OPTIONS ?? '') === optionsOf(env) || versions.pnp !== undefined) {
    launch();
    return;
  }
  void import('./restart.js').then(({ restart }) => restart(__filename, argv.slice(2)));
}

function launch(): void {
  const program = unpackProgram(readText(module));
  const { argv, env, platform } = process;
  const cache = new CodeCache({ env, platform, home: findHome(), uid: process.getuid?.() });
  const { script, isFromCache, save } = compileProgram(program, __filename, cache, argv.slice(2));
  // V8 compiles a function when it is first called. At exit, all functions that a start needs have run.
  if (!isFromCache) process.once('exit', save);
  const run = script.runInThisContext() as ModuleFunction;
  run(exports, require, module, __filename, __dirname);
}

/** The file, as `plugin.sh` has read it already; anything else that loads this module has not. */
function readText(loaded: NodeJS.Module & { readonly text?: string }): string {
  return loaded.text ?? readFileSync(__filename, 'latin1');
}

start();
