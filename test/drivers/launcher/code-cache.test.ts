import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CodeCache, type CacheOwner } from '../../../lib/drivers/launcher/code-cache';
import { makeFolder } from '../../support/folder';

const code = Buffer.from('compiled');
const now = Date.now();
const uid = process.getuid?.();

describe('the cache of compiled code', () => {
  let home: string;
  beforeEach(() => {
    home = makeFolder();
  });

  const owner = (more: Partial<CacheOwner> = {}): CacheOwner => ({
    env: {},
    platform: 'linux',
    home,
    uid,
    ...more,
  });
  const folder = () => join(home, '.cache/cdktf-edge-platform');
  const file = () => join(folder(), 'entry');
  const write = (more: Partial<CacheOwner> = {}) => {
    new CodeCache(owner(more)).write('entry', () => code, now);
  };
  const read = (more: Partial<CacheOwner> = {}) => new CodeCache(owner(more)).read('entry');

  it('returns the code that was written', () => {
    expect(read()).toBeUndefined();
    write();
    expect(read()).toEqual(code);
  });

  it('gives no other user access', () => {
    write();
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder())).toEqual(['entry']);
  });

  it.each<[string, Partial<CacheOwner>, string]>([
    ['XDG_CACHE_HOME', { env: { XDG_CACHE_HOME: '<home>/xdg' } }, 'xdg'],
    ['~/.cache where XDG_CACHE_HOME is relative', { env: { XDG_CACHE_HOME: 'xdg' } }, '.cache'],
    ['~/Library/Caches on macOS', { platform: 'darwin' }, 'Library/Caches'],
  ])('is in %s', (_where, { env, ...more }, path) => {
    const resolved = Object.entries(env ?? {}).map(([key, value]) => [key, value?.replace('<home>', home)]);
    write({ ...more, env: Object.fromEntries(resolved) as NodeJS.ProcessEnv });
    expect(existsSync(join(home, path, 'cdktf-edge-platform/entry'))).toBe(true);
  });

  it('replaces an existing entry', () => {
    write();
    new CodeCache(owner()).write('entry', () => Buffer.from('newer'), now);
    expect(read()).toEqual(Buffer.from('newer'));
  });

  it('removes entries older than 30 days', () => {
    write();
    const days = (count: number) => new Date(now - count * 24 * 60 * 60 * 1000);
    for (const [name, age] of [
      ['old', 31],
      ['recent', 29],
    ] as const) {
      writeFileSync(join(folder(), name), '');
      utimesSync(join(folder(), name), days(age), days(age));
    }
    write();
    expect(readdirSync(folder()).sort()).toEqual(['entry', 'recent']);
  });

  describe('reads nothing', () => {
    beforeEach(() => {
      write();
    });

    it.each<[string, () => string, number]>([
      ['from a folder that a group can write to', folder, 0o770],
      ['from a folder that everyone can write to', folder, 0o777],
      ['from a folder that other users can replace', () => join(home, '.cache'), 0o777],
      ['from a file that a group can write', file, 0o620],
      ['from a file that other users can write', file, 0o602],
    ])('%s', (_what, path, mode) => {
      expect(read()).toEqual(code);
      chmodSync(path(), mode);
      expect(read()).toBeUndefined();
    });

    it.each<[string, () => string]>([
      ['through a link to a file', file],
      ['through a link to a folder', folder],
    ])('%s', (_what, path) => {
      renameSync(path(), join(home, 'away'));
      symlinkSync(join(home, 'away'), path());
      expect(read()).toBeUndefined();
    });

    it('from a folder in place of a file', () => {
      rmSync(file());
      mkdirSync(file(), 0o700);
      expect(read()).toBeUndefined();
    });

    it.each<[string, (bytes: Buffer) => Buffer]>([
      ['from a changed file', (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.of(0)])],
      ['from a file that was cut off', (bytes) => bytes.subarray(0, -1)],
      ['from an empty file', () => Buffer.of()],
    ])('%s', (_what, change) => {
      writeFileSync(file(), change(readFileSync(file())));
      expect(read()).toBeUndefined();
    });

    it.each<[string, Partial<CacheOwner>]>([
      ['that another user wrote', { uid: (uid ?? 0) + 1 }],
      ['where files have no owner', { uid: undefined }],
      ['without a home', { home: '' }],
    ])('%s', (_what, more) => {
      expect(read(more)).toBeUndefined();
    });
  });

  describe('writes nothing', () => {
    it.each<[string, Partial<CacheOwner>]>([
      ['into the home of another user', { uid: (uid ?? 0) + 1 }],
      ['where files have no owner', { uid: undefined }],
      ['without a home', { home: '' }],
      ['below a file', { env: { XDG_CACHE_HOME: __filename } }],
    ])('%s, and creates no code', (_what, more) => {
      const makeCode = jest.fn(() => code);
      new CodeCache(owner(more)).write('entry', makeCode, now);
      expect(makeCode).not.toHaveBeenCalled();
      expect(readdirSync(home)).toEqual([]);
    });

    it('into a folder that other users can write to', () => {
      mkdirSync(folder(), { recursive: true });
      chmodSync(folder(), 0o775);
      write();
      expect(readdirSync(folder())).toEqual([]);
    });

    it('when the code cannot be created', () => {
      const fail = () => {
        throw new Error('no code');
      };
      expect(() => {
        new CodeCache(owner()).write('entry', fail, now);
      }).not.toThrow();
      expect(readdirSync(folder())).toEqual([]);
    });
  });
});
