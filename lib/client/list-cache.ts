import { onAbort, isTimeLimit } from './time-limit';
import { CancelledError, isNotFound } from './errors';

/** An object of a list. Some IDs are numbers that may come as strings. */
interface Listed {
  readonly id: string | number;
}

type Change<T> = (objects: Map<string, T>) => void;

interface Entry<T> {
  /** The list as it was read, with the changes since. Undefined while it is read. */
  objects: Map<string, T> | undefined;
  /** The writes of this process while the list was read: the list may or may not have them. */
  readonly changes: Change<T>[];
  readonly loaded: Promise<void>;
  /** Whether the read has begun: it waits for the one before. */
  hasBegun: boolean;
  readonly waiting: Set<object>;
  readonly cancel: AbortController;
}

/**
 * Lists that many callers of one client need, each read once. A list is never older than a write of this client: the write
 * corrects it, or removes it from the cache where the outcome of the write is unknown.
 */
export class ListCache<T extends Listed> {
  readonly #entries = new Map<string, Entry<T>>();

  /**
   * The list of a scope, such as a zone. `load` is called once for all callers that ask before it ends, and not again
   * afterwards. A failure is not kept. The load is cancelled when the signals of all its callers have fired.
   */
  async read(
    scope: string,
    load: (signal: AbortSignal) => Promise<readonly T[]>,
    signal?: AbortSignal,
  ): Promise<T[]> {
    if (signal?.aborted === true) throw interruption(signal);
    return this.#objectsOf(this.#entries.get(scope) ?? this.#begin(scope, load), scope, signal);
  }

  /**
   * The list of a scope, by a read that begins after the call. While another one runs, all callers share the next: many that ask at
   * the same time take two reads.
   */
  async readAgain(
    scope: string,
    load: (signal: AbortSignal) => Promise<readonly T[]>,
    signal?: AbortSignal,
  ): Promise<T[]> {
    if (signal?.aborted === true) throw interruption(signal);
    const known = this.#entries.get(scope);
    const entry = known?.hasBegun === false ? known : this.#begin(scope, load, known?.loaded);
    return this.#objectsOf(entry, scope, signal);
  }

  async #objectsOf(entry: Entry<T>, scope: string, signal: AbortSignal | undefined): Promise<T[]> {
    await this.#wait(entry, scope, signal);
    return [...(entry.objects ?? new Map<string, T>()).values()];
  }

  /** Corrects a list by an object that this client has created, changed or just read. */
  put(scope: string, object: T): void {
    this.#change(scope, (objects) => objects.set(String(object.id), object));
  }

  remove(scope: string, id: string | number): void {
    this.#change(scope, (objects) => objects.delete(String(id)));
  }

  /** Reads the list again for the next caller: a write to it may or may not have been applied. */
  forget(scope: string): void {
    this.#entries.delete(scope);
  }

  /** Runs a write: its result corrects the list, and a failure removes the list from the cache. */
  async correct<R>(scope: string, write: () => Promise<R>, put: (result: R) => void): Promise<R> {
    try {
      const result = await write();
      put(result);
      return result;
    } catch (error) {
      this.forget(scope);
      throw error;
    }
  }

  /** Runs a write whose reply does not have the object: the next caller reads the list again. */
  async outdate<R>(scope: string, write: () => Promise<R>): Promise<R> {
    try {
      return await write();
    } finally {
      this.forget(scope);
    }
  }

  #change(scope: string, change: Change<T>): void {
    const entry = this.#entries.get(scope);
    if (entry === undefined) return;
    if (entry.objects === undefined) entry.changes.push(change);
    else change(entry.objects);
  }

  #begin(
    scope: string,
    load: (signal: AbortSignal) => Promise<readonly T[]>,
    before?: Promise<void>,
  ): Entry<T> {
    const cancel = new AbortController();
    const begin = () => {
      entry.hasBegun = true;
      return load(cancel.signal);
    };
    const entry: Entry<T> = {
      objects: undefined,
      changes: [],
      waiting: new Set(),
      cancel,
      hasBegun: before === undefined,
      loaded: (before === undefined ? load(cancel.signal) : before.then(begin, begin)).then(
        (list) => {
          const objects = new Map(list.map((each) => [String(each.id), each]));
          for (const change of entry.changes) change(objects);
          entry.objects = objects;
        },
        (error: unknown) => {
          if (this.#entries.get(scope) === entry) this.forget(scope);
          throw error;
        },
      ),
    };
    // Callers get the failure; one that left must not make it an unhandled rejection.
    entry.loaded.catch(() => undefined);
    this.#entries.set(scope, entry);
    return entry;
  }

  /** Waits for the load, or for the caller's signal. The last caller that leaves cancels the load. */
  async #wait(entry: Entry<T>, scope: string, signal: AbortSignal | undefined): Promise<void> {
    if (entry.objects !== undefined) return;
    const caller = {};
    entry.waiting.add(caller);
    let stopListening = (): void => undefined;
    const interrupted = new Promise<never>((_resolve, reject) => {
      if (signal === undefined) return;
      stopListening = onAbort(signal, () => {
        entry.waiting.delete(caller);
        const isLast = entry.waiting.size === 0;
        if (isLast && this.#entries.get(scope) === entry) this.forget(scope);
        if (isLast) entry.cancel.abort(signal.reason);
        // The load ends by itself when its time is over, and its last failure says more.
        if (!isLast || !isTimeLimit(signal.reason)) reject(interruption(signal));
      });
    });
    try {
      await Promise.race([entry.loaded, interrupted]);
    } finally {
      stopListening();
      entry.waiting.delete(caller);
    }
  }
}

interface Lookup<T> {
  readonly ids: readonly string[];
  readonly get: (id: string, signal: AbortSignal) => Promise<T>;
  /** Whether an earlier lookup may answer that an object does not exist. */
  readonly cached: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Looks for objects that a list lacks: it may lack one that exists, and no reply says so. Each is read by its ID, once for all
 * callers that ask before it is read.
 */
export class MissingObjects<T extends Listed> {
  /** The objects by scope and ID; nothing for one that does not exist. */
  readonly #lookups = new ListCache<T>();

  /** The list, with those of the objects that it lacks and that exist. */
  async addTo(list: readonly T[], scope: string, { ids, get, cached, signal }: Lookup<T>): Promise<T[]> {
    const listed = new Set(list.map(({ id }) => String(id)));
    const missing = [...new Set(ids)].filter((id) => !listed.has(id));
    const found = missing.map(async (id) => {
      const key = `${scope}/${id}`;
      const load = (loading: AbortSignal) => existing(get(id, loading));
      const objects = await (cached
        ? this.#lookups.read(key, load, signal)
        : this.#lookups.readAgain(key, load, signal));
      // Its next caller needs it as it is by then.
      if (objects.length > 0) this.#lookups.forget(key);
      return objects;
    });
    return [...list, ...(await Promise.all(found)).flat()];
  }
}

async function existing<T>(reading: Promise<T>): Promise<readonly T[]> {
  try {
    return [await reading];
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

function interruption(signal: AbortSignal): CancelledError {
  return new CancelledError('Reading a list was cancelled.', {
    request: { method: 'GET', url: '' },
    cause: signal.reason,
  });
}
