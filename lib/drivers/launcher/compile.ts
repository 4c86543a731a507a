import { basename } from 'node:path';
import { Script } from 'node:vm';
import type { CodeCache } from './code-cache';
import type { PackedProgram } from './packed-program';

export type CompiledProgram = ReturnType<typeof compileProgram>;

/** Compiles a program, or loads its code from the cache: each command has an entry of its own, because it runs other functions. */
export function compileProgram(
  program: PackedProgram,
  filename: string,
  cache: CodeCache,
  parameters: readonly string[],
) {
  const name = [entryName(program.hash), ...commandWords(parameters)].join('-');
  const cachedData = cache.read(name);
  const script = scriptOf(program, filename, cachedData);
  return {
    script,
    isFromCache: cachedData !== undefined && script.cachedDataRejected === false,
    /** Caches the code of every function that has run so far. */
    save: () => cache.write(name, () => script.createCachedData(), Date.now()),
  };
}

/** Stack traces have the name of the file without its folder: V8 keeps it in the cached code, which programs in other folders use as well. */
export function scriptOf(program: PackedProgram, filename: string, cachedData: Buffer | undefined): Script {
  return new Script(program.source, {
    filename: basename(filename),
    lineOffset: program.lineOffset,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

/** The name of an entry of the cache. V8 compares its version, its flags and the length of the source. The name has everything else that the code depends on. */
function entryName(hash: string): string {
  const { version, versions, platform, arch } = process;
  return [platform, arch, version, versions.v8, hash].join('-');
}

/** The words with which a command begins: `logs preview` of `edge-platform logs preview FILE`. */
function commandWords(parameters: readonly string[]): readonly string[] {
  const isWord = (text = '') => /^[a-z]{2,16}$/.test(text);
  if (!isWord(parameters[0])) return [];
  return parameters.slice(0, isWord(parameters[1]) ? 2 : 1);
}
