import { constants } from 'node:fs';
import { open, readFile, rename, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, reasonOf } from './shape';

/**
 * An append-only file of JSON lines. A line is acknowledged when it is on the disk; lines that arrive while the disk
 * works share the next sync, so that many callers cost one.
 */
export class Journal {
  private waiting: string[] = [];
  private appended = 0;
  private durable = 0;
  private callers: { line: number; resolve: () => void; reject: (error: Error) => void }[] = [];
  private running: Promise<void> | undefined;
  private broken: Error | undefined;

  private constructor(private readonly handle: FileHandle) {}

  /** Replaces the file by `lines` in one step (write aside, sync, rename, sync the folder) and opens it. */
  static async rewrite(path: string, lines: readonly string[]): Promise<Journal> {
    const aside = `${path}.${process.pid}.tmp`;
    const handle = await open(aside, 'w', 0o600);
    try {
      await handle.writeFile([header, ...lines].map((line) => `${line}\n`).join(''));
      await handle.sync();
    } catch (error) {
      await handle.close();
      await unlink(aside);
      throw error;
    }
    await handle.close();
    await rename(aside, path);
    await syncFolder(dirname(path));
    return new Journal(await open(path, constants.O_WRONLY | constants.O_APPEND));
  }

  append(line: string): void {
    this.waiting.push(line);
    this.appended += 1;
    this.running ??= this.drain();
  }

  /** Resolves when everything appended so far is on the disk; what comes later is not waited for. */
  async settled(): Promise<void> {
    if (this.broken !== undefined) throw this.broken;
    if (this.durable === this.appended) return;
    await new Promise<void>((resolve, reject) => {
      this.callers.push({ line: this.appended, resolve, reject });
    });
  }

  async close(): Promise<void> {
    try {
      await this.settled();
    } finally {
      await this.running;
      await this.handle.close();
    }
  }

  private async drain(): Promise<void> {
    try {
      // One turn of the loop lets callers of the same tick share the sync.
      await Promise.resolve();
      while (this.waiting.length > 0) {
        const batch = this.waiting;
        this.waiting = [];
        await this.handle.appendFile(batch.map((line) => `${line}\n`).join(''));
        await this.handle.datasync();
        this.durable += batch.length;
        this.release((caller) => caller.line <= this.durable);
      }
      this.running = undefined;
    } catch (error) {
      // The file may end in half a line now: nothing may follow it, and nobody is told that anything did.
      this.broken = new Error(`the state file cannot be written: ${reasonOf(error)}`, { cause: error });
      this.release(() => true);
    }
  }

  private release(isDue: (caller: { readonly line: number }) => boolean): void {
    const due = this.callers.filter(isDue);
    this.callers = this.callers.filter((caller) => !isDue(caller));
    for (const { resolve, reject } of due) {
      if (this.broken === undefined) resolve();
      else reject(this.broken);
    }
  }
}

/** The lines of an earlier run; undefined when there is no file yet. A torn last line was never acknowledged. */
export async function readJournal(path: string): Promise<unknown[] | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  if (text === '') return undefined;
  const lines = text.split('\n');
  const torn = lines.pop();
  if (lines.length === 0 && torn !== undefined && header.startsWith(torn)) return undefined;
  if (lines[0] !== header) throw new Error(`${path} is not a state file of this emulator`);
  return lines.slice(1).map((line, index) => {
    try {
      return JSON.parse(line) as unknown;
    } catch {
      throw new Error(`${path}:${index + 2}: the state file is damaged (not JSON)`);
    }
  });
}

const header = '{"format":"edge-platform-emulator-state","version":1}';

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
