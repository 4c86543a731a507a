import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  CustomFieldsRuleset,
  EdgeProviderExecutable,
  LogpushJob,
  PoolNotificationPolicy,
  WafMigration,
  WafMigrationTarget,
} from '../../lib';
import { deliverPlugin, providerSource, type ProviderExecutable } from '../../lib/drivers/plugin/delivery';
import { currentPlatform } from '../../lib/drivers/plugin/platform';
import { packageVersion } from '../../lib/client/package-version';
import { findTerraform, isolatedEnvironment } from '../../lib/terraform/binary';
import type { Finished } from '../../lib/ground/program';
import { accountId, startEdgeStack, zoneId, type EdgeStack } from '../support/edge-stack';
import {
  buildProvider,
  command,
  serveMirror,
  shareBuilds,
  withoutPrograms,
  type MirrorServer,
} from '../support/provider-mirror';
import { describeWithTerraform, TerraformDir } from '../support/terraform';
import { packages } from '../support/waf-stack';
import { makeFolder } from '../support/folder';

const guide = readFileSync(join(__dirname, '../../docs/guides/runners.md'), 'utf8');
const destination = 's3://edge-logs/http/{DATE}?region=eu-central-1';
const here = currentPlatform();
const version = packageVersion();
const isRoot = process.getuid?.() === 0;
const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {};

shareBuilds();

/** A code block of the guide: the one in which a text occurs first. */
function snippet(text: string): string {
  const blocks = [...guide.matchAll(/^```(?:sh|hcl)\n([^]*?)^```$/gm)].map(([, block = '']) => block);
  const found = blocks.find((block) => block.includes(text));
  if (found === undefined) throw new Error(`the guide has no block with ${text}`);
  return found;
}

function message(text: string): string {
  if (!guide.includes(text)) throw new Error(`the guide does not explain "${text}"`);
  return text;
}

describeWithTerraform('a runner', () => {
  let work: string;
  let mirror: string;
  let edge: EdgeStack;
  let server: MirrorServer;
  beforeAll(async () => {
    work = makeFolder();
    chmodSync(work, 0o755);
    await buildProvider(join(work, 'dist'), [here, 'windows_amd64']);
    mirror = join(work, 'dist/mirror');
    server = await serveMirror(work, mirror);
    const pool = { id: 'c'.repeat(32), name: 'primary', origins: [{ name: 'one', address: '192.0.2.1' }] };
    edge = await startEdgeStack({ plan: 'enterprise', waf: { packages } }, { pools: [pool] });
  });
  // A zone is migrated once.
  beforeEach(() => edge.emulator.control('POST', '/reset', {}));
  afterAll(async () => {
    await server.close();
  });

  const service = () => ({
    EDGE_BASE_URL: edge.emulator.url,
    EDGE_API_TOKEN: edge.emulator.token,
    EDGE_RETRY_TIMEOUT_SECONDS: '0',
  });

  /** Synthesizes one construct with a form of the provider, as it comes out of a clean checkout. */
  function synthesize(executable: ProviderExecutable, platforms?: string[]): void {
    rmSync(edge.dir.path, { recursive: true, force: true });
    synthesizeWith(executable, () => {
      edge.declare(
        (stack) => {
          new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-request-id'] });
        },
        platforms === undefined ? {} : { platforms },
      );
    });
  }

  /** The folder of the stack on another machine. Its Terraform finds no program, unless the settings have another PATH. */
  function move(settings: Readonly<Record<string, string>> = withoutPrograms(work, '')): TerraformDir {
    const path = join(mkdtempSync(join(work, 'moved-')), 'edge');
    chmodSync(join(path, '..'), 0o755);
    cpSync(edge.dir.path, path, { recursive: true, filter: (name) => !name.endsWith('/.terraform') });
    return new TerraformDir(path, { ...service(), ...settings });
  }

  async function deployAndDestroy(dir: TerraformDir, resources = 1): Promise<void> {
    await dir.init();
    const { changes } = await dir.applyJson();
    expect(changes).toHaveLength(resources);
    expect((await dir.plan()).code).toBe(0);
    await dir.destroy();
  }

  const pluginFolder = (dir: TerraformDir) => join(dir.path, 'terraform.d/plugins', providerSource);

  /** What an artifact store does that keeps no modes. */
  function loseModes(dir: TerraformDir): void {
    for (const name of readdirSync(dir.path, { recursive: true, encoding: 'utf8' })) {
      const path = join(dir.path, name);
      if (statSync(path).isFile()) replaceMode(path, 0o644);
    }
  }

  describe('with the folder of a stack from another machine', () => {
    it('needs no program on its PATH, no home and no writable project, as another user', async () => {
      synthesize('standalone');
      const dir = move();
      const data = join(work, 'data'.repeat(30));
      for (const each of [data, join(data, 'tmp')]) mkdirSync(each);
      for (const each of [data, join(data, 'tmp')]) chmodSync(each, 0o777);
      const home = join(work, 'home');
      mkdirSync(home, { mode: 0o555 });
      chmodSync(dir.path, 0o555);
      const run = (...args: string[]) =>
        runAlone(dir.path, args, {
          ...service(),
          // A read-only home, and for `init` none.
          ...(args[0] === 'init' ? {} : { HOME: home }),
          TF_DATA_DIR: join(data, 'terraform'),
          // Too long for the path of a socket.
          TMPDIR: join(data, 'tmp'),
        });
      await run(
        'init',
        '-input=false',
        '-lockfile=readonly',
        `-backend-config=path=${join(data, 'terraform.tfstate')}`,
      );
      await run('apply', '-auto-approve', '-input=false');
      expect((await run('plan', '-detailed-exitcode', '-input=false')).code).toBe(0);
      await run('destroy', '-auto-approve', '-input=false');
      chmodSync(dir.path, 0o755);
    });

    it('reports a plugin that has lost its executable bit, until it has it again', async () => {
      synthesize('standalone');
      const dir = move();
      loseModes(dir);
      await dir.init();
      const { stderr } = await dir.run(['plan', '-input=false', '-no-color'], { expectCode: 1 });
      expect(oneLine(stderr)).toContain(message('permission denied'));
      const doctor = await diagnose(dir);
      expect(doctor.plugin).toMatch(/^problem .* is not executable.* Run `chmod \+x terraform\.d\/plugins\//);
      await shell(dir.path, snippet('chmod +x'), {});
      expect((await diagnose(dir)).plugin).toMatch(/^ok /);
      await deployAndDestroy(dir);
    });

    it('runs a packed plugin, whatever has become of its mode', async () => {
      const project = join(work, 'packed');
      const stack = join(project, 'cdktf.out/stacks/edge');
      synthesize('standalone');
      cpSync(edge.dir.path, stack, { recursive: true });
      cpSync(join(work, 'dist'), join(project, 'dist'), { recursive: true });
      // The stack and its build are there already.
      const [, , ...commands] = snippet('rm -r cdktf.out').split('\n');
      await shell(project, commands.join('\n'), {});
      const dir = new TerraformDir(stack, { ...service(), ...withoutPrograms(work, '') });
      loseModes(dir);
      expect(existsSync(join(pluginFolder(dir), version))).toBe(false);
      expect((await diagnose(dir)).plugin).toMatch(/^skipped .*\.zip is packed\. Run `terraform init`/);
      await dir.run(['init', '-input=false', '-no-color', '-lockfile=readonly']);
      const { plugin, lock } = await diagnose(dir);
      expect(plugin).toMatch(/^ok \.terraform\/providers\/.*, standalone$/);
      expect(lock).toMatch(/^ok /);
      await deployAndDestroy(dir);
    });
  });

  describe('of another platform', () => {
    function deliverForWindows(dir: TerraformDir): void {
      for (const name of ['terraform.d', '.terraform.lock.hcl'])
        rmSync(join(dir.path, name), { recursive: true });
      deliverPlugin(dir.path, {
        version,
        platforms: ['windows_amd64'],
        executable: 'standalone',
        env: process.env,
        home: homedir(),
      });
    }

    it('finds no package, until the synth has its platform', async () => {
      synthesize('script');
      const dir = move();
      deliverForWindows(dir);
      expect(await failedInit(dir)).toContain(
        `${message('does not have a package available for your current platform')}, ${here}`,
      );
      const { plugin } = await diagnose(dir);
      expect(plugin).toMatch(/^problem .* is not in terraform\.d\/plugins\. The folder has windows_amd64\./);
      synthesize('standalone', ['windows_amd64']);
      await deployAndDestroy(move());
    });

    it('finds no hash of a mirror in the lock file, until that is completed', async () => {
      synthesize('script');
      const installation = configuration('filesystem_mirror');
      const dir = move(withoutPrograms(work, installation));
      deliverForWindows(dir);
      expect(await failedInit(dir)).toContain(
        message("doesn't match any of the checksums previously recorded"),
      );
      await shell(dir.path, snippet('providers lock').replaceAll('/opt/terraform/mirror', mirror), {});
      await dir.run(['init', '-input=false', '-no-color', '-lockfile=readonly']);
    });
  });

  describe('whose CLI configuration names a mirror', () => {
    const installed = {
      filesystem: () => withoutPrograms(work, configuration('filesystem_mirror')),
      network: () =>
        withoutPrograms(work, configuration('network_mirror'), { SSL_CERT_FILE: server.certificate }),
    };

    it.each(['filesystem', 'network'] as const)(
      'deploys all constructs from a %s mirror without node, if the synth was for the standalone form',
      async (kind) => {
        const challenge = await edge.proveOwnership(destination);
        const declare = (executable: ProviderExecutable) => {
          synthesizeWith(executable, () => {
            edge.declare((stack) => {
              const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['session_id'] });
              new LogpushJob(stack, 'job', {
                zoneId,
                name: 'failures',
                destinationConf: destination,
                ownershipChallenge: challenge,
                fields: ['RayID', 'Cookies'],
                dependsOn: [fields],
              });
              new PoolNotificationPolicy(stack, 'health', {
                accountId,
                name: 'Health of all pools',
                allPools: true,
                emailAddresses: ['on-call@example.com'],
              });
              new WafMigration(stack, 'waf', {
                zoneId,
                target: WafMigrationTarget.VALIDATION,
                acknowledgeIrreversible: true,
              });
            });
          });
        };
        rmSync(edge.dir.path, { recursive: true, force: true });
        declare('script');
        const refused = move(installed[kind]());
        expect(await failedInit(refused)).toContain(
          message("doesn't match any of the checksums previously recorded"),
        );
        rmSync(join(refused.path, '.terraform.lock.hcl'));
        await refused.init();

        declare('standalone');
        await deployAndDestroy(move(installed[kind]()), 4);
      },
    );

    it('installs all providers from it without a network, as an air-gapped runner', async () => {
      synthesize('standalone');
      const offline = snippet('path = "/opt/terraform/mirror"').replace('/opt/terraform/mirror', mirror);
      const dir = move(withoutPrograms(work, offline, { HTTPS_PROXY: 'http://127.0.0.1:9' }));
      rmSync(join(dir.path, 'terraform.d'), { recursive: true });
      await dir.run(['init', '-input=false', '-no-color', '-lockfile=readonly']);
      expect((await dir.validate()).code).toBe(0);
      expect((await dir.run(['providers', 'mirror', '.'], { expectCode: 1 })).stderr).toMatch(
        /terraform\.local/,
      );
    });

    it('does not search terraform.d/plugins, unless the configuration names it', async () => {
      synthesize('standalone');
      const offline = { HTTPS_PROXY: 'http://127.0.0.1:9' };
      const onlyDirect = 'provider_installation {\n  direct {}\n}\n';
      const dir = move(withoutPrograms(work, onlyDirect, offline));
      expect(await failedInit(dir)).toContain(message('could not connect to terraform.local'));
      const { plugin } = await diagnose(dir, onlyDirect);
      expect(plugin).toMatch(/^problem .* provider_installation without a mirror/);
      const named = snippet('path    = "terraform.d/plugins"');
      await deployAndDestroy(move(withoutPrograms(work, named, offline)));
    });
  });

  describe('with a plugin cache', () => {
    it('uses both forms, one in each cache', async () => {
      const runnerWith = (executable: ProviderExecutable, cache: string) => {
        synthesize(executable);
        mkdirSync(join(work, cache), { recursive: true });
        return move(
          withoutPrograms(work, '', {
            TF_PLUGIN_CACHE_DIR: join(work, cache),
            ...(executable === 'script' ? { EDGE_NODE: process.execPath } : {}),
          }),
        );
      };
      const script = runnerWith('script', 'cache-of-scripts');
      await deployAndDestroy(script);
      await deployAndDestroy(runnerWith('standalone', 'cache'));

      // In one cache, the last `init` wins, and the other project needs another `init`.
      await runnerWith('standalone', 'cache-of-scripts').init();
      const { stderr } = await script.validate({ expectCode: 1 });
      expect(oneLine(stderr)).toContain(
        message('does not match any of the checksums recorded in the dependency lock file'),
      );
      await script.init();
      await script.validate();
    });
  });

  it('with Node.js of a version manager starts the script with EDGE_NODE, and nothing on the PATH', async () => {
    synthesize('script');
    const dir = move();
    await dir.init();
    const { stderr } = await dir.validate({ expectCode: 1 });
    expect(oneLine(stderr)).toContain(
      message('it needs Node.js, and there is no `node` on the PATH of Terraform'),
    );
    const settings = withoutPrograms(work, '', { EDGE_NODE: process.execPath });
    await deployAndDestroy(new TerraformDir(dir.path, { ...service(), ...settings }));
  });

  it('has the sizes that the guide states', () => {
    synthesize('script');
    expect(directorySize(pluginFolder(edge.dir))).toBeLessThan(1.15e6);
    synthesize('standalone');
    const unpacked = directorySize(pluginFolder(edge.dir));
    expect(unpacked).toBeGreaterThan(130e6);
    expect(unpacked).toBeLessThan(170e6);
    const archives = readdirSync(join(mirror, providerSource)).filter((name) => name.endsWith('.zip'));
    for (const name of archives) {
      const { size } = statSync(join(mirror, providerSource, name));
      expect(size).toBeGreaterThan(40e6);
      expect(size).toBeLessThan(50e6);
    }
  });

  /** The CLI configuration of the guide with a kind of mirror, and the test's own mirror in it. */
  function configuration(kind: 'filesystem_mirror' | 'network_mirror'): string {
    return snippet(`  ${kind} {`)
      .replace('/opt/terraform/mirror', mirror)
      .replace('https://mirror.example.com/', server.url);
  }
});

/** As `EDGE_PROVIDER_EXECUTABLE=… npx cdktf synth`. */
function synthesizeWith(executable: ProviderExecutable, synth: () => void): void {
  process.env.EDGE_PROVIDER_EXECUTABLE =
    EdgeProviderExecutable[executable === 'script' ? 'SCRIPT' : 'STANDALONE'];
  try {
    synth();
  } finally {
    delete process.env.EDGE_PROVIDER_EXECUTABLE;
  }
}

/** Runs Terraform with nothing in its environment but the settings, as a user who owns nothing. */
function runAlone(
  cwd: string,
  args: string[],
  env: Readonly<Record<string, string>>,
): Promise<Omit<Finished, 'output'>> {
  const child = spawn(findTerraform(process.env) ?? '', [...args, '-no-color'], { cwd, env, ...nobody });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve({ code, stdout, stderr });
      else reject(new Error(`terraform ${args.join(' ')} ended with ${code}\n${stdout}\n${stderr}`));
    });
  });
}

/** Runs commands of the guide, while the emulator in this process answers. What npx finds is the built command. */
async function shell(cwd: string, commands: string, env: Readonly<Record<string, string>>): Promise<string> {
  const found = commands.replaceAll('npx edge-platform', `"${process.execPath}" "${command}"`);
  const settings = { cwd, env: { ...isolatedEnvironment(), ...env } };
  return (await promisify(execFile)('sh', ['-ec', found], settings)).stdout;
}

/** What `provider doctor` finds: the status and the text of two of its checks. */
async function diagnose(
  dir: TerraformDir,
  cliConfiguration = '',
): Promise<{ readonly plugin: string | undefined; readonly lock: string | undefined }> {
  const file = join(dir.path, '..', 'doctor.tfrc');
  writeFileSync(file, cliConfiguration);
  const stdout = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [command, 'provider', 'doctor', '--json', '--base-url', 'http://127.0.0.1:9/client/v4'],
      { cwd: dir.path, env: { ...process.env, TF_CLI_CONFIG_FILE: file } },
      // It ends with 1, because nothing answers at that address.
      (_, output) => {
        resolve(output);
      },
    );
  });
  const { checks } = JSON.parse(stdout) as {
    checks: { name: string; status: string; found: string; fix: string | null }[];
  };
  const textOf = (name: string) =>
    checks
      .filter((each) => each.name === name)
      .map(({ status, found, fix }) => [status, found, ...(fix === null ? [] : [fix])].join(' '))[0];
  return { plugin: textOf('plugin'), lock: textOf('lock file') };
}

async function failedInit(dir: TerraformDir): Promise<string> {
  const { stderr } = await dir.run(['init', '-input=false', '-no-color'], { expectCode: 1 });
  return oneLine(stderr);
}

function oneLine(text: string): string {
  return text.replaceAll('│', ' ').replaceAll(/\s+/g, ' ');
}

/** Changes the mode of a file, which may be linked to another one. */
function replaceMode(path: string, mode: number): void {
  const content = readFileSync(path);
  rmSync(path);
  writeFileSync(path, content, { mode });
}

function directorySize(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .filter((each) => each.isFile())
    .reduce((sum, { size }) => sum + size, 0);
}
