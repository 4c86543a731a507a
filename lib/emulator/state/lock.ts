import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { codeOf, isInteger, isObject } from '../shape';

/** Locks of this process, and those it is about to take. Its id tells nothing: in a container it is always the same. */
const held = new Set<string>();

interface Holder {
  readonly pid: number;
  /** When the process began, as the system counts; null where that cannot be read. It tells reused ids apart. */
  readonly began: string | null;
}

/** A file that says which process works on another file. What a dead process left behind is taken over. */
export class Lock {
  private constructor(private readonly path: string) {}

  /** Throws what `inUse` makes of the id of the process that has it. */
  static async take(path: string, inUse: (pid: number) => Error): Promise<Lock> {
    if (held.has(path)) throw inUse(process.pid);
    held.add(path);
    try {
      const own: Holder = { pid: process.pid, began: await beganAt(process.pid) };
      while (!(await create(path, JSON.stringify(own)))) {
        const found = await readHolder(path);
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

/** In one step, with its content: nobody ever reads half a lock. */
async function create(path: string, content: string): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`;
  const handle = await open(aside, 'wx', 0o600);
  try {
    await handle.writeFile(content);
  } finally {
    await handle.close();
  }
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

/** What file systems without hard links say. */
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

/** undefined for a lock that is gone again, or that no emulator wrote. */
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
  // One that was killed and not yet waited for still answers, and has no beginning here.
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

/** Moved before it is removed: if a quicker process has put its own lock there, that one is put back. */
async function remove(path: string, stale: Holder | undefined): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    ignoreMissing(error);
    return;
  }
  const moved = await readHolder(aside);
  const isOther = moved !== undefined && (moved.pid !== stale?.pid || moved.began !== stale.began);
  if (isOther) await link(aside, path).catch(() => undefined);
  await unlink(aside);
}

/**
 * Linux tells the state in the third field and the beginning in the 22nd, counted behind the name, which may hold
 * spaces. null for a process that has ended, and on systems that do not tell.
 */
async function beganAt(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}
