import { appendFile, readFile, rm } from 'node:fs/promises';
import { jsonOf } from '../../ground/json';
import { replaceFile, unlessMissing } from '../files';

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
 * fingerprint are read again.
 */
export class Checkpoint<Row> {
  readonly #path: string;
  readonly #fingerprint: string;
  #writing: Promise<void> = Promise.resolve();

  /** @param fingerprint - of all that rows depend on, such as the API endpoint and the format of a row */
  constructor(path: string, fingerprint: string) {
    this.#path = path;
    this.#fingerprint = fingerprint;
  }

  /** The rows of an interrupted run by id. Begins the file where there is none to continue. */
  async open(now = new Date()): Promise<ReadonlyMap<string, Row>> {
    const lines = (await this.#read()).filter(({ at }) => now.getTime() - Date.parse(at) < longestAgeMs);
    const rows = new Map(lines.map(({ id, row }) => [id, row]));
    const head = JSON.stringify({ fingerprint: this.#fingerprint });
    await replaceFile(this.#path, [head, ...lines.map((line) => JSON.stringify(line)), ''].join('\n'));
    return rows;
  }

  /** Resolves when the row is in the file. */
  add(id: string, row: Row, now = new Date()): Promise<void> {
    const line: Line<Row> = { id, at: now.toISOString(), row };
    this.#writing = this.#writing.then(() => appendFile(this.#path, `${JSON.stringify(line)}\n`));
    return this.#writing;
  }

  /** Removes the file: the result is complete, and saved elsewhere. */
  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  async #read(): Promise<Line<Row>[]> {
    const text = await unlessMissing(() => readFile(this.#path, 'utf8'));
    if (text === undefined) return [];
    const [head, ...lines] = text.split('\n').map(jsonOf);
    if ((head as { fingerprint?: unknown } | undefined)?.fingerprint !== this.#fingerprint) return [];
    return lines.filter(isLine) as Line<Row>[];
  }
}

function isLine(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && 'at' in value && 'row' in value;
}
