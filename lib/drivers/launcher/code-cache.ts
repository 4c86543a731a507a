import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder, type CacheLocation } from './cache-folder';
import { findUntrustedPath, reasonForDistrust } from './cache-trust';

export interface CacheOwner extends CacheLocation {
  /** The user of the process; undefined where files have no owner to compare with. */
  readonly uid: number | undefined;
}

const checksumBytes = 32;
const expiryMs = 30 * 24 * 60 * 60 * 1000;

/**
 * A cache of compiled V8 code, in a folder of the user. Cached code runs without verification, so folder and file are read
 * only if this user can trust them. V8 does not check the code's integrity, so a checksum precedes it. Any failure is a cache
 * miss: the cache only saves time.
 */
export class CodeCache {
  readonly #place: { readonly folder: string; readonly uid: number } | undefined;

  constructor(owner: CacheOwner) {
    const { uid } = owner;
    const folder = cacheFolder(owner, 'cdktf-edge-platform');
    this.#place = uid === undefined || folder === undefined ? undefined : { folder, uid };
  }

  read(name: string): Buffer | undefined {
    return attempt(() => {
      if (this.#place === undefined) return undefined;
      const { folder, uid } = this.#place;
      if (findUntrustedPath(folder, uid) !== undefined) return undefined;
      const file = openSync(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        const stats = fstatSync(file);
        if (!stats.isFile() || reasonForDistrust(stats, uid) !== undefined) return undefined;
        const content = readFileSync(file);
        const code = content.subarray(checksumBytes);
        return checksum(code).equals(content.subarray(0, checksumBytes)) ? code : undefined;
      } finally {
        closeSync(file);
      }
    });
  }

  /** Renames a temporary file: a concurrent start reads the old code or the new. Calls `makeCode` when it is open: that takes a quarter of a start. */
  write(name: string, makeCode: () => Buffer, now: number): void {
    attempt(() => {
      if (this.#place === undefined) return;
      const { folder, uid } = this.#place;
      // Root may run with the home directory of another user, whom a folder of root would lock out.
      if (lstatSync(nearestFolder(folder)).uid !== uid) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (findUntrustedPath(folder, uid) !== undefined) return;
      removeExpired(folder, now);
      const file = join(folder, name);
      const temporary = `${file}.${randomBytes(6).toString('hex')}`;
      const opened = openSync(temporary, 'wx', 0o600);
      try {
        const code = makeCode();
        writeFileSync(opened, Buffer.concat([checksum(code), code]));
        renameSync(temporary, file);
      } finally {
        closeSync(opened);
        rmSync(temporary, { force: true });
      }
    });
  }
}

function nearestFolder(path: string): string {
  try {
    lstatSync(path);
    return path;
  } catch {
    return nearestFolder(dirname(path));
  }
}

/** Removes entries of older versions, and leftovers of interrupted writes. */
function removeExpired(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (now - lstatSync(file).mtimeMs > expiryMs) rmSync(file);
  }
}

function checksum(code: Buffer): Buffer {
  return createHash('sha256').update(code).digest();
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
