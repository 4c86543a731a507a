import fc from 'fast-check';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { archiveTime, writeArchive } from '../../../lib/cli/provider/archive';
import { renderText } from '../../../lib/cli/report/text';
import { buildProvider, readPlatforms, reportBuild } from '../../../lib/cli/provider/build';
import { writeMirrorDocuments } from '../../../lib/cli/provider/mirror';
import { currentPlatform } from '../../../lib/drivers/plugin/platform';
import { packageHashOf } from '../../../lib/drivers/plugin/package-folder';
import { standalonePlatforms } from '../../../lib/drivers/plugin/standalone/node-packages';
import { unzip } from '../../support/zip';
import { makeFolder } from '../../support/folder';

describe('the platforms of a build', () => {
  it.each([
    [[], [currentPlatform()]],
    [['linux_amd64,windows_amd64'], ['linux_amd64', 'windows_amd64']],
    [
      ['linux_amd64', 'linux_amd64', 'darwin_arm64'],
      ['linux_amd64', 'darwin_arm64'],
    ],
    [[' linux_amd64 ,,darwin_arm64 '], ['linux_amd64', 'darwin_arm64']],
    [['all'], standalonePlatforms],
  ])('%j are %j', (given, platforms) => {
    expect(readPlatforms(given)).toEqual(platforms);
  });

  it('are refused if one is unknown, with those that exist', () => {
    expect(() => readPlatforms(['linux_amd64,linux_arm'])).toThrow(
      '--platform: there is no standalone provider for linux_arm. Platforms: linux_amd64, linux_arm64, darwin_amd64, darwin_arm64, windows_amd64, windows_arm64, or all.',
    );
  });
});

describe('the folder of a build', () => {
  it('is refused before anything is downloaded if it cannot be written', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'file'), '');
    const out = join(folder, 'file', 'dist');
    const reports: string[] = [];
    await expect(
      buildProvider({
        platforms: [currentPlatform()],
        out,
        version: '0.0.0',
        env: {},
        home: folder,
        report: (line) => reports.push(line),
      }),
    ).rejects.toMatchObject({ code: 'ENOTDIR', path: expect.stringContaining(out) as string });
    expect(reports).toEqual([]);
  });
});

describe('the time of the files in an archive', () => {
  it.each([
    [undefined, '1980-1-1 0:0:0'],
    ['', '1980-1-1 0:0:0'],
    ['1763900000', '2025-11-23 12:13:20'],
  ])('of SOURCE_DATE_EPOCH %j is %s, whatever the time zone', (epoch, expected) => {
    const time = archiveTime({ SOURCE_DATE_EPOCH: epoch });
    const date = [time.getFullYear(), time.getMonth() + 1, time.getDate()].join('-');
    expect(`${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].join(':')}`).toBe(expected);
  });

  it.each(['yesterday', '-1', '0', '4400000000', '1.5'])('is refused for SOURCE_DATE_EPOCH %j', (epoch) => {
    expect(() => archiveTime({ SOURCE_DATE_EPOCH: epoch })).toThrow(
      `SOURCE_DATE_EPOCH is "${epoch}". It must be`,
    );
  });
});

describe('the archive of a package', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });

  it('has its files with their contents and modes, and the same bytes each time', async () => {
    const fileNames = ['LICENSE', 'terraform-provider-edge_v1.2.3'];
    for (const name of fileNames) writeFileSync(join(folder, name), `${name}\n`.repeat(1000));
    const files = { platform: 'linux_amd64', folder, fileNames, h1: '', isSigned: true };
    const archive = async (name: string) => {
      await writeArchive(files, join(folder, name), archiveTime({}));
      return readFileSync(join(folder, name));
    };
    const first = await archive('a.zip');
    expect(first.equals(await archive('b.zip'))).toBe(true);
    expect(Object.fromEntries(unzip(first))).toEqual(
      Object.fromEntries(fileNames.map((name) => [name, readFileSync(join(folder, name))])),
    );
    expect(modesOf(first)).toEqual([0o100644, 0o100755]);
  });

  it('is listed in the documents of a mirror, beside the archives and versions that are there', async () => {
    const mirror = join(folder, 'mirror');
    mkdirSync(mirror);
    const add = async (version: string, ...platforms: string[]) => {
      const archives = platforms.map((platform) => ({
        platform,
        fileName: `edge_${version}_${platform}.zip`,
        hashes: [`h1:${platform}`],
      }));
      for (const { fileName } of archives) writeFileSync(join(mirror, fileName), '');
      await writeMirrorDocuments(mirror, version, archives);
    };
    const documentOf = (name: string): unknown => JSON.parse(readFileSync(join(mirror, name), 'utf8'));
    await add('1.0.0', 'linux_amd64', 'windows_amd64');
    await add('1.1.0', 'linux_amd64');
    await add('1.1.0', 'darwin_arm64');
    expect(documentOf('index.json')).toEqual({ versions: { '1.0.0': {}, '1.1.0': {} } });
    expect(documentOf('1.1.0.json')).toEqual({
      archives: {
        darwin_arm64: { url: 'edge_1.1.0_darwin_arm64.zip', hashes: ['h1:darwin_arm64'] },
        linux_amd64: { url: 'edge_1.1.0_linux_amd64.zip', hashes: ['h1:linux_amd64'] },
      },
    });
    rmSync(join(mirror, 'edge_1.1.0_linux_amd64.zip'));
    await add('1.1.0', 'darwin_arm64');
    expect(documentOf('1.1.0.json')).toEqual({
      archives: { darwin_arm64: { url: 'edge_1.1.0_darwin_arm64.zip', hashes: ['h1:darwin_arm64'] } },
    });
    writeFileSync(join(mirror, '1.1.0.json'), '{');
    await expect(add('1.1.0', 'darwin_arm64')).rejects.toThrow(`${join(mirror, '1.1.0.json')} is not JSON`);
    expect(existsSync(join(mirror, '1.0.0.json'))).toBe(true);

    await Promise.all([
      add('2.0.0', 'linux_amd64'),
      add('2.0.0', 'darwin_arm64'),
      add('2.1.0', 'linux_amd64'),
    ]);
    expect(documentOf('2.0.0.json')).toMatchObject({ archives: { linux_amd64: {}, darwin_arm64: {} } });
    expect(documentOf('index.json')).toEqual({
      versions: { '1.0.0': {}, '1.1.0': {}, '2.0.0': {}, '2.1.0': {} },
    });
  });
});

function modesOf(archive: Buffer): number[] {
  const modes: number[] = [];
  for (let at = archive.indexOf('PK\x01\x02'); at >= 0; at = archive.indexOf('PK\x01\x02', at + 1))
    modes.push(archive.readUInt32LE(at + 38) >>> 16);
  return modes;
}

describe('the hash of a package', () => {
  it('depends on names and contents, and not on the order of the files', () => {
    const files = fc.dictionary(fc.string({ minLength: 1 }), fc.uint8Array());
    const entriesOf = (given: Record<string, Uint8Array>) =>
      Object.entries(given).map(([name, bytes]) => [name, Buffer.from(bytes)] as const);
    fc.assert(
      fc.property(files, (given) => {
        const entries = entriesOf(given);
        const hash = packageHashOf(new Map(entries));
        expect(packageHashOf(new Map(entries.reverse()))).toBe(hash);
        expect(packageHashOf(new Map([...entries, ['one more', Buffer.of()]]))).not.toBe(hash);
      }),
    );
  });
});

describe('the report of a build', () => {
  it('names the files, how Terraform finds them, and what is to be signed', () => {
    const archive = (platform: string, isSigned: boolean) => ({
      platform,
      fileName: `terraform-provider-edge_1.2.3_${platform}.zip`,
      bytes: 48_906_095,
      isSigned,
    });
    const report = reportBuild({
      out: '/srv/dist',
      archives: [archive('linux_amd64', true), archive('darwin_arm64', false)],
      documents: ['terraform-provider-edge_1.2.3_SHA256SUMS'],
      mirror: '/srv/dist/mirror',
    });
    const text = renderText(report);
    expect(text).toMatchSnapshot();
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
