import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256Of } from '../../lib/cli/provider/archive';
import { providerSource } from '../../lib/drivers/plugin/delivery';
import { currentPlatform } from '../../lib/drivers/plugin/platform';
import { executablePlatform } from '../../lib/drivers/plugin/standalone/executable-platform';
import { packageVersion } from '../../lib/client/package-version';
import { buildProvider, serveMirror, shareBuilds, withoutPrograms } from '../support/provider-mirror';
import { describeWithTerraform, TerraformDir } from '../support/terraform';
import { unzip } from '../support/zip';
import { makeFolder } from '../support/folder';

const here = currentPlatform();
const version = packageVersion();
const archiveOf = (platform: string) => `terraform-provider-edge_${version}_${platform}.zip`;

shareBuilds();

let work: string;
let out: string;
beforeAll(async () => {
  work = makeFolder();
  out = join(work, 'out');
  mkdirSync(join(work, 'other'));
  await buildProvider(out, [here, 'windows_amd64']);
});

/** A mirror with one changed byte in the archive of this platform. */
function damagedMirror(): string {
  const mirror = mkdtempSync(join(work, 'damaged-'));
  cpSync(join(out, 'mirror'), mirror, { recursive: true });
  const archive = join(mirror, providerSource, archiveOf(here));
  const bytes = readFileSync(archive);
  const middle = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  rmSync(archive);
  writeFileSync(archive, bytes);
  return mirror;
}

describe('the archives of the provider', () => {
  const contentsOf = (platform: string) => unzip(readFileSync(join(out, archiveOf(platform))));

  it('have an executable for their platform, its licenses and nothing else', () => {
    for (const platform of [here, 'windows_amd64']) {
      const files = contentsOf(platform);
      const executable = `terraform-provider-edge_v${version}${platform === 'windows_amd64' ? '.exe' : ''}`;
      expect([...files.keys()]).toEqual(['LICENSE', 'THIRD-PARTY-LICENSES.txt', executable]);
      expect(executablePlatform(files.get(executable) ?? Buffer.of())).toBe(platform);
      const [bundled = '', ofNode] = String(files.get('THIRD-PARTY-LICENSES.txt')).split(
        /\nNode\.js 26\.\d+\.\d+\n\n/,
      );
      expect(bundled.includes('protobufjs')).toBe(true);
      expect(ofNode?.slice(0, 100)).toMatch(/^Node\.js is licensed for use as follows:/);
    }
  });

  it('have the checksums that are beside them', async () => {
    const lines = readFileSync(join(out, `terraform-provider-edge_${version}_SHA256SUMS`), 'utf8');
    const sums = lines
      .trim()
      .split('\n')
      .map((line) => line.split('  '));
    expect(sums.map(([, name]) => name)).toEqual(
      [
        archiveOf(here),
        archiveOf('windows_amd64'),
        `terraform-provider-edge_${version}_manifest.json`,
      ].sort(),
    );
    for (const [sum, name = ''] of sums) expect(await sha256Of(join(out, name))).toBe(sum);
  });

  it('start without node, a home and a PATH, as another user, whatever NODE_OPTIONS has', () => {
    const executable = join(work, 'other', 'plugin');
    const [content] = [...contentsOf(here)].filter(([name]) => name.startsWith('terraform-provider'));
    writeFileSync(executable, content?.[1] ?? '', { mode: 0o755 });
    for (const folder of [work, dirname(executable)]) chmodSync(folder, 0o755);
    const { stdout, stderr, status } = spawnSync(executable, [], {
      cwd: '/',
      encoding: 'utf8',
      env: { NODE_OPTIONS: '--no-such-option', HOME: '/nonexistent' },
      ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
    });
    expect(stdout).toMatch(/^This is a Terraform provider\. Do not start it yourself/);
    expect({ stderr: stderr.split('\n').length, status }).toEqual({ stderr: 2, status: 1 });
  });
});

describeWithTerraform('the standalone provider from a network mirror', () => {
  it('is refused if a byte of its archive was changed, with and without a lock file', async () => {
    const server = await serveMirror(work, join(out, 'mirror'));
    const installation = `provider_installation {\n network_mirror {\n url = "${server.url}"\n}\n}\n`;
    const settings = withoutPrograms(work, installation, { SSL_CERT_FILE: server.certificate });
    const folder = () => {
      const dir = new TerraformDir(mkdtempSync(join(work, 'project-')), settings);
      const provider = { source: providerSource, version };
      dir.configure({ terraform: { required_providers: { edge: provider } } });
      return dir;
    };
    try {
      const dir = folder();
      await dir.init();
      server.folder = damagedMirror();
      for (const isLocked of [true, false]) {
        const other = folder();
        if (isLocked)
          other.write('.terraform.lock.hcl', readFileSync(join(dir.path, '.terraform.lock.hcl'), 'utf8'));
        const { stderr } = await other.run(['init', '-input=false', '-no-color'], { expectCode: 1 });
        expect(stderr).toMatch(/checksum/);
      }
    } finally {
      await server.close();
    }
  });
});
