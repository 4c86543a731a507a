import { inflateRawSync } from 'node:zlib';

/** Whether bytes are a zip archive, such as a plan file of Terraform. */
export function isZip(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32LE(0) === localHeader;
}

/** The files of an archive by name, decompressed. */
export function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  if (end < 0) throw new Error('the archive has no directory');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const lengths = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const name = archive.toString('utf8', at + 46, at + 46 + (lengths[0] ?? 0));
    files.set(name, contentAt(archive, archive.readUInt32LE(at + 42), size, method));
    at += 46 + lengths.reduce((sum, length) => sum + length, 0);
  }
  return files;
}

const localHeader = 0x04034b50;
const stored = 0;
const deflated = 8;

function contentAt(archive: Buffer, header: number, size: number, method: number): Buffer {
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const content = archive.subarray(start, start + size);
  if (method === stored) return content;
  if (method === deflated) return inflateRawSync(content);
  throw new Error(`the archive is compressed by method ${method}`);
}
