import { isNotFound, mayHaveBeenApplied } from '../client';

/** A write to the service, and how to find out what became of it when its reply is lost. */
export interface Write<T, Found = T> {
  /** Sends the write. */
  readonly write: () => Promise<T>;
  /** Reads the object as the service has it now; undefined when it has nothing that the write could have produced. */
  readonly readBack: () => Promise<Found | undefined>;
  /**
   * Whether what was read back shows that the write was applied. May throw an error that explains more than
   * `writeError`, the write's own.
   *
   * @default - whatever was read back shows it
   */
  readonly isDone?: (found: Found, writeError: unknown) => boolean;
  /**
   * Whether the write can be sent twice. It is then sent once more before it is read back, and read back after a
   * refusal too: the service may refuse the second one because it has applied the first.
   *
   * @default false
   */
  readonly isRepeatable?: boolean;
}

/**
 * Sends a write and, if its outcome is unknown, reads back what the service has: the only place where the handlers
 * resolve such a doubt. A doubt that cannot be resolved rethrows the error of the write.
 */
export async function writeOnce<T, Found = T>({
  write,
  readBack,
  isDone,
  isRepeatable = false,
}: Write<T, Found>): Promise<T | Found> {
  try {
    return await (isRepeatable ? retryInDoubt(write) : write());
  } catch (error) {
    if (!isRepeatable && !mayHaveBeenApplied(error)) throw error;
    const found = await tryRead(readBack);
    if (found === undefined || isDone?.(found, error) === false) throw error;
    return found;
  }
}

/** Creates an object whose name need not be unique: one that matches now and was not there `before` is the new one. */
export function createOnce<T extends { readonly id: unknown }, Listed extends T>({
  before,
  create,
  list,
  matches,
}: {
  readonly before: readonly Listed[];
  readonly create: () => Promise<T>;
  readonly list: () => Promise<readonly Listed[]>;
  readonly matches: (listed: Listed) => boolean;
}): Promise<T> {
  const known = new Set(before.map(({ id }) => id));
  return writeOnce({
    write: create,
    readBack: async () => {
      const [made, ...more] = (await list()).filter((each) => !known.has(each.id) && matches(each));
      return more.length === 0 ? made : undefined;
    },
  });
}

/** Deletes an object; one that is gone already counts as deleted. `find` rejects or returns undefined when it is gone. */
export async function deleteOnce(remove: () => Promise<void>, find: () => Promise<unknown>): Promise<void> {
  await writeOnce({
    write: async () => {
      await unlessNotFound(remove);
      return { isGone: true };
    },
    readBack: async () => ({ isGone: (await unlessNotFound(find)) === undefined }),
    isDone: ({ isGone }) => isGone,
  });
}

/** The result of a call, or undefined when the service says that the object does not exist. */
export async function unlessNotFound<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The result of a read that nothing depends on: undefined when it fails. */
export async function tryRead<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

async function retryInDoubt<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!mayHaveBeenApplied(error)) throw error;
    return write();
  }
}
