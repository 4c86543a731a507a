import { inflateSync } from 'node:zlib';
import { writeIndexedPng } from '../../scripts/pictures/indexed-png';

describe('a PNG with a palette', () => {
  it('keeps each color of a picture with few of them', () => {
    const rgba = Buffer.from([...[1, 2, 3, 255], ...[9, 8, 7, 255], ...[9, 8, 7, 255], ...[9, 8, 7, 255]]);
    const png = writeIndexedPng({ width: 2, height: 2, rgba });
    expect(chunkOf(png, 'IHDR').toString('hex')).toBe('00000002000000020803000000');
    // The most frequent color is the first.
    expect([...chunkOf(png, 'PLTE')]).toEqual([9, 8, 7, 1, 2, 3]);
    expect([...inflateSync(chunkOf(png, 'IDAT'))]).toEqual([0, 1, 0, 0, 0, 0]);
  });

  it('replaces rare colors by the nearest when there are too many', () => {
    const grays = Array.from({ length: 256 }, (_, gray) => [gray, gray, gray, 255]);
    const rgba = Buffer.from([...grays, ...grays, [101, 100, 100, 255], [0, 0, 1, 255]].flat());
    const png = writeIndexedPng({ width: 514, height: 1, rgba });
    const palette = chunkOf(png, 'PLTE');
    const indexes = [...inflateSync(chunkOf(png, 'IDAT'))].slice(1);
    expect(palette).toHaveLength(256 * 3);
    expect(indexes.slice(-2).map((index) => palette[index * 3])).toEqual([100, 0]);
  });
});

function chunkOf(png: Buffer, type: string): Buffer {
  const at = png.indexOf(type, 0, 'latin1');
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
}
