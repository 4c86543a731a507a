import { parseJson } from '../../ground/json';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { printableJson } from '../../ground/visible';
import { codeOf, listSome } from '../../ground/words';
import { writeProjectFiles } from '../project/write-files';
import { replaceFile, textIfThere, unlessMissing, updateFile } from '../files';
import type { ImportedObject } from './inventory';

export type Language = 'typescript' | 'hcl';

/** The record of what an import has written, to find out later what is new. Commit it beside the code. */
export interface Manifest {
  readonly version: 1;
  readonly language: Language;
  /** The objects as imported, and those that were added later, batch by batch. */
  readonly batches: readonly (readonly ImportedObject[])[];
}

/** The folder of `--out`: one to write to, or a project of an earlier import. */
export interface ProjectFolder {
  readonly path: string;
  readonly manifest: Manifest | undefined;
}

export const importFolder = '.edge-import';

const manifestFile = join(importFolder, 'manifest.json');
/** The names that a folder may have and still count as empty. */
const ignoredNames: readonly string[] = [importFolder, '.git', '.DS_Store'];

/** @throws an Error for a folder with files that no import has written */
export async function openFolder(path: string): Promise<ProjectFolder> {
  const names = await listFolder(path);
  const text = await textIfThere(join(path, manifestFile));
  if (text !== undefined) return { path, manifest: parseManifest(join(path, manifestFile), text) };
  const foreign = names.filter((name) => !ignoredNames.includes(name));
  // Only an interrupted import has its own folder and no manifest.
  if (foreign.length > 0 && !names.includes(importFolder))
    throw new Error(
      `--out: ${path} has files that no import has written: ${listSome(foreign, 5)}. Nothing was changed. Name a new folder.`,
    );
  return { path, manifest: undefined };
}

export function emptyManifest(language: Language): Manifest {
  return { version: 1, language, batches: [] };
}

/**
 * Adds files to a project, and their objects to its manifest. Files with the same content stay, so that a run continues where an earlier
 * one was interrupted.
 *
 * @throws an Error that names the files with another content; nothing is written then
 * @throws an Error where another import has written the project since it was read: both could have the same objects
 */
export async function writeFolder(
  { path, manifest }: ProjectFolder & { readonly manifest: Manifest },
  files: ReadonlyMap<string, string>,
  objects: readonly ImportedObject[],
): Promise<void> {
  await writeProjectFiles(path, files);
  const text = printManifest({
    ...manifest,
    batches: [...manifest.batches, objects],
  });
  const file = join(path, manifestFile);
  await updateFile(file, (now = text) => {
    if (now === text || isDeepStrictEqual(parseManifest(file, now), manifest)) return text;
    throw new Error(
      `--out: another import has written to ${path} while this one ran, and the objects of this one were not recorded. Run the same command again.`,
    );
  });
  await replaceFile(join(path, importFolder, '.gitignore'), 'checkpoint.ndjson*\n');
}

async function listFolder(path: string): Promise<string[]> {
  try {
    return (await unlessMissing(() => readdir(path))) ?? [];
  } catch (error) {
    if (codeOf(error) !== 'ENOTDIR') throw error;
    throw new Error(`--out: ${path} is a file. Name a folder.`, { cause: error });
  }
}

function printManifest(manifest: Manifest): string {
  const { batches, ...head } = manifest;
  // One object in a line: so the differences of two imports can be read.
  const lines = batches.map(
    (objects) =>
      `    [\n${objects.map((object) => `      ${printableJson(JSON.stringify(object))}`).join(',\n')}\n    ]`,
  );
  const start = JSON.stringify(head, undefined, 2).replace(/\n\}$/, '');
  return `${start},\n  "batches": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

function parseManifest(file: string, text: string): Manifest {
  let manifest: Partial<Manifest>;
  try {
    manifest = parseJson(text) as Partial<Manifest>;
  } catch (error) {
    throw new Error(`${file} is no JSON. Restore it from your version control.`, { cause: error });
  }
  if (manifest.version === 1) return manifest as Manifest;
  throw new Error(
    `${file} has version ${String(manifest.version)}. Update the package: this one reads version 1.`,
  );
}
