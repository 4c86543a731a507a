import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  currentPlatform,
  deliverPlugin,
  isPlatform,
  isSupported,
} from '../../../lib/drivers/plugin/delivery';

const bundle = readFileSync(join(__dirname, '../../../dist/plugin/terraform-provider-edge'));

describe('deliverPlugin', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'delivery-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const plugin = (platform: string, version = '1.2.3') =>
    join(
      folder,
      'terraform.d/plugins/terraform.local/edge-platform/edge',
      version,
      platform,
      `terraform-provider-edge_v${version}`,
    );
  const lock = () => readFileSync(join(folder, '.terraform.lock.hcl'), 'utf8');

  it('writes the executable bundle to the folder of each platform', () => {
    deliverPlugin(folder, '1.2.3', ['linux_amd64', 'darwin_arm64']);
    for (const platform of ['linux_amd64', 'darwin_arm64']) {
      const file = plugin(platform);
      expect(readFileSync(file).equals(bundle)).toBe(true);
      expect(statSync(file).mode & 0o777).toBe(0o755);
    }
  });

  it('locks the h1 hash of a folder with this one file', () => {
    deliverPlugin(folder, '1.2.3', ['linux_amd64']);
    const line = `${createHash('sha256').update(bundle).digest('hex')}  terraform-provider-edge_v1.2.3\n`;
    const hash = createHash('sha256').update(line).digest('base64');
    expect(lock()).toContain(`    "h1:${hash}",\n`);
    expect(lock()).toContain('version     = "1.2.3"');
  });

  it('replaces an older bundle and its hash, and keeps the rest of the lock file', () => {
    deliverPlugin(folder, '1.2.3', ['linux_amd64']);
    const good = lock();
    writeFileSync(plugin('linux_amd64'), 'an older build');
    writeFileSync(
      join(folder, '.terraform.lock.hcl'),
      `provider "a/b/c" {\n}\n\n${good.replace(/h1:[^"]+/, 'h1:stale=')}`,
    );
    deliverPlugin(folder, '1.2.3', ['linux_amd64']);
    expect(readFileSync(plugin('linux_amd64')).equals(bundle)).toBe(true);
    expect(lock()).toBe(`provider "a/b/c" {\n}\n\n${good}`);
  });

  it('writes nothing when everything is up to date', () => {
    deliverPlugin(folder, '1.2.3', ['linux_amd64']);
    const long = new Date('2020-01-01');
    const files = [plugin('linux_amd64'), join(folder, '.terraform.lock.hcl')];
    for (const file of files) utimesSync(file, long, long);
    deliverPlugin(folder, '1.2.3', ['linux_amd64']);
    expect(files.map((file) => statSync(file).mtime)).toEqual([long, long]);
  });

  it('restores a lost executable bit', () => {
    deliverPlugin(folder, '1.2.3', ['linux_amd64']);
    chmodSync(plugin('linux_amd64'), 0o644);
    deliverPlugin(folder, '1.2.3', ['linux_amd64']);
    expect(statSync(plugin('linux_amd64')).mode & 0o777).toBe(0o755);
  });
});

describe('platforms', () => {
  it.each(['linux_amd64', 'linux_arm64', 'darwin_arm64', 'freebsd_386', 'openbsd_amd64'])(
    'serve %s',
    (name) => {
      expect(isPlatform(name)).toBe(true);
    },
  );

  it.each(['windows_amd64', 'linux', 'linux-amd64', 'linux/amd64', '../linux_amd64', 'LINUX_amd64', ''])(
    'refuse %j',
    (name) => {
      expect(isPlatform(name)).toBe(false);
    },
  );

  it('include this machine, in Terraform’s notation', () => {
    expect(currentPlatform()).toMatch(/^(linux|darwin|freebsd|openbsd|windows)_(amd64|arm64|386|arm)$/);
    expect(isSupported('windows_amd64')).toBe(false);
  });
});
