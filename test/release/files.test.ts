import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createTarGzip } from 'nanotar';
import { differencesOf } from '../../scripts/release/differences';
import { checksumsOf } from '../../scripts/release/files';
import { tableOf } from '../../scripts/release/table';
import { makeFolder, writeFiles } from '../support/folder';

let folder: string;

beforeEach(() => {
  folder = makeFolder();
});

const write = (files: Readonly<Record<string, string | Uint8Array>>) => {
  writeFiles(folder, files);
};

describe('the checksums of a release', () => {
  it('name every file with its SHA-256, in the order of their names', () => {
    write({ 'b.txt': 'abc', 'a/b/empty': '', 'a-b': 'abc' });
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    expect(checksumsOf(folder)).toBe(`${abc}  a-b\n${empty}  a/b/empty\n${abc}  b.txt\n`);
  });

  it('are those of whole files of many megabytes', () => {
    const content = Buffer.alloc(2_500_000, 'large file ');
    write({ large: content });
    expect(checksumsOf(folder)).toBe(`${createHash('sha256').update(content).digest('hex')}  large\n`);
  });
});

describe('the differences of two runs', () => {
  const differences = () => differencesOf(join(folder, '1'), join(folder, '2'));

  it('are none for equal bytes', () => {
    write({ '1/a/b': 'x', '2/a/b': 'x' });
    expect(differences()).toEqual([]);
  });

  it('name files that one run has alone, and where contents begin to differ', () => {
    write({ '1/only-1': '', '2/only-2': '', '1/a': 'time: 1', '2/a': 'time: 2' });
    expect(differences()).toEqual([
      'a: 7 and 7 bytes, from byte 6: "time: 1" and "time: 2"',
      'only-1: only in the first run',
      'only-2: only in the second run',
    ]);
  });

  it('name the members of archives, and of archives in archives', async () => {
    const archive = (members: Readonly<Record<string, string | Uint8Array>>, mtime = 0) =>
      createTarGzip(
        Object.entries(members).map(([name, data]) => ({ name, data })),
        { attrs: { mtime } },
      );
    write({
      '1/x.tgz': await archive({ same: 's', 'in.tgz': await archive({ 'a/b': '1' }) }),
      '2/x.tgz': await archive({ same: 's', 'in.tgz': await archive({ 'a/b': '22', c: '' }) }),
      '1/times.tgz': await archive({ same: 's' }, 1000),
      '2/times.tgz': await archive({ same: 's' }, 2000),
    });
    expect(differences()).toEqual([
      'times.tgz: order, times, modes or compression of its members',
      'x.tgz > in.tgz > a/b: 1 and 2 bytes, from byte 0: "1" and "22"',
      'x.tgz > in.tgz > c: only in the second run',
    ]);
  });
});

describe('the table of a release', () => {
  it('shows the files of each part with their sizes, and folders as one row, in 80 columns', () => {
    write({ SUMS: 'abc', 'npm/a.tgz': Buffer.alloc(12_340), 'go/module/a.go': 'a', 'go/module/b/c.go': 'b' });
    expect(tableOf(folder).split('\n')).toEqual([
      `SUMS${'3 B'.padStart(76)}`,
      `go/module/ (2 files)${'2 B'.padStart(60)}`,
      `npm/a.tgz${'12.3 kB'.padStart(71)}`,
      '',
    ]);
  });
});
