import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { withFileErrors } from '../ground/file-error';
import { whyUnwritable } from '../ground/words';

/** The folder that stands for all object storage: `<root>/<bucket>/<path>`. */
export class Buckets {
  private constructor(readonly root: string) {}

  /** Creates the folder if it is missing, so that an unusable path fails before anything is delivered. */
  static async open(folder: string): Promise<Buckets> {
    const root = resolve(folder);
    try {
      await mkdir(root, { recursive: true });
      await access(root, constants.W_OK);
    } catch (error) {
      throw new Error(`the folder for buckets ${root} cannot be used: ${whyUnwritable(error)}`, {
        cause: error,
      });
    }
    return new Buckets(root);
  }

  /** Writes a file atomically: a reader never sees a part of it. Resolves when it is closed. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    const target = join(this.root, path);
    if (!isInsideBucket(path) || !target.startsWith(this.root + sep))
      throw new Error(`${path} is outside the buckets folder`);
    const aside = join(dirname(target), `.${randomUUID()}.part`);
    await withFileErrors(target, async () => {
      await mkdir(dirname(target), { recursive: true });
      try {
        await writeFile(aside, content, { flag: 'wx' });
        await rename(aside, target);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    });
  }
}

/** Whether a bucket path stays below its bucket: no `..`, no `.`, no empty bucket, no character with a meaning to a file system. */
export function isInsideBucket(path: string): boolean {
  const [bucket, ...rest] = path.split('/');
  if (bucket === undefined || !isPlainName(bucket)) return false;
  return rest.every((part) => part === '' || isPlainName(part));
}

function isPlainName(part: string): boolean {
  if (part === '' || part === '.' || part === '..') return false;
  return !['\\', '\0', ':'].some((char) => part.includes(char));
}

/** `{DATE}` becomes YYYYMMDD, in UTC. */
export function withDate(path: string, date: Date): string {
  return path.replaceAll('{DATE}', date.toISOString().slice(0, 10).replaceAll('-', ''));
}
