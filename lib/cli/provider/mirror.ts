import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareKeys } from '../../ground/compare';
import { formatJson, isObject } from '../../ground/json';

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
export function writeMirrorDocuments(
  folder: string,
  version: string,
  archives: readonly MirroredArchive[],
): void {
  const given = archives.map(({ platform, fileName: url, hashes }) => [platform, { url, hashes }] as const);
  const present = { ...readArchives(folder, version), ...Object.fromEntries(given) };
  const sorted = Object.fromEntries(Object.entries(present).sort(compareKeys));
  writeJson(join(folder, `${version}.json`), { archives: sorted });
  const versions = readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'index.json')
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
  writeJson(join(folder, 'index.json'), { versions: Object.fromEntries(versions.map((each) => [each, {}])) });
}

/** The archives of an earlier run, as far as their files are still there. */
function readArchives(folder: string, version: string): Record<string, { url: string; hashes: string[] }> {
  const file = join(folder, `${version}.json`);
  if (!existsSync(file)) return {};
  const document: unknown = parseJson(file);
  const archives = isObject(document) && isObject(document.archives) ? document.archives : {};
  return Object.fromEntries(
    Object.entries(archives).flatMap(([platform, entry]) =>
      isArchive(entry) && existsSync(join(folder, entry.url)) ? [[platform, entry] as const] : [],
    ),
  );
}

function isArchive(value: unknown): value is { url: string; hashes: string[] } {
  return (
    isObject(value) &&
    typeof value.url === 'string' &&
    Array.isArray(value.hashes) &&
    value.hashes.every((each) => typeof each === 'string')
  );
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON: remove it, and build all platforms again.`, { cause: error });
  }
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, formatJson(value));
}
