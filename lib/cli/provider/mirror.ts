import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareKeys } from '../../ground/compare';
import { fieldsOf, formatJson, isObject, isTexts, jsonOf } from '../../ground/json';
import { updateFile } from '../files';

export interface MirroredArchive {
  readonly platform: string;
  readonly fileName: string;
  /** `h1:` of its files, `zh:` of the archive. */
  readonly hashes: readonly string[];
}

/**
 * Writes the documents of a network mirror beside its archives
 * (https://developer.hashicorp.com/terraform/internals/provider-network-mirror-protocol). Archives and versions that are there
 * already stay.
 */
export async function writeMirrorDocuments(
  folder: string,
  version: string,
  archives: readonly MirroredArchive[],
): Promise<void> {
  const given = archives.map(({ platform, fileName: url, hashes }) => [platform, { url, hashes }] as const);
  const file = join(folder, `${version}.json`);
  await updateFile(file, (before) => {
    const present = { ...archivesIn(file, before), ...Object.fromEntries(given) };
    return formatJson({ archives: Object.fromEntries(Object.entries(present).sort(compareKeys)) });
  });
  await updateFile(join(folder, 'index.json'), () => {
    const versions = readdirSync(folder)
      .filter((name) => name.endsWith('.json') && name !== 'index.json')
      .map((name) => name.slice(0, -'.json'.length))
      .sort();
    return formatJson({ versions: Object.fromEntries(versions.map((each) => [each, {}])) });
  });
}

/** The archives of an earlier run, as far as their files are still there. */
function archivesIn(
  file: string,
  text: string | undefined,
): Record<string, { url: string; hashes: string[] }> {
  if (text === undefined) return {};
  const document = jsonOf(text);
  if (document === undefined)
    throw new Error(`${file} is not JSON: remove it, and build all platforms again.`);
  const { archives } = fieldsOf(document);
  return Object.fromEntries(
    Object.entries(fieldsOf(archives)).flatMap(([platform, entry]) =>
      isArchive(entry) && existsSync(join(dirname(file), entry.url)) ? [[platform, entry] as const] : [],
    ),
  );
}

function isArchive(value: unknown): value is { url: string; hashes: string[] } {
  return isObject(value) && typeof value.url === 'string' && isTexts(value.hashes);
}
