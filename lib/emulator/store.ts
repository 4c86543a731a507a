import { Journal, readJournal } from './journal';

/** One change of the state. Changes are values, so that a dry run can make them and throw them away. */
export type Change =
  | readonly ['put', table: string, parent: string, id: string, value: unknown]
  | readonly ['delete', table: string, parent: string, id: string]
  | readonly ['clear'];

/** All state of the emulator: named tables in memory, and a journal behind them when there is a state file. */
export class Store {
  private readonly tables = new Map<string, Rows>();
  private held: Change[] | undefined;

  private constructor(private journal: Journal | undefined) {}

  /** `fresh` tells whether there was no earlier state to go on from. */
  static async open(stateFile: string | undefined): Promise<{ store: Store; fresh: boolean }> {
    const store = new Store(undefined);
    if (stateFile === undefined) return { store, fresh: true };
    const lines = await readJournal(stateFile);
    for (const line of lines ?? []) store.apply(readChanges(line));
    store.journal = await Journal.rewrite(stateFile, store.snapshot());
    return { store, fresh: lines === undefined || store.tables.size === 0 };
  }

  table<Row>(name: string): Table<Row> {
    return new Table<Row>(name, (parent) => this.tables.get(name)?.get(parent));
  }

  /** Applies the changes at once and hands them to the journal as one line: all of them survive, or none. */
  commit(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.apply(changes);
    if (this.held !== undefined) this.held.push(...changes);
    else this.journal?.append(JSON.stringify(changes));
  }

  /** Everything that `work` commits becomes one line. When it throws, nothing is written. */
  atomically(work: () => void): void {
    this.held = [];
    try {
      work();
      if (this.held.length > 0) this.journal?.append(JSON.stringify(this.held));
    } finally {
      this.held = undefined;
    }
  }

  /** Resolves when everything committed so far would survive a crash. */
  async settled(): Promise<void> {
    await this.journal?.settled();
  }

  async close(): Promise<void> {
    await this.journal?.close();
  }

  private apply(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change[0] === 'clear') this.tables.clear();
      else if (change[0] === 'put') this.rows(change[1], change[2]).set(change[3], change[4]);
      else this.rows(change[1], change[2]).delete(change[3]);
    }
  }

  private rows(table: string, parent: string): Map<string, unknown> {
    const parents = obtain(this.tables, table, () => new Map<string, Map<string, unknown>>());
    return obtain(parents, parent, () => new Map<string, unknown>());
  }

  private snapshot(): string[] {
    const lines: string[] = [];
    for (const [table, parents] of this.tables)
      for (const [parent, rows] of parents)
        for (const [id, value] of rows) lines.push(JSON.stringify([['put', table, parent, id, value]]));
    return lines;
  }
}

/** Rows of one kind, each below a parent (a zone, a ruleset), in the order in which they were first put. */
export class Table<Row> {
  constructor(
    private readonly name: string,
    private readonly rows: (parent: string) => ReadonlyMap<string, unknown> | undefined,
  ) {}

  get(parent: string, id: string): Row | undefined {
    // What is read back was put by this table, by this run or by an earlier one through the journal.
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

type Rows = Map<string, Map<string, unknown>>;

function obtain<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const present = map.get(key);
  if (present !== undefined) return present;
  const made = make();
  map.set(key, made);
  return made;
}

function readChanges(line: unknown): readonly Change[] {
  if (!Array.isArray(line) || !line.every(isChange))
    throw new Error('the state file is damaged (unknown change)');
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
