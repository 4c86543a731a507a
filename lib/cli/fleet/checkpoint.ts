import { createHash } from 'node:crypto';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject, jsonOf } from '../../ground/json';
import { withFileErrors } from '../../ground/file-error';
import { textIfThere } from '../files';

/** A row that is older was true too long ago to stand beside one that is read now. */
const longestAgeMs = 12 * 60 * 60_000;

interface Line<Row> {
  readonly id: string;
  readonly at: string;
  readonly row: Row;
}

/**
 * The rows that a command has read so far, in a file with one line each, so that the same command continues after an
 * interruption at any point. A last line that was cut off, a row older than 12 hours and the rows of a command with another
 * fingerprint are read again. Lines are only ever appended, and each has its fingerprint: so several commands may share the file,
 * and one of them may remove it.
 */
export class Checkpoint<Row> {
  readonly #fingerprint: string;
  #writing: Promise<void> = Promise.resolve();

  /** @param fingerprint - of all that rows depend on, such as the API endpoint and the format of a row */
  constructor(
    private readonly path: string,
    fingerprint: string,
  ) {
    // It may have settings of all zones, and every line has it.
    this.#fingerprint = createHash('sha256').update(fingerprint).digest('hex').slice(0, 16);
  }

  /** The rows of an interrupted run by id, with their times. Begins the file where there is none to continue. */
  async open(now = new Date()): Promise<ReadonlyMap<string, Line<Row>>> {
    const text = (await textIfThere(this.path)) ?? '';
    const lines = text.split('\n').map(jsonOf).filter(isLine) as (Line<Row> & { readonly of: string })[];
    const known = lines.filter(
      ({ of, at }) => of === this.#fingerprint && now.getTime() - Date.parse(at) < longestAgeMs,
    );
    // Before the first call: a file that cannot be written should cost none. Its last line may have been cut off.
    await withFileErrors(this.path, async () => {
      await mkdir(dirname(this.path), { recursive: true });
      await appendFile(this.path, /[^\n]$/.test(text) ? '\n' : '');
    });
    return new Map(known.map(({ id, at, row }) => [id, { id, at, row }]));
  }

  add(id: string, row: Row, now = new Date()): Promise<void> {
    const line = JSON.stringify({ of: this.#fingerprint, id, at: now.toISOString(), row });
    this.#writing = this.#writing.then(() =>
      withFileErrors(this.path, () => appendFile(this.path, `${line}\n`)),
    );
    return this.#writing;
  }

  /** Removes the file: the result is complete, and saved elsewhere. */
  async remove(): Promise<void> {
    await rm(this.path, { force: true });
  }
}

function isLine(value: unknown): boolean {
  return isObject(value) && ['of', 'id', 'at', 'row'].every((name) => Object.hasOwn(value, name));
}
