import { createHash } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { deliverPlugin, executableOf, isSupported } from '../../../lib/drivers/plugin/delivery';
import { hashFolder, writePackage, packageHashOf } from '../../../lib/drivers/plugin/package-folder';
import { currentPlatform } from '../../../lib/drivers/plugin/platform';
import { makeFolder } from '../../support/folder';

const bundle = readFileSync(join(__dirname, '../../../dist/plugin/terraform-provider-edge'));

describe('deliverPlugin', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });

  const plugin = (platform: string, version = '1.2.3') =>
    join(
      folder,
      'terraform.d/plugins/terraform.local/edge-platform/edge',
      version,
      platform,
      `terraform-provider-edge_v${version}`,
    );
  const deliver = (...platforms: string[]) => {
    deliverPlugin(folder, {
      version: '1.2.3',
      platforms,
      executable: 'script',
      env: {},
      home: folder,
    });
  };
  const lock = () => readFileSync(join(folder, '.terraform.lock.hcl'), 'utf8');

  it('writes the executable bundle to the folder of each platform', () => {
    deliver('linux_amd64', 'darwin_arm64');
    for (const platform of ['linux_amd64', 'darwin_arm64']) {
      const file = plugin(platform);
      expect(readFileSync(file).equals(bundle)).toBe(true);
      expect(statSync(file).mode & 0o777).toBe(0o755);
    }
  });

  it('locks the h1 hash of a folder with this one file', () => {
    deliver('linux_amd64');
    const line = `${createHash('sha256').update(bundle).digest('hex')}  terraform-provider-edge_v1.2.3\n`;
    const hash = createHash('sha256').update(line).digest('base64');
    expect(lock()).toContain(`    "h1:${hash}",\n`);
    expect(lock()).toContain('version     = "1.2.3"');
  });

  it('replaces an older bundle, and keeps the rest of the lock file', () => {
    deliver('linux_amd64');
    const good = lock();
    writeFileSync(plugin('linux_amd64'), 'an older build');
    writeFileSync(
      join(folder, '.terraform.lock.hcl'),
      `provider "a/b/c" {\n}\n\n${good.replace(/h1:[^"]+/, 'h1:stale=')}`,
    );
    deliver('linux_amd64');
    expect(readFileSync(plugin('linux_amd64')).equals(bundle)).toBe(true);
    const [hash = ''] = /"h1:[^"]+"/.exec(good) ?? [];
    const hashes = [hash, '"h1:stale="'].sort().join(',\n    ');
    expect(lock()).toBe(`provider "a/b/c" {\n}\n\n${good.replace(hash, hashes)}`);
  });

  it('writes nothing when everything is up to date', () => {
    deliver('linux_amd64');
    const long = new Date('2020-01-01');
    const files = [plugin('linux_amd64'), join(folder, '.terraform.lock.hcl')];
    for (const file of files) utimesSync(file, long, long);
    deliver('linux_amd64');
    expect(files.map((file) => statSync(file).mtime)).toEqual([long, long]);
  });

  it('restores a lost executable bit', () => {
    deliver('linux_amd64');
    chmodSync(plugin('linux_amd64'), 0o644);
    deliver('linux_amd64');
    expect(statSync(plugin('linux_amd64')).mode & 0o777).toBe(0o755);
  });
});

describe('the folder of a package', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
    mkdirSync(join(folder, 'cache'));
  });

  const cached = (name: string, content: string) => {
    const path = join(folder, 'cache', name);
    writeFileSync(path, content, { mode: 0o755 });
    return { name, path };
  };

  it('has the files of the package and no others, which would change its hash', () => {
    const target = join(folder, 'target');
    const standalone = [cached('terraform-provider-x', 'binary'), cached('LICENSE', 'text')];
    const script = [{ name: 'terraform-provider-x', content: Buffer.from('script') }];
    const hash = hashFolder(join(folder, 'cache'));
    writePackage(target, standalone, hash);
    expect(hashFolder(target)).toBe(hash);
    writePackage(target, script, hashOf('script'));
    expect(readdirSync(target)).toEqual(['terraform-provider-x']);
    writePackage(target, standalone, hash);
    expect(hashFolder(target)).toBe(hash);
  });

  it.each<[string, (from: string, to: string) => void]>([
    ['hard links', linkSync],
    ['symbolic links', symlinkSync],
  ])('has copies of the files in the cache, in place of %s as well', (_what, link) => {
    const target = join(folder, 'target');
    const file = cached('terraform-provider-x', 'binary');
    mkdirSync(target);
    link(file.path, join(target, file.name));
    for (let run = 0; run < 2; run += 1) {
      writePackage(target, [file], hashOf('binary'));
      expect(lstatSync(join(target, file.name)).isFile()).toBe(true);
      expect(statSync(file.path).nlink).toBe(1);
    }
    writePackage(target, [{ name: file.name, content: Buffer.from('script') }], hashOf('script'));
    expect(readFileSync(file.path, 'utf8')).toBe('binary');
    expect(readFileSync(join(target, file.name), 'utf8')).toBe('script');
  });

  it('fails for a file with another content than the package had', () => {
    const file = cached('terraform-provider-x', 'changed');
    expect(() => {
      writePackage(join(folder, 'target'), [file], hashOf('binary'));
    }).toThrow(/target has another hash than its package/);
  });
});

const hashOf = (plugin: string) => packageHashOf(new Map([['terraform-provider-x', Buffer.from(plugin)]]));

describe('the environment variable for the form', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['script', 'script'],
    ['standalone', 'standalone'],
  ])('%j means %j', (value, expected) => {
    expect(executableOf({ EDGE_PROVIDER_EXECUTABLE: value })).toBe(expected);
  });
});

describe('platforms', () => {
  it.each(['linux_amd64', 'linux_arm64', 'darwin_arm64', 'freebsd_386', 'openbsd_amd64'])(
    'serve %s',
    (name) => {
      expect(isSupported(name, 'script')).toBe(true);
    },
  );

  it.each(['windows_amd64', 'linux', 'linux-amd64', 'linux/amd64', '../linux_amd64', 'LINUX_amd64', ''])(
    'refuse %j',
    (name) => {
      expect(isSupported(name, 'script')).toBe(false);
    },
  );

  it('include this machine, in Terraform’s notation', () => {
    expect(currentPlatform()).toMatch(/^(linux|darwin|freebsd|openbsd|windows)_(amd64|arm64|386|arm)$/);
    expect(isSupported('windows_amd64', 'standalone')).toBe(true);
    expect(isSupported('freebsd_amd64', 'standalone')).toBe(false);
  });
});
