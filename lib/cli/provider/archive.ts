import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ProviderPackage } from '../../drivers/plugin/standalone/package';

/** The name of an archive, which Terraform looks for in a packed mirror. */
export function archiveName(version: string, platform: string): string {
  return `${archivePrefix(version)}_${platform}.zip`;
}

export function archivePrefix(version: string): string {
  return `terraform-provider-edge_${version}`;
}

/** Writes a provider package as an archive. The same package and time give the same bytes. */
export async function writeArchive(
  { folder, fileNames }: ProviderPackage,
  file: string,
  time: Date,
): Promise<void> {
  const zip = new ZipFile();
  for (const name of fileNames)
    zip.addFile(join(folder, name), name, {
      mtime: time,
      forceDosTimestamp: true,
      mode: name.startsWith('terraform-provider-') ? 0o100755 : 0o100644,
    });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

/**
 * The time of the files in archives: `SOURCE_DATE_EPOCH` (https://reproducible-builds.org/specs/source-date-epoch/), seconds
 * since 1970, otherwise the first day that archives know. Archives have local times, so this one has that of UTC as its own.
 *
 * @throws an error for anything but a number of seconds that archives can express
 */
export function archiveTime({ SOURCE_DATE_EPOCH = '' }: NodeJS.ProcessEnv): Date {
  if (SOURCE_DATE_EPOCH === '') return new Date(1980, 0, 1);
  const utc = new Date(Number(SOURCE_DATE_EPOCH) * 1000);
  const year = utc.getUTCFullYear();
  if (!/^\d+$/.test(SOURCE_DATE_EPOCH) || !(year >= 1980 && year < 2108))
    throw new Error(
      `SOURCE_DATE_EPOCH is "${SOURCE_DATE_EPOCH}". It must be seconds since 1970, of a time between 1980 and 2107, such as \`git log -1 --format=%ct\` prints.`,
    );
  return new Date(
    year,
    utc.getUTCMonth(),
    utc.getUTCDate(),
    utc.getUTCHours(),
    utc.getUTCMinutes(),
    utc.getUTCSeconds(),
  );
}

/** SHA-256 of a file, in hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
