import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The lines of all files that were delivered to a bucket, in the order of the files' names. */
export function readDeliveredLines(bucketsDir: string, bucket: string): string[] {
  const root = join(bucketsDir, bucket);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log.gz'))
    .sort()
    .flatMap((name) =>
      gunzipSync(readFileSync(join(root, name)))
        .toString('utf8')
        .split('\n'),
    )
    .filter((line) => line !== '');
}

/** A file in a bucket, as the bucket's owner reads it. */
export function readObject(bucketsDir: string, bucket: string, name: string): string {
  return readFileSync(join(bucketsDir, bucket, name), 'utf8');
}

export async function emptyBuckets(bucketsDir: string): Promise<void> {
  const names = readdirSync(bucketsDir);
  await Promise.all(names.map((name) => rm(join(bucketsDir, name), { recursive: true, force: true })));
}
