import { isApiError, isNotFound, mayHaveBeenApplied, type ApiError, type CreateOptions } from '../client';
import { DiagnosticError, type Diagnostic } from '../schema';

/** A write to the API, with the read to find out whether it was applied if its reply is lost. */
export interface Write<T, Found = T> {
  readonly write: () => Promise<T>;
  /** Describes a refusal by the attributes that it is about. May read what it names. @default - none: the error is thrown as it is */
  readonly explain?: (refusal: ApiError) => readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
  /** Reads the current object; undefined if there is none that the write could have produced. */
  readonly readBack: () => Promise<Found | undefined>;
  /** Whether the object that was read back shows the write. May throw what explains more than the error of the write. @default - true for any */
  readonly isDone?: (found: Found, writeError: unknown) => boolean;
}

/**
 * Sends a write. If its outcome is still unknown after the repetitions of the client, reads the object back to determine it.
 * Rethrows the error of the write if the outcome cannot be determined. All handlers write through this function.
 */
export async function writeOnce<T, Found = T>({
  write,
  explain = () => [],
  readBack,
  isDone,
}: Write<T, Found>): Promise<T | Found> {
  try {
    return await write();
  } catch (error) {
    if (!mayHaveBeenApplied(error)) {
      const diagnostics = isApiError(error) ? await explain(error) : [];
      throw diagnostics.length === 0 ? error : new DiagnosticError(diagnostics, { cause: error });
    }
    const found = await tryRead(readBack);
    if (found === undefined || isDone?.(found, error) === false) throw error;
    return found;
  }
}

interface Creation<T, Listed> extends Pick<Write<T>, 'explain'> {
  readonly before: readonly Listed[];
  /** Creates the object. Passes the options on to the call: with them the client looks for the object before it repeats the call. */
  readonly create: (options: Pick<CreateOptions, 'wasApplied'>) => Promise<T>;
  readonly list: () => Promise<readonly Listed[]>;
  readonly matches: (listed: Listed) => boolean;
  /** Reports objects that an earlier attempt has created after all, once the call was repeated. */
  readonly reportSecond: (second: Listed, created: T) => void;
}

export async function createOnce<T extends { readonly id: unknown }, Listed extends T>({
  before,
  create,
  explain,
  list,
  matches,
  reportSecond,
}: Creation<T, Listed>): Promise<T> {
  const known = new Set(before.map(({ id }) => id));
  const findNew = async () => (await list()).filter((each) => !known.has(each.id) && matches(each));
  const attempts = { areInDoubt: false };
  const wasApplied = async () => {
    attempts.areInDoubt = true;
    return (await findNew()).length > 0;
  };
  const created = await writeOnce({
    write: () => create({ wasApplied }),
    ...(explain && { explain }),
    readBack: async () => {
      const [made, ...more] = await findNew();
      return more.length === 0 ? made : undefined;
    },
  });
  const found = attempts.areInDoubt ? ((await tryRead(findNew)) ?? []) : [];
  for (const each of found) if (each.id !== created.id) reportSecond(each, created);
  return created;
}

/** Deletes an object, if it still exists. `find` rejects or returns undefined if it does not. */
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

export function unlessNotFound<T>(call: () => Promise<T>): Promise<T | undefined> {
  return unlessError(isNotFound, call);
}

export function tryRead<T>(read: () => Promise<T>): Promise<T | undefined> {
  return unlessError(() => true, read);
}

export async function unlessError<T>(
  isExpected: (error: unknown) => boolean,
  call: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isExpected(error)) return undefined;
    throw error;
  }
}
