import { constants } from 'node:fs';
import { open, readFile, rename, unlink, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { memberOf } from '../../ground/json';
import { codeOf, whyUnwritable } from '../../ground/words';

/** A state file that the emulator cannot start with or cannot write. The message names the file and the fix. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
  readonly code = 'EDGE_EMULATOR_STATE';
}

/** The error for a state file, or a file beside it, that cannot be read or written. */
export function stateUnusable(path: string, error: unknown, next = ''): StateFileError {
  if (error instanceof StateFileError) return error;
  const failed = memberOf(error, 'path');
  const other = typeof failed === 'string' && failed !== path ? `${failed}: ` : '';
  return new StateFileError(`the state file ${path} cannot be used: ${other}${whyUnwritable(error)}${next}`, {
    cause: error,
  });
}

/** The lines that a journal starts with, and that replace its lines when it has grown too large. */
export type Snapshot = () => readonly string[];

/**
 * An append-only file of JSON lines, each with a checksum before it. A line is acknowledged when it is on the disk; lines
 * that arrive during a sync share the next one. When the appended lines are much larger than the state, a snapshot
 * replaces the file.
 */
export class Journal {
  private waiting: string[] = [];
  private appended = 0;
  private durable = 0;
  private callers: { line: number; resolve: () => void; reject: (error: Error) => void }[] = [];
  private running: Promise<void> | undefined;
  private broken: Error | undefined;
  private grown = 0;

  private constructor(
    private readonly path: string,
    private readonly snapshot: Snapshot,
    private readonly growBytes: number,
    private file: { readonly handle: FileHandle; readonly bytes: number },
  ) {}

  static async open(path: string, snapshot: Snapshot, growBytes = 16 * 1024 * 1024): Promise<Journal> {
    return new Journal(path, snapshot, growBytes, await replace(path, snapshot()));
  }

  append(line: string): void {
    this.waiting.push(line);
    this.appended += 1;
    this.running ??= this.drain();
  }

  async settled(): Promise<void> {
    if (this.broken !== undefined) throw this.broken;
    if (this.durable === this.appended) return;
    await new Promise<void>((resolve, reject) => this.callers.push({ line: this.appended, resolve, reject }));
  }

  async close(): Promise<void> {
    try {
      await this.settled();
    } finally {
      await this.running;
      await this.file.handle.close();
    }
  }

  private async drain(): Promise<void> {
    try {
      // One turn of the loop lets callers of the same tick share the sync.
      await Promise.resolve();
      while (this.waiting.length > 0) {
        const batch = this.waiting;
        this.waiting = [];
        await this.write(batch);
        this.durable += batch.length;
        this.release((caller) => caller.line <= this.durable);
      }
      this.running = undefined;
    } catch (error) {
      // The file may end in a partial line now: nothing may follow it, and nothing more is acknowledged.
      this.broken = stateUnusable(this.path, error, ' Then start the emulator again.');
      this.release(() => true);
    }
  }

  /** A snapshot includes the batch: changes are applied before they are appended. */
  private async write(batch: readonly string[]): Promise<void> {
    if (this.grown > Math.max(this.growBytes, 2 * this.file.bytes)) {
      const old = this.file.handle;
      this.file = await replace(this.path, this.snapshot());
      this.grown = 0;
      await old.close();
      return;
    }
    const text = encode(batch);
    await this.file.handle.appendFile(text);
    await this.file.handle.datasync();
    this.grown += Buffer.byteLength(text);
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

/** The lines of an earlier run; undefined when there is no file. A partial last line was never acknowledged. */
export async function readJournal(path: string): Promise<unknown[] | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  if (text === '') return undefined;
  const lines = text.split('\n');
  const partial = lines.pop();
  if (lines.length === 0 && partial !== undefined && header.startsWith(partial)) return undefined;
  if (lines[0] !== header)
    throw new StateFileError(
      `${path} is not a state file of this emulator; use another path, or move it away`,
    );
  return lines.slice(1).map((line, index) => {
    const content = line.slice(checksumLength);
    if (!line.startsWith(checksum(content)))
      throw new StateFileError(
        `${path}:${index + 2}: the state file is damaged; restore a copy, or move it away to start without it`,
      );
    return JSON.parse(content) as unknown;
  });
}

const header = '{"format":"edge-platform-emulator-state","version":3}';

const checksumLength = 9;

/** Detects damage inside a line that is still valid JSON. */
function checksum(content: string): string {
  return `${crc32(content).toString(16).padStart(8, '0')} `;
}

function encode(lines: readonly string[]): string {
  return lines.map((line) => `${checksum(line)}${line}\n`).join('');
}

/** Replaces the file atomically: writes a temporary file, syncs, renames, syncs the folder. */
async function replace(
  path: string,
  lines: readonly string[],
): Promise<{ readonly handle: FileHandle; readonly bytes: number }> {
  const aside = `${path}.tmp`;
  const text = `${header}\n${encode(lines)}`;
  try {
    await writeFile(aside, text, { mode: 0o600, flush: true });
  } catch (error) {
    await unlink(aside).catch(() => undefined);
    throw error;
  }
  await rename(aside, path);
  await syncFolder(dirname(path));
  return {
    handle: await open(path, constants.O_WRONLY | constants.O_APPEND),
    bytes: Buffer.byteLength(text),
  };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
