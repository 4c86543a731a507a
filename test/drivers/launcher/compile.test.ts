import { CodeCache } from '../../../lib/drivers/launcher/code-cache';
import { compileProgram, type CompiledProgram } from '../../../lib/drivers/launcher/compile';
import type { PackedProgram } from '../../../lib/drivers/launcher/packed-program';
import { makeFolder } from '../../support/folder';

const program: PackedProgram = {
  source: '(function (add) { return [1, 2, 3].reduce((sum, each) => add(sum, each), 0); })',
  hash: 'a'.repeat(64),
  lineOffset: 0,
};
const run = ({ script }: CompiledProgram) =>
  (script.runInThisContext() as (add: (a: number, b: number) => number) => number)((a, b) => a + b);

describe('compileProgram', () => {
  let home: string;
  let cache: CodeCache;
  beforeEach(() => {
    home = makeFolder();
    cache = new CodeCache({ env: {}, platform: 'linux', home, uid: process.getuid?.() });
  });
  // Each under another name: V8 keeps what it compiled in this process, by source and name, and would not take the cache's.
  let count = 0;
  const compile = (one: PackedProgram = program, ...parameters: string[]) =>
    compileProgram(one, `/program-${(count += 1)}.js`, cache, parameters);
  const compileAndSave = (one?: PackedProgram) => {
    const compiled = compile(one);
    expect(run(compiled)).toBe(6);
    compiled.save();
    return compiled;
  };

  it('uses the cache the second time', () => {
    expect(compileAndSave().isFromCache).toBe(false);
    const second = compile();
    expect(second.isFromCache).toBe(true);
    expect(second.script.cachedDataRejected).toBe(false);
    expect(run(second)).toBe(6);
  });

  it('does not use the code of another program', () => {
    compileAndSave();
    const other = { ...program, hash: 'b'.repeat(64) };
    expect(compile(other).isFromCache).toBe(false);
  });

  it('does not use code that V8 rejects, and replaces it', () => {
    compileAndSave({ ...program, source: `${program.source} ` });
    const rejected = compileAndSave();
    expect(rejected.isFromCache).toBe(false);
    expect(rejected.script.cachedDataRejected).toBe(true);
    expect(compile().isFromCache).toBe(true);
  });

  it('has an entry for each command, whatever the other parameters are', () => {
    const command = compile(program, 'logs', 'preview', 'one.json');
    run(command);
    command.save();
    expect(compile(program, 'logs', 'preview', '--count').isFromCache).toBe(true);
    for (const other of [[], ['logs'], ['logs', 'check'], ['logs', '../preview'], ['logs', 'one.json']])
      expect(compile(program, ...other).isFromCache).toBe(false);
  });
});
