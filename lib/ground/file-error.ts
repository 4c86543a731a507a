import { memberOf } from './json';
import { codeOf, whyUnreadable, whyUnwritable } from './words';

/** A file or folder that cannot be read or written. Its path tells the option that named it. */
export class FileError extends Error {
  public readonly code: unknown;

  public constructor(
    public readonly path: string,
    use: 'read' | 'written',
    cause: unknown,
  ) {
    const reason = use === 'read' ? whyUnreadable(cause) : whyUnwritable(cause);
    super(`${path} cannot be ${use}: ${reason}`, { cause });
    this.code = codeOf(cause);
  }
}

/** Runs a function that writes a file; an error of the file system becomes a FileError. */
export async function withFileErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw typeof memberOf(error, 'syscall') === 'string' ? new FileError(path, 'written', error) : error;
  }
}
