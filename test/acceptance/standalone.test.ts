import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CustomFieldsRuleset, EdgeProviderExecutable } from '../../lib';
import { sha256Of } from '../../lib/cli/provider/archive';
import { providerSource } from '../../lib/drivers/plugin/delivery';
import { currentPlatform } from '../../lib/drivers/plugin/platform';
import { executablePlatform } from '../../lib/drivers/plugin/standalone/executable-platform';
import { packageVersion } from '../../lib/client/package-version';
import { accountId, startEdgeStack, zoneId, type EdgeStack } from '../support/edge-stack';
import {
  buildProvider,
  serveMirror,
  shareBuilds,
  withoutPrograms,
  type MirrorServer,
} from '../support/provider-mirror';
import { describeWithTerraform, TerraformDir } from '../support/terraform';
import { packages } from '../support/waf-stack';
import { unzip } from '../support/zip';
import { makeFolder } from '../support/folder';

const root = join(__dirname, '../..');
const example = join(root, 'examples/hcl');
const destination = 's3://edge-logs/http/{DATE}?region=eu-central-1';
const here = currentPlatform();
const version = packageVersion();
const archiveOf = (platform: string) => `terraform-provider-edge_${version}_${platform}.zip`;

shareBuilds();

let work: string;
let out: string;
beforeAll(async () => {
  work = makeFolder();
  out = join(work, 'out');
  for (const folder of ['empty', 'other']) mkdirSync(join(work, folder));
  await buildProvider(out, [here, 'windows_amd64']);
});

const mirrorFolder = (mirror = join(out, 'mirror')) => join(mirror, providerSource);

/** Settings of a Terraform that finds no node, and installs providers as its CLI configuration says. */
const withoutNode = (installation: string, more: Readonly<Record<string, string>> = {}) =>
  withoutPrograms(work, `provider_installation {\n${installation}\n}\n`, more);

const filesystemMirror = (path: string) => `filesystem_mirror {\n path = "${path}"\n}`;

/** A mirror with one changed byte in the archive of this platform. */
function damagedMirror(): string {
  const mirror = mkdtempSync(join(work, 'damaged-'));
  cpSync(join(out, 'mirror'), mirror, { recursive: true });
  const archive = join(mirrorFolder(mirror), archiveOf(here));
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

describeWithTerraform('the standalone provider', () => {
  let edge: EdgeStack;
  beforeAll(async () => {
    const pool = { id: 'c'.repeat(32), name: 'primary', origins: [{ name: 'one', address: '192.0.2.1' }] };
    edge = await startEdgeStack({ plan: 'enterprise', waf: { packages } }, { pools: [pool] });
  });
  // A zone is migrated once.
  beforeEach(() => edge.emulator.control('POST', '/reset', {}));

  const service = () => ({
    EDGE_BASE_URL: edge.emulator.url,
    EDGE_API_TOKEN: edge.emulator.token,
    EDGE_RETRY_TIMEOUT_SECONDS: '0',
  });

  /** The example in HCL, which has all four resources. */
  async function exampleIn(
    settings: Readonly<Record<string, string>>,
    variables: object = {},
  ): Promise<TerraformDir> {
    const dir = new TerraformDir(mkdtempSync(join(work, 'example-')), { ...service(), ...settings });
    for (const name of readdirSync(example).filter((each) => each.endsWith('.tf')))
      copyFileSync(join(example, name), join(dir.path, name));
    const values = {
      account_id: accountId,
      zone_id: zoneId,
      destination,
      ownership_challenge: await edge.proveOwnership(destination),
      on_call: ['on-call@example.com'],
      migrate_waf: true,
      ...variables,
    };
    dir.write('terraform.tfvars.json', JSON.stringify(values));
    return dir;
  }

  async function deployAndDestroy(dir: TerraformDir): Promise<void> {
    await dir.init();
    const { changes } = await dir.applyJson();
    expect(changes).toHaveLength(4);
    expect((await dir.plan()).code).toBe(0);
    await dir.destroy();
  }

  const lockOf = (dir: TerraformDir) => readFileSync(join(dir.path, '.terraform.lock.hcl'), 'utf8');
  const failedInit = async (dir: TerraformDir, ...options: string[]) => {
    const { stderr } = await dir.run(['init', '-input=false', '-no-color', ...options], { expectCode: 1 });
    return stderr.replaceAll(/\s+/g, ' ').replaceAll('│ ', '');
  };

  describe('from a filesystem mirror', () => {
    const installed = () => withoutNode(filesystemMirror(join(out, 'mirror')));

    it('deploys all resources without node, and destroys them', async () => {
      await deployAndDestroy(await exampleIn(installed()));
    });

    it('is refused if a byte of its archive was changed', async () => {
      const dir = await exampleIn(withoutNode(filesystemMirror(damagedMirror())));
      expect(await failedInit(dir)).toMatch(/terraform\.local\/edge-platform\/edge/);
    });

    it('is refused with the lock file of another platform, until that is completed', async () => {
      const dir = await exampleIn(installed());
      const options = [`-fs-mirror=${join(out, 'mirror')}`, providerSource];
      await dir.run(['providers', 'lock', '-platform=windows_amd64', ...options]);
      expect(await failedInit(dir, '-lockfile=readonly')).toMatch(/checksums/);
      await dir.run(['providers', 'lock', `-platform=${here}`, '-platform=windows_amd64', ...options]);
      await dir.run(['init', '-input=false', '-no-color', '-lockfile=readonly']);
    });
  });

  describe('from a network mirror', () => {
    let server: MirrorServer;
    beforeAll(async () => {
      server = await serveMirror(work, join(out, 'mirror'));
    });
    afterAll(() => server.close());

    const installed = () =>
      withoutNode(`network_mirror {\n url = "${server.url}"\n}`, { SSL_CERT_FILE: server.certificate });

    it('deploys all resources without node, and destroys them', async () => {
      await deployAndDestroy(await exampleIn(installed()));
    });

    it('is refused if a byte of its archive was changed, with and without a lock file', async () => {
      const dir = await exampleIn(installed());
      await dir.init();
      const lock = lockOf(dir);
      server.folder = damagedMirror();
      try {
        for (const present of [lock, undefined]) {
          const other = await exampleIn(installed());
          if (present !== undefined) other.write('.terraform.lock.hcl', present);
          expect(await failedInit(other)).toMatch(/checksum/);
        }
      } finally {
        server.folder = join(out, 'mirror');
      }
    });
  });

  it('is what EdgeProvider delivers on request, and changes places with the script', async () => {
    const declare = (executable?: EdgeProviderExecutable) => {
      edge.declare(
        (stack) => {
          new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-request-id'] });
        },
        executable === undefined ? {} : { executable },
      );
    };
    const [withNode, standalone] = [
      edge.dir,
      new TerraformDir(edge.dir.path, { ...service(), PATH: join(work, 'empty') }),
    ];
    const [home, user] = [join(work, 'home'), process.env.HOME];
    mkdirSync(home, { mode: 0o500 });
    declare(EdgeProviderExecutable.STANDALONE);
    process.env.HOME = home;
    await standalone.init();
    await standalone.applyJson();
    expect((await standalone.plan()).code).toBe(0);
    process.env.HOME = user;

    declare();
    await withNode.init();
    expect((await withNode.plan()).code).toBe(0);

    declare(EdgeProviderExecutable.STANDALONE);
    await standalone.run(['init', '-input=false', '-no-color', '-lockfile=readonly']);
    expect((await standalone.plan()).code).toBe(0);
    await standalone.destroy();
  });
});
