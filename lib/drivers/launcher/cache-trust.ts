import { lstatSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

export type Ownership = Pick<Stats, 'uid' | 'mode'> & { isSymbolicLink(): boolean };

export interface UntrustedPath {
  readonly path: string;
  /** The rule that it breaks, as a predicate: `belongs to …`. */
  readonly reason: string;
}

const [writableByGroup, writableByOthers, sticky] = [0o020, 0o002, 0o1000];

/**
 * The folder of a cache that others may have written. What a cache has runs as the user, with the user's credentials, so each
 * folder must be one that nobody else can write to or replace, see {@link reasonForDistrust}. Undefined for a folder that is.
 *
 * @param uid the user of the process
 * @throws an error of the file system for a folder that does not exist
 */
export function findUntrustedPath(folder: string, uid: number): UntrustedPath | undefined {
  const parent = dirname(folder);
  const shared = reasonInParent(statSync(parent), uid);
  if (shared !== undefined) return { path: parent, reason: shared };
  const reason = reasonForDistrust(lstatSync(folder), uid);
  return reason === undefined ? undefined : { path: folder, reason };
}

/** Why a user cannot trust a file or folder: a link, that of another user, or one that others can write to. */
export function reasonForDistrust(stats: Ownership, uid: number): string | undefined {
  if (stats.isSymbolicLink()) return 'is a symbolic link';
  if (stats.uid !== uid) return belongsTo(stats.uid, uid);
  if ((stats.mode & (writableByGroup | writableByOthers)) === 0) return undefined;
  return `can be written to by other users: its mode is ${modeOf(stats)}`;
}

/** Why a user cannot trust the folder around a cache. It may be shared, as /tmp is, if nobody can replace what others have in it. */
function reasonInParent(stats: Ownership, uid: number): string | undefined {
  if (stats.uid !== uid && stats.uid !== 0)
    return `${belongsTo(stats.uid, uid)}, who can replace what is in it`;
  // A user whose umask is 002 has a group alone.
  const shared = stats.uid === uid ? writableByOthers : writableByGroup | writableByOthers;
  if ((stats.mode & shared) === 0 || (stats.mode & sticky) !== 0) return undefined;
  return `lets other users replace what is in it: its mode is ${modeOf(stats)}, without the sticky bit`;
}

function belongsTo(owner: number, uid: number): string {
  return `belongs to the user with the id ${owner}, and this process runs as ${uid}`;
}

function modeOf({ mode }: Ownership): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}
