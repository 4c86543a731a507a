import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { getOrAdd } from '../../ground/remember';
import { codeOf } from '../../ground/words';
import { Journal, readJournal, StateFileError, stateUnusable } from './journal';
import { Lock } from './lock';

/** One change of the state. Changes are values, so that a dry run can make and discard them. */
export type Change =
  | readonly ['put', table: string, parent: string, id: string, value: unknown]
  | readonly ['delete', table: string, parent: string, id: string]
  | readonly ['clear'];

/** All state of the emulator: named tables in memory, and a journal behind them when there is a state file. */
export class Store {
  private tables: Tables = new Map();
  private held: Change[] | undefined;
  private journal: Journal | undefined;
  private lock: Lock | undefined;
  private readonly watchers: (() => void)[] = [];

  /**
   * `fresh`: there was no earlier state. Throws when another emulator uses the file, or when it is damaged, and leaves the
   * file unchanged then.
   */
  static async open(
    stateFile: string | undefined,
    growBytes?: number,
  ): Promise<{ store: Store; fresh: boolean }> {
    const store = new Store();
    if (stateFile === undefined) return { store, fresh: true };
    const path = await resolvedPath(stateFile);
    try {
      store.lock = await Lock.take(
        `${path}.lock`,
        (pid) =>
          new StateFileError(
            `the state file ${path} is in use by the emulator with the process id ${pid}; stop it, or use another file`,
          ),
      );
      for (const line of (await readJournal(path)) ?? []) store.apply(readChanges(line));
      store.journal = await Journal.open(path, () => store.snapshot(), growBytes);
    } catch (error) {
      await store.lock?.release();
      throw stateUnusable(path, error);
    }
    return { store, fresh: store.tables.size === 0 };
  }

  table<Row>(name: string): Table<Row> {
    return new Table<Row>(name, (parent) => this.tables.get(name)?.get(parent));
  }

  /** A value of the state that is there once. */
  setting<Value>(name: string, byDefault: Value): Setting<Value> {
    const table = this.table<Value>(name);
    return {
      get: () => table.get('', 'all') ?? byDefault,
      set: (value) => this.commit([table.put('', 'all', value)]),
    };
  }

  count(name: string): number {
    const parents = [...(this.tables.get(name)?.values() ?? [])];
    return parents.reduce((sum, rows) => sum + rows.size, 0);
  }

  /** Applies the changes and appends them to the journal as one line: all of them survive a crash, or none. */
  commit(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.apply(changes);
    for (const watcher of this.watchers) watcher();
    this.record(changes);
  }

  /** Calls back after all changes, also after those that are taken back. */
  watch(watcher: () => void): void {
    this.watchers.push(watcher);
  }

  /** Commits all changes of `work` as one line, or none when it throws. */
  atomically(work: () => void): void {
    this.record(this.attempt(work));
  }

  /** Throws what `work` would throw, and changes nothing. */
  rehearse(work: () => void): void {
    const before = this.copy();
    this.attempt(work);
    this.tables = before;
  }

  /** Resolves when everything committed so far survives a crash. */
  async settled(): Promise<void> {
    await this.journal?.settled();
  }

  async close(): Promise<void> {
    try {
      await this.journal?.close();
    } finally {
      await this.lock?.release();
    }
  }

  private attempt(work: () => void): readonly Change[] {
    const before = this.copy();
    const outer = this.held;
    const changes: Change[] = [];
    this.held = changes;
    try {
      work();
      return changes;
    } catch (error) {
      this.tables = before;
      throw error;
    } finally {
      this.held = outer;
    }
  }

  private record(changes: readonly Change[]): void {
    if (this.held !== undefined) this.held.push(...changes);
    else if (changes.length > 0) this.journal?.append(JSON.stringify(changes));
  }

  private copy(): Tables {
    return new Map(
      [...this.tables].map(([name, parents]) => [
        name,
        new Map([...parents].map(([parent, rows]) => [parent, new Map(rows)])),
      ]),
    );
  }

  private apply(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change[0] === 'clear') this.tables.clear();
      else if (change[0] === 'put') this.rows(change[1], change[2]).set(change[3], change[4]);
      else this.remove(change[1], change[2], change[3]);
    }
  }

  /** Removes a parent without rows too, so that parents of deleted rows do not accumulate. */
  private remove(table: string, parent: string, id: string): void {
    const parents = this.tables.get(table);
    const rows = parents?.get(parent);
    rows?.delete(id);
    if (rows?.size === 0) parents?.delete(parent);
  }

  private rows(table: string, parent: string): Map<string, unknown> {
    const parents = getOrAdd(this.tables, table, () => new Map<string, Map<string, unknown>>());
    return getOrAdd(parents, parent, () => new Map<string, unknown>());
  }

  private snapshot(): string[] {
    const lines: string[] = [];
    for (const [table, parents] of this.tables)
      for (const [parent, rows] of parents)
        for (const [id, value] of rows) lines.push(JSON.stringify([['put', table, parent, id, value]]));
    return lines;
  }
}

export interface Setting<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
}

/** Rows of one kind, each below a parent (a zone, a ruleset), in the order in which they were first put. */
export class Table<Row> {
  constructor(
    private readonly name: string,
    private readonly rows: (parent: string) => ReadonlyMap<string, unknown> | undefined,
  ) {}

  get(parent: string, id: string): Row | undefined {
    // This table put the row, in this run or in an earlier one through the journal.
    return this.rows(parent)?.get(id) as Row | undefined;
  }

  list(parent: string): readonly Row[] {
    return [...(this.rows(parent)?.values() ?? [])] as Row[];
  }

  put(parent: string, id: string, value: Row): Change {
    return ['put', this.name, parent, id, value];
  }

  delete(parent: string, id: string): Change {
    return ['delete', this.name, parent, id];
  }
}

type Tables = Map<string, Map<string, Map<string, unknown>>>;

/** The file that a path resolves to: two paths of a file are one lock, and a link stays a link. */
async function resolvedPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw stateUnusable(path, error);
  }
  try {
    await mkdir(dirname(path), { recursive: true });
    return join(await realpath(dirname(path)), basename(path));
  } catch (error) {
    throw stateUnusable(path, error);
  }
}

function readChanges(line: unknown): readonly Change[] {
  if (!Array.isArray(line) || !line.every(isChange))
    throw new StateFileError(
      'the state file is damaged: it has an unknown change; move it away to start without it',
    );
  return line;
}

function isChange(value: unknown): value is Change {
  if (!Array.isArray(value)) return false;
  const parts: readonly unknown[] = value;
  const [kind, ...rest] = parts;
  if (kind === 'clear') return rest.length === 0;
  const named = rest.slice(0, 3).every((part) => typeof part === 'string');
  return named && ((kind === 'put' && rest.length === 4) || (kind === 'delete' && rest.length === 3));
}
