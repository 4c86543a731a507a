import { randomUUID } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { withFileErrors } from '../../ground/file-error';
import { isObject } from '../../ground/json';
import { codeOf } from '../../ground/words';
import { isInteger } from '../shape';

/** Locks that this process has or is about to take. Its id is not enough: in a container it is always the same. */
const held = new Set<string>();

interface Holder {
  readonly pid: number;
  /** Start time of the process as the system counts; null if unreadable. It distinguishes reused ids. */
  readonly began: string | null;
}

/** A file that names the process that uses another file. The lock of a dead process is replaced. */
export class Lock {
  private constructor(private readonly path: string) {}

  /** Throws the error of `inUse` when a living process has the lock. */
  static async take(path: string, inUse: (pid: number) => Error): Promise<Lock> {
    if (held.has(path)) throw inUse(process.pid);
    held.add(path);
    try {
      const self: Holder = { pid: process.pid, began: await beganAt(process.pid) };
      while (!(await create(path, JSON.stringify(self)))) {
        const found = await withFileErrors(path, () => readHolder(path));
        if (found !== undefined && (await isAlive(found))) throw inUse(found.pid);
        await remove(path, found);
      }
      return new Lock(path);
    } catch (error) {
      held.delete(path);
      throw error;
    }
  }

  async release(): Promise<void> {
    await unlink(this.path).catch(ignoreMissing);
    held.delete(this.path);
  }
}

/** Creates the lock with its content atomically: no process reads a partial lock. */
async function create(path: string, content: string): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`;
  await writeFile(aside, content, { flag: 'wx', mode: 0o600 });
  try {
    await link(aside, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!linkless.has(codeOf(error))) throw error;
    return await createWithoutLinks(path, content);
  } finally {
    await unlink(aside);
  }
}

/** Error codes of file systems without hard links. */
const linkless: ReadonlySet<unknown> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

async function createWithoutLinks(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!isObject(value) || !isInteger(value.pid) || value.pid < 1) return undefined;
    return { pid: value.pid, began: typeof value.began === 'string' ? value.began : null };
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function isAlive({ pid, began }: Holder): Promise<boolean> {
  if (!answersSignals(pid)) return false;
  // A killed process that its parent did not wait for still takes signals, but has no start time here.
  if (began !== null) return began === (await beganAt(pid));
  return pid !== process.pid;
}

function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Moves the lock before it removes it: a lock that another process has put there meanwhile is restored. */
async function remove(path: string, stale: Holder | undefined): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    ignoreMissing(error);
    return;
  }
  const moved = await readHolder(aside);
  const isReplaced = moved !== undefined && (moved.pid !== stale?.pid || moved.began !== stale.began);
  if (isReplaced) await link(aside, path).catch(() => undefined);
  await unlink(aside);
}

/**
 * Linux has the state in the third field and the start time in the 22nd. They are counted after the name, which may have
 * spaces. null for a process that has ended, and on systems without /proc.
 */
async function beganAt(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}
