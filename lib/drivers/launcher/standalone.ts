import { dirname } from 'node:path';
import { getRawAsset, isSea } from 'node:sea';
import type { Script } from 'node:vm';
import { CodeCache } from './code-cache';
import { compileProgram, scriptOf } from './compile';
import { findHome } from './home';
import { makeCodeCache } from './make-code-cache';
import { unpackProgram, type ModuleFunction, type PackedProgram } from './packed-program';

/** What runs first in a single executable application: it runs the program among the assets. */
function launch(): void {
  const program = unpackProgram(asset('program').toString('latin1'));
  const script = embeddedScript(program) ?? cachedScript(program);
  const { execPath } = process;
  const run = script.runInThisContext() as ModuleFunction;
  run(exports, require, module, execPath, dirname(execPath));
}

/** The program with the code that was compiled when the executable was built; undefined if V8 does not accept it. */
function embeddedScript(program: PackedProgram): Script | undefined {
  const cachedData = embeddedCode();
  if (cachedData === undefined) return undefined;
  const script = scriptOf(program, process.execPath, cachedData);
  return script.cachedDataRejected === false ? script : undefined;
}

/** The executables for other platforms than that of the build have none. */
function embeddedCode(): Buffer | undefined {
  try {
    return asset('code-cache');
  } catch {
    return undefined;
  }
}

/** An asset without a copy of it. */
function asset(name: string): Buffer {
  const content = getRawAsset(name);
  return typeof content === 'string' ? Buffer.from(content, 'latin1') : Buffer.from(content);
}

/** As the launcher of the script does. */
function cachedScript(program: PackedProgram): Script {
  const { argv, env, execPath, platform } = process;
  const cache = new CodeCache({ env, platform, home: findHome(), uid: process.getuid?.() });
  const { script, isFromCache, save } = compileProgram(program, execPath, cache, argv.slice(2));
  if (!isFromCache) process.once('exit', save);
  return script;
}

if (isSea()) launch();
else makeCodeCache(process.argv.slice(2));
