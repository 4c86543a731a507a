import { crc32, deflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes for each pixel; opaque. */
  readonly rgba: Buffer;
}

const maxColors = 256;

/**
 * A PNG with a palette of the most frequent colors, about a third of the size of one without. An interface has few colors; the
 * rare ones, at the edges of letters, become the nearest of the palette.
 */
export function writeIndexedPng({ width, height, rgba }: Pixels): Buffer {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgba.length; at += 4) {
    const color = rgba.readUIntBE(at, 3);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([one, left], [other, right]) => right - left || one - other);
  const palette = byCount.slice(0, maxColors).map(([color]) => color);
  const indexes = new Map(byCount.map(([color]) => [color, nearest(palette, color)]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const row = Math.floor(pixel / width);
    // Each row begins with its filter, none.
    rows[pixel + row + 1] = indexes.get(rgba.readUIntBE(pixel * 4, 3)) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

function nearest(palette: readonly number[], color: number): number {
  const distances = palette.map((each) => distance(each, color));
  return distances.indexOf(Math.min(...distances));
}

function distance(one: number, other: number): number {
  const there = channels(other);
  return channels(one).reduce((sum, channel, index) => sum + (channel - (there[index] ?? 0)) ** 2, 0);
}

function channels(color: number): readonly [number, number, number] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}
