import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseTar } from 'nanotar';
import { isZip, unzip } from '../../test/support/zip';
import { filesIn, sha256Of } from './files';

/**
 * What differs between the files of two folders, a line for each. For an archive, its members, also those of archives in it:
 * `python/x.whl > x/_jsii/x.tgz > package/.jsii`.
 */
export function differencesOf(first: string, second: string): string[] {
  const [ours, theirs] = [filesIn(first), filesIn(second)];
  return [...new Set([...ours, ...theirs])].sort().flatMap((file) => {
    if (!theirs.includes(file)) return [`${file}: only in the first run`];
    if (!ours.includes(file)) return [`${file}: only in the second run`];
    const [a, b] = [join(first, file), join(second, file)];
    return sha256Of(a) === sha256Of(b) ? [] : contentDifferences(file, readFileSync(a), readFileSync(b));
  });
}

/** What differs between two contents, which are not equal. */
function contentDifferences(name: string, a: Buffer, b: Buffer): string[] {
  const [ours, theirs] = [membersOf(a), membersOf(b)];
  if (ours === undefined || theirs === undefined)
    return [`${name}: ${a.length} and ${b.length} bytes, ${firstDifference(a, b)}`];
  const members = [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((member) => {
    const [left, right] = [ours.get(member), theirs.get(member)];
    if (left === undefined || right === undefined)
      return [`${name} > ${member}: only in the ${left === undefined ? 'second' : 'first'} run`];
    return left.equals(right) ? [] : contentDifferences(`${name} > ${member}`, left, right);
  });
  return members.length > 0 ? members : [`${name}: order, times, modes or compression of its members`];
}

/** The files in an archive by name, or undefined for another file. */
function membersOf(bytes: Buffer): ReadonlyMap<string, Buffer> | undefined {
  if (isZip(bytes)) return unzip(bytes);
  if (bytes.length < 2 || bytes.readUInt16BE() !== gzipMagic) return undefined;
  const content = gunzipSync(bytes);
  if (content.toString('latin1', 257, 262) !== 'ustar') return new Map([['content', content]]);
  return new Map(parseTar(content).map(({ name, data }) => [name, Buffer.from(data ?? [])]));
}

const gzipMagic = 0x1f8b;

function firstDifference(a: Buffer, b: Buffer): string {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  const around = (bytes: Buffer) => JSON.stringify(bytes.toString('latin1', Math.max(0, at - 20), at + 40));
  return at < 0 ? 'one begins with the other' : `from byte ${at}: ${around(a)} and ${around(b)}`;
}
