import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { scriptOf } from './compile';
import { unpackProgram, type ModuleFunction } from './packed-program';

/**
 * Makes the code cache for an executable in two processes, because equal programs should become equal executables: V8 writes
 * equal code only with `--hash-seed`, and accepts code only with the flags that it was written with.
 *
 * - `--hash-seed=1 standalone.cjs write PROGRAM CACHE` writes the code of all functions that run until the program refuses to
 *   start without Terraform, which depends neither on time nor on chance.
 * - `standalone.cjs accept PROGRAM CACHE` makes it the code of a process without flags. Exit status 1: V8 does not accept it.
 */
export function makeCodeCache([step, programFile = '', cacheFile = '']: readonly string[]): void {
  const program = unpackProgram(readFileSync(programFile, 'latin1'));
  if (step === 'accept') {
    const cachedData = withFlagsOfThisProcess(readFileSync(cacheFile));
    writeFileSync(cacheFile, cachedData);
    if (scriptOf(program, programFile, cachedData).cachedDataRejected !== false) process.exitCode = 1;
    return;
  }
  const script = scriptOf(program, 'terraform-provider-edge', undefined);
  process.once('exit', () => {
    writeFileSync(cacheFile, script.createCachedData());
  });
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
