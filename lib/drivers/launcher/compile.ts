import { Script } from 'node:vm';
import type { CodeCache } from './code-cache';
import type { PackedProgram } from './packed-program';

/** A program that is ready to run. */
export interface CompiledProgram {
  readonly script: Script;
  /** Whether V8 accepted the cached code. */
  readonly isFromCache: boolean;
  /** Caches the code of every function that has run so far. */
  readonly save: () => void;
}

/** Compiles a program, or loads its code from the cache. */
export function compileProgram(program: PackedProgram, filename: string, cache: CodeCache): CompiledProgram {
  const name = entryName(program.hash);
  const cachedData = cache.read(name);
  const script = new Script(program.source, {
    filename,
    lineOffset: program.lineOffset,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  return {
    script,
    isFromCache: cachedData !== undefined && script.cachedDataRejected === false,
    save: () => {
      cache.write(name, () => script.createCachedData(), Date.now());
    },
  };
}

/** V8 compares its version, its flags and the length of the source. The name has everything else that the code depends on. */
function entryName(hash: string): string {
  const { version, versions, platform, arch } = process;
  return [platform, arch, version, versions.v8, hash].join('-');
}
