import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findUntrustedPath, reasonForDistrust } from '../../../lib/drivers/launcher/cache-trust';
import { standalonePackages } from '../../../lib/drivers/plugin/standalone/package';
import { makeFolder } from '../../support/folder';

const uid = process.getuid?.() ?? 0;
const isRoot = uid === 0;
const [nobody, other] = [65_534, 65_533];
const asRoot = isRoot ? describe : describe.skip;

describe('the trust of a user in a file of a cache', () => {
  const stats = (owner: number, mode: number, isLink = false) => ({
    uid: owner,
    mode,
    isSymbolicLink: () => isLink,
  });

  it.each([
    [0o100700, false],
    [0o100755, false],
    [0o100644, false],
    [0o100720, true],
    [0o100702, true],
    [0o100777, true],
    [0o041777, true],
  ])('of the user depends on who can write to it: %o', (mode, isRefused) => {
    const reason = reasonForDistrust(stats(1000, mode), 1000);
    expect(reason === undefined).toBe(!isRefused);
    if (isRefused) expect(reason).toMatch(/^can be written to by other users: its mode is \d{4}$/);
  });

  it.each([
    [0, 1000],
    [1000, 0],
    [1001, 1000],
  ])('is refused by user %i for one of user %i', (user, owner) => {
    expect(reasonForDistrust(stats(owner, 0o100700), user)).toBe(
      `belongs to the user with the id ${owner}, and this process runs as ${user}`,
    );
  });

  it('is refused for a symbolic link', () => {
    expect(reasonForDistrust(stats(1000, 0o120777, true), 1000)).toBe('is a symbolic link');
  });
});

describe('the trust of a user in a folder of a cache', () => {
  let work: string;
  let folder: string;
  beforeEach(() => {
    work = makeFolder();
    folder = join(work, 'cache');
    mkdirSync(folder, { mode: 0o700 });
  });

  it.each<[string, number, boolean]>([
    ['is private', 0o700, true],
    ['others can read', 0o755, true],
    ['has the group of the user alone, with a umask of 002', 0o775, true],
    ['all can write to, but replace nothing in it, as in /tmp', 0o1777, true],
    ['all can write to', 0o777, false],
  ])('depends on the folder around it, which %s', (_what, mode, isTrusted) => {
    chmodSync(work, mode);
    expect(findUntrustedPath(folder, uid)).toEqual(
      isTrusted
        ? undefined
        : {
            path: work,
            reason: 'lets other users replace what is in it: its mode is 0777, without the sticky bit',
          },
    );
  });

  it('is refused for a link to a folder of the user', () => {
    renameSync(folder, join(work, 'away'));
    symlinkSync(join(work, 'away'), folder);
    expect(findUntrustedPath(folder, uid)).toEqual({ path: folder, reason: 'is a symbolic link' });
  });

  asRoot('of root', () => {
    it.each<[string, number, number]>([
      ['root refuses that of another user', 0, nobody],
      ['nobody refuses that of another user', nobody, other],
      ['nobody refuses that of root', nobody, 0],
    ])('%s', (_what, user, owner) => {
      chownSync(folder, owner, owner);
      expect(findUntrustedPath(folder, user)?.reason).toContain(`belongs to the user with the id ${owner},`);
    });

    it('is refused in a folder of another user, who can replace it', () => {
      chownSync(work, nobody, nobody);
      expect(findUntrustedPath(folder, 0)).toEqual({
        path: work,
        reason: `belongs to the user with the id ${nobody}, and this process runs as 0, who can replace what is in it`,
      });
    });
  });
});

describe('the cache of standalone providers', () => {
  let shared: string;
  beforeEach(() => {
    shared = makeFolder();
    chmodSync(shared, 0o1777);
    mkdirSync(cache(), { mode: 0o700 });
  });

  const cache = () => join(shared, 'cdktf-edge-platform-standalone');
  const options = () => ({ version: '1.2.3', env: { XDG_CACHE_HOME: shared }, home: shared });
  const build = () => standalonePackages(['linux_amd64'], options());

  it('fails to be used where other users can write to it, with the folder, the rule and the fix', () => {
    chmodSync(cache(), 0o770);
    expect(build).toThrow(
      `the cache of standalone providers cannot be trusted: ${cache()} can be written to by other users: its mode is 0770. ` +
        'Terraform would run what is in it with your credentials, so it must be yours, and no other user may change it. ' +
        'Remove it if it is in a folder of yours, or set XDG_CACHE_HOME to another folder of yours.',
    );
    expect(readdirSync(cache())).toEqual([]);
  });

  asRoot('of another user', () => {
    it('fails to be used by root', () => {
      chownSync(cache(), nobody, nobody);
      expect(build).toThrow(
        `${cache()} belongs to the user with the id ${nobody}, and this process runs as 0. Terraform would run`,
      );
      expect(readdirSync(cache())).toEqual([]);
    });
  });
});
