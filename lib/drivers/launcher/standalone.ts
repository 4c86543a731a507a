import { dirname } from 'node:path';
import { getRawAsset, isSea } from 'node:sea';
import { Script } from 'node:vm';
import { CodeCache } from './code-cache';
import { compileProgram, scriptOf } from './compile';
import { findHome } from './cache-folder';
import { unpackProgram, type ModuleFunction, type PackedProgram } from './packed-program';
import { readFileSync, writeFileSync } from 'node:fs';

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

/** The code cache among the assets. Executables for other platforms than that of the build have none. */
function embeddedCode(): Buffer | undefined {
  try {
    return asset('code-cache');
  } catch {
    return undefined;
  }
}

function asset(name: string): Buffer {
  const content = getRawAsset(name);
  return typeof content === 'string' ? Buffer.from(content, 'latin1') : Buffer.from(content);
}

/** The program with the code cache of the user, as the launcher of the script has it. */
function cachedScript(program: PackedProgram): Script {
  const { argv, env, execPath, platform } = process;
  const cache = new CodeCache({ env, platform, home: findHome(), uid: process.getuid?.() });
  const { script, isFromCache, save } = compileProgram(program, execPath, cache, argv.slice(2));
  if (!isFromCache) process.once('exit', save);
  return script;
}

/**
 * Makes the code cache for an executable in two processes, because equal programs should become equal executables: V8 writes
 * equal code only with `--hash-seed`, and accepts code only with the flags that it was written with.
 *
 * - `--hash-seed=1 standalone.cjs write PROGRAM CACHE` writes the code of all functions that run until the program refuses to
 *   start without Terraform, which depends neither on time nor on chance.
 * - `standalone.cjs accept PROGRAM CACHE` makes it the code of a process without flags. Exit status 1: V8 does not accept it.
 */
function makeCodeCache([step, programFile = '', cacheFile = '']: readonly string[]): void {
  const program = unpackProgram(readFileSync(programFile, 'latin1'));
  if (step === 'accept') {
    const cachedData = withFlagsOfThisProcess(readFileSync(cacheFile));
    writeFileSync(cacheFile, cachedData);
    if (scriptOf(program, programFile, cachedData).cachedDataRejected !== false) process.exitCode = 1;
    return;
  }
  const script = scriptOf(program, 'terraform-provider-edge', undefined);
  process.once('exit', () => writeFileSync(cacheFile, script.createCachedData()));
  const run = script.runInThisContext() as ModuleFunction;
  run(exports, require, module, programFile, dirname(programFile));
}

/** The header of cached data: a magic number, the version of V8, the hash of the source, the hash of the flags; 4 bytes each. */
const flags = { start: 12, end: 16 };

function withFlagsOfThisProcess(cachedData: Buffer): Buffer {
  const current = new Script('').createCachedData();
  current.copy(cachedData, flags.start, flags.start, flags.end);
  return cachedData;
}

if (isSea()) launch();
else makeCodeCache(process.argv.slice(2));
