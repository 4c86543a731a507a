import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file in one step, so that an interruption leaves no half of it, and its folder where there is none. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  await writeFile(draft, text);
  await rename(draft, path);
}
