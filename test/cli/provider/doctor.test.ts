import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from '../../../lib/cli/provider/check';
import { checkApi } from '../../../lib/cli/provider/check-api';
import { checkPermissions } from '../../../lib/cli/provider/check-permissions';
import { checkRequirement } from '../../../lib/cli/provider/check-requirement';
import { checkVariables } from '../../../lib/cli/provider/check-variables';
import { givenValues } from '../../../lib/cli/provider/files/values';
import { joinFiles } from '../../../lib/cli/provider/files/model';
import { readModules } from '../../../lib/cli/provider/files/read';
import {
  checkInstalled,
  checkLock,
  checkPlugin,
  checkStart,
  findPlugin,
  notExecutable,
  type PluginPlace,
} from '../../../lib/cli/provider/check-plugin';
import { checkOptions } from '../../../lib/cli/provider/check-options';
import { checkNode, checkPlatform, checkTerraform } from '../../../lib/cli/provider/check-tools';
import { renderText } from '../../../lib/cli/report/text';
import { countProblems, diagnose, reportDiagnosis } from '../../../lib/cli/provider/doctor';
import { pluginFile, providerSource } from '../../../lib/drivers/plugin/delivery';
import { setLockEntry } from '../../../lib/drivers/plugin/lock-file';
import { packageHash } from '../../../lib/drivers/plugin/script';
import { accountId, start, zoneId } from '../../emulator/support';
import { startForwardProxy } from '../../support/forward-proxy';
import { makeFolder, writeFiles } from '../../support/folder';

const version = '1.2.3';
const platform = 'linux_amd64';
const plugin = Buffer.from('#!/bin/sh\necho "This is a Terraform provider. More."\nexit 1\n');

describe('edge-platform provider doctor', () => {
  let work: string;
  let place: PluginPlace;
  beforeEach(() => {
    work = makeFolder();
    place = {
      folder: join(work, 'project'),
      home: join(work, 'home'),
      platform,
      version,
      plugin,
      env: env(),
    };
    for (const folder of ['project', 'home', 'bin']) mkdirSync(join(work, folder));
  });

  const program = (name: string, prints: string) => {
    const file = join(work, 'bin', name);
    writeFileSync(file, `#!/bin/sh\necho "${prints}"\n`, { mode: 0o755 });
    return file;
  };
  const env = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({ PATH: join(work, 'bin'), ...more });
  const deliver = (mirror: string, content: Buffer = plugin) => {
    const file = pluginFile(mirror, version, platform);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode: 0o755 });
    return file;
  };
  const local = () => join(place.folder, 'terraform.d/plugins');
  const declare = (name = 'main.tf') => {
    writeFileSync(join(place.folder, name), '');
  };
  const lock = (entry: Partial<Parameters<typeof setLockEntry>[1]> = {}) => {
    const file = join(place.folder, '.terraform.lock.hcl');
    const full = { source: providerSource, version, hashes: [packageHash(version, plugin)], ...entry };
    writeFileSync(file, setLockEntry(existsSync(file) ? readFileSync(file, 'utf8') : '', full));
  };
  const found = async (check: Check | Promise<Check>) => {
    const { status, found: text, fix } = await check;
    return [status, fix === null ? text : `${text} ${fix}`];
  };

  describe('checks node', () => {
    it.each(['v20.19.0', 'v22.1.0', 'v26.0.0-nightly'])('and accepts %s', async (printed) => {
      const path = program('node', printed);
      expect(await found(checkNode(env(), false))).toEqual(['ok', `${printed.slice(1)} (${path})`]);
    });

    it.each(['v20.18.3', 'v18.20.0'])('and refuses %s', async (printed) => {
      program('node', printed);
      const [status, text] = await found(checkNode(env(), false));
      expect(status).toBe('problem');
      expect(text).toMatch(/is too old\. Install Node\.js 20\.19 or later where Terraform runs/);
    });

    it('which is missing, or no Node.js', async () => {
      expect((await found(checkNode(env(), false)))[1]).toContain(
        'There is no node on the PATH. Install Node.js',
      );
      program('node', 'hello');
      expect((await found(checkNode(env(), false)))[1]).toContain('does not report its version.');
    });

    it('of EDGE_NODE instead of the one on the PATH', async () => {
      program('node', 'v18.0.0');
      const path = program('node22', 'v22.0.0');
      expect(await found(checkNode(env({ EDGE_NODE: path }), false))).toEqual([
        'ok',
        `22.0.0 (${path}, from EDGE_NODE)`,
      ]);
      expect((await found(checkNode(env({ EDGE_NODE: '/nowhere/node' }), false)))[1]).toContain(
        'EDGE_NODE is "/nowhere/node", which is not an executable file. Set it to',
      );
    });
  });

  describe('checks the options of Node.js', () => {
    const check = (more: NodeJS.ProcessEnv, isStandalone = false) =>
      found(checkOptions(env({ EDGE_NODE: process.execPath, ...more }), isStandalone));

    it('and names those that the plugin ignores', async () => {
      expect(await check({})).toEqual(['ok', 'Neither NODE_OPTIONS nor EDGE_NODE_OPTIONS is set.']);
      const others = { NODE_PATH: '/modules', NODE_DEBUG: 'http' };
      const ignored =
        'NODE_OPTIONS is "-r tracer/init": the plugin ignores it, and takes EDGE_NODE_OPTIONS. ' +
        'The script also ignores NODE_PATH, NODE_DEBUG.';
      expect(await check({ NODE_OPTIONS: '-r tracer/init', ...others })).toEqual(['ok', ignored]);
      // As the command finds them, which has started itself without them.
      const restarted = { NODE_OPTIONS: '', EDGE_IGNORED_NODE_OPTIONS: '-r tracer/init' };
      expect(await check({ ...restarted, ...others })).toEqual(['ok', ignored]);
    });

    it('with which Node.js must start', async () => {
      const given = 'EDGE_NODE_OPTIONS is "--no-warnings"';
      const options = { EDGE_NODE_OPTIONS: '--no-warnings' };
      expect(await check(options)).toEqual(['ok', `${given}: Node.js runs the plugin with it.`]);
      expect(await check(options, true)).toEqual(['ok', `${given}: the standalone plugin ignores it.`]);
      expect(await check({ EDGE_NODE_OPTIONS: '-r tracer/init' })).toEqual([
        'problem',
        'EDGE_NODE_OPTIONS is "-r tracer/init", with which Node.js does not start: ' +
          "Error: Cannot find module 'tracer/init'. Correct it, or unset it. Name a module by its absolute path.",
      ]);
    });
  });

  it('runs node without its options to ask for its version', async () => {
    const options = {
      EDGE_NODE: process.execPath,
      EDGE_NODE_OPTIONS: '--no-such',
      NODE_OPTIONS: '--no-such',
    };
    expect((await checkNode(env(options), false)).status).toBe('ok');
  });

  it('checks the platform, and refuses one that has no plugin', async () => {
    for (const each of ['darwin_arm64', 'windows_amd64', 'freebsd_amd64'])
      expect(await found(checkPlatform(each))).toEqual(['ok', each]);
    expect((await found(checkPlatform('windows_386')))[1]).toContain(
      'There is no plugin for windows_386. The standalone provider is for linux_amd64,',
    );
  });

  describe('checks terraform', () => {
    it('or tofu, whichever there is', async () => {
      const tofu = program('tofu', 'OpenTofu v1.12.6-dev');
      expect(await found(checkTerraform(env()))).toEqual(['ok', `OpenTofu 1.12.6-dev (${tofu})`]);
      const terraform = program('terraform', 'Terraform v1.11.0');
      expect(await found(checkTerraform(env()))).toEqual(['ok', `Terraform 1.11.0 (${terraform})`]);
      expect(await found(checkTerraform(env({ TERRAFORM_BINARY_NAME: tofu })))).toEqual([
        'ok',
        `OpenTofu 1.12.6-dev (${tofu})`,
      ]);
    });

    it('which is missing, too old or something else', async () => {
      expect((await found(checkTerraform(env())))[1]).toContain(
        'There is neither terraform nor tofu on the PATH. Install Terraform or OpenTofu 1.11',
      );
      expect((await found(checkTerraform(env({ TERRAFORM_BINARY_NAME: 'tf' }))))[1]).toContain(
        'TERRAFORM_BINARY_NAME is "tf", and there is no such program.',
      );
      program('terraform', 'Terraform v1.9.8');
      expect(await found(checkTerraform(env()))).toEqual(['problem', expect.stringContaining('is too old')]);
      program('terraform', 'hello');
      expect((await found(checkTerraform(env())))[1]).toContain('terraform does not report its version.');
    });
  });

  describe('checks the plugin', () => {
    const check = () => found(checkPlugin(place, findPlugin(place)));

    it('in the mirror of the project, else in that of all projects', async () => {
      const shared = deliver(join(place.home, '.terraform.d/plugins'));
      expect(await check()).toEqual(['ok', shared]);
      deliver(local());
      expect(await check()).toEqual(['ok', pluginFile('terraform.d/plugins', version, platform)]);
    });

    it('only where there is a configuration', async () => {
      expect(await check()).toEqual(['skipped', expect.stringContaining('There is no configuration here.')]);
    });

    it('which is missing, and says what delivers it', async () => {
      declare();
      const [status, text] = await check();
      expect(status).toBe('problem');
      expect(text).toBe(
        'Version 1.2.3 for linux_amd64 is not in terraform.d/plugins. Run `edge-platform provider install`.',
      );
      mkdirSync(join(local(), providerSource, '1.2.2'), { recursive: true });
      expect((await check())[1]).toContain('The folder has 1.2.2.');
      mkdirSync(dirname(pluginFile(local(), version, 'windows_amd64')), { recursive: true });
      expect((await check())[1]).toContain('The folder has windows_amd64.');
      declare('cdk.tf.json');
      expect((await check())[1]).toContain('Run `cdktn synth`');
    });

    it('which is packed until `init` has unpacked it', async () => {
      declare();
      const folder = join(local(), providerSource);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `terraform-provider-edge_${version}_${platform}.zip`), '');
      expect(await check()).toEqual([
        'skipped',
        expect.stringMatching(/\.zip is packed\. Run `terraform init`/),
      ]);
      const { node } = Object.fromEntries((await diagnose(place)).map((each) => [each.name, each.found]));
      expect(node).toBe('The plugin is standalone: it needs no Node.js.');
      deliver(join(place.folder, '.terraform/providers'));
      expect(await check()).toEqual(['ok', pluginFile('.terraform/providers', version, platform)]);
    });

    it('which the CLI configuration takes from a mirror, or hides from Terraform', async () => {
      declare();
      deliver(local());
      const configure = (file: string, block: string) => {
        writeFileSync(file, `# provider_installation {}\n${block}\n`);
      };
      const file = join(place.home, '.terraformrc');
      configure(file, 'plugin_cache_dir = "/cache"');
      expect((await check())[0]).toBe('ok');
      configure(file, 'provider_installation {\n  direct {}\n}');
      expect((await check())[1]).toMatch(
        /\.terraformrc has a block provider_installation without a mirror, so/,
      );
      const named = join(work, 'named.tfrc');
      place = { ...place, env: env({ TF_CLI_CONFIG_FILE: named, TF_DATA_DIR: 'data' }) };
      configure(
        named,
        'provider_installation {\n  filesystem_mirror {\n    path = "terraform.d/plugins"\n  }\n}',
      );
      expect((await check())[0]).toBe('ok');
      configure(named, 'provider_installation {\n  network_mirror {\n    url = "https://m/"\n  }\n}');
      expect(await check()).toEqual([
        'skipped',
        expect.stringMatching(/named\.tfrc names the mirrors .* Run `terraform/),
      ]);
      deliver(join(place.folder, 'data/providers'));
      expect(await check()).toEqual(['ok', pluginFile('data/providers', version, platform)]);
    });

    it('which is standalone: for this platform, and with the script of this package', async () => {
      const elf = Buffer.alloc(8192);
      elf.write('\x7fELF', 'latin1');
      elf.writeUInt16LE(0x3e, 18);
      const file = deliver(local(), Buffer.concat([elf, plugin, elf]));
      expect(await check()).toEqual([
        'ok',
        expect.stringMatching(/terraform-provider-edge_v1\.2\.3, standalone$/),
      ]);
      expect(await found(checkNode(env(), findPlugin(place)?.standaloneFor !== undefined))).toEqual([
        'skipped',
        'The plugin is standalone: it needs no Node.js.',
      ]);
      writeFileSync(file, elf);
      expect((await check())[1]).toContain('is another build than that of this package.');
      elf.writeUInt16LE(0xb7, 18);
      writeFileSync(file, elf);
      expect((await check())[1]).toContain('is an executable for linux_arm64, not for linux_amd64. Run');
    });

    it('which is not executable, or of another build', async () => {
      const file = deliver(local());
      chmodSync(file, 0o644);
      expect((await check())[1]).toMatch(
        /is not executable: .* has lost its mode\. Run `chmod \+x terraform\.d/,
      );
      // As on a file system that is mounted with noexec.
      expect((await found(notExecutable('plugin', 0o100755)))[1]).toMatch(
        /^The system does not execute plugin, although its mode is 755\. If its file system is mounted with noexec/,
      );
      deliver(local(), Buffer.from('#!/bin/sh\n'));
      chmodSync(file, 0o755);
      expect((await check())[1]).toContain('is another build than that of this package.');
    });
  });

  it('checks the lock file, which has the version and the hash of the plugin, others, or none yet', async () => {
    const check = () => found(checkLock(place, findPlugin(place)));
    expect((await check())[0]).toBe('skipped');
    deliver(local());
    expect(await check()).toEqual(['skipped', expect.stringContaining('`init` adds it')]);
    lock();
    expect((await check())[0]).toBe('ok');
    rmSync(join(place.folder, '.terraform.lock.hcl'));
    lock({ hashes: ['h1:other='] });
    expect((await check())[1]).toContain('another hash than that of the plugin. Run `edge-platform');
    lock({ version: '1.2.2' });
    expect((await check())[1]).toContain('has version 1.2.2, not 1.2.3. Run `edge-platform');
  });

  it('starts the plugin, and reports why it does not start', async () => {
    const check = () => found(checkStart(findPlugin(place), env()));
    expect((await check())[0]).toBe('skipped');
    deliver(local());
    expect(await check()).toEqual(['ok', 'The plugin starts.']);
    deliver(local(), Buffer.from('#!/bin/sh\necho "The provider edge cannot start: no node."\nexit 1\n'));
    expect((await check())[1]).toBe(
      'The plugin does not start: The provider edge cannot start: no node. Then run this again.',
    );
    deliver(local(), Buffer.from('#!/nowhere/sh\n'));
    expect((await check())[1]).toContain('The plugin does not start: ENOENT');
  });

  describe('calls the API', () => {
    it('with the credentials, and separates what is wrong', async () => {
      const emulator = await start();
      const call = async (more: NodeJS.ProcessEnv, baseUrl?: string) =>
        (await checkApi(baseUrl, { EDGE_BASE_URL: emulator.url, ...more })).map(
          ({ name, status, found: text, fix }) => [name, status, fix ?? text],
        );
      const answers = ['API', 'ok', `${emulator.url} answers.`];
      const notCalled = ['credentials', 'skipped', 'The API was not reached.'];
      const token = { EDGE_API_TOKEN: emulator.token };
      const text = (part: string): unknown => expect.stringContaining(part);
      expect(await call(token)).toEqual([answers, ['credentials', 'ok', 'Accepted.']]);
      expect(await call({ EDGE_API_TOKEN: 'other' })).toEqual([
        answers,
        ['credentials', 'problem', text('Check EDGE_API_TOKEN')],
      ]);
      expect(await call({})).toEqual([answers, ['credentials', 'problem', text('Set EDGE_API_TOKEN')]]);
      expect(await call(token, 'x')).toEqual([['API', 'problem', text('--base-url is "x"')], notCalled]);
      const elsewhere = emulator.url.replace('/client/v4', '/x/client/v4');
      expect(await call(token, elsewhere)).toEqual([['API', 'problem', text('HTTP 404')], notCalled]);
      const match = { method: 'GET', path: '/zones' };
      const refusal = { match, kind: 'status', status: 403, code: 9109, message: 'no access' };
      await emulator.control('POST', '/faults', refusal);
      expect(await call(token)).toEqual([
        answers,
        ['credentials', 'ok', 'Accepted. They cannot list zones.'],
      ]);
      await emulator.close();
      expect(await call(token)).toEqual([['API', 'problem', text('cannot be reached')], notCalled]);
    });

    it('through the proxy of the environment, which it names without credentials', async () => {
      const emulator = await start();
      const proxy = await startForwardProxy(() => Number(new URL(emulator.url).port));
      const checks = await checkApi('http://api.example.test/client/v4', {
        EDGE_API_TOKEN: emulator.token,
        HTTP_PROXY: proxy.url.replace('//', '//CANARY:CANARY@'),
      });
      expect(checks.map(({ status, found: text }) => [status, text])).toEqual([
        ['ok', `http://api.example.test/client/v4 answers through the proxy ${proxy.address} (HTTP_PROXY).`],
        ['ok', 'Accepted.'],
      ]);
    });
  });

  describe('reads what Terraform will read', () => {
    const write = (name: string, text: string) => {
      writeFiles(place.folder, { [name]: text });
    };
    const requirement = () => found(checkRequirement(readModules(place.folder), version));
    const required = (entry: string) => `terraform {\n  required_providers {\n    ${entry}\n  }\n}\n`;
    const job = 'resource "edge_logpush_job" "logs" {\n  zone_id = var.zone\n}\n';
    const entry = `edge = { source = "${providerSource}", version = "1.2.3" }`;

    it.each([
      [
        'cdk.tf.json',
        '{"resource":{"edge_logpush_job":{"logs":{}}}}',
        'cdk.tf.json uses edge_logpush_job, and required_providers has no edge',
      ],
      [
        'cdk.tf.json',
        `{"terraform":{"required_providers":{"edge":{"source":"${providerSource}","version":"1.2.2"}}}}`,
        'cdk.tf.json: the version of edge is "1.2.2", and this package has 1.2.3. Synthesize again',
      ],
      [
        'modules/logs/main.tf',
        job,
        'modules/logs/main.tf uses edge_logpush_job, and required_providers has no edge',
      ],
    ])('and refuses %s with %j', async (name, text, message) => {
      if (name.startsWith('modules/'))
        write('main.tf', `${required(entry)}module "logs" {\n  source = "./modules/logs"\n}\n`);
      write(name, text);
      const [status, said] = await requirement();
      expect(status).toBe('problem');
      expect(said).toContain(message);
    });

    it.each([entry, `edge = {\n source = "${providerSource}"\n version = ">= 1.0, < 2.0"\n }`])(
      'and accepts %j',
      async (given) => {
        write('main.tf', required(given) + job);
        expect(await requirement()).toEqual([
          'ok',
          expect.stringContaining(`main.tf requires ${providerSource}`),
        ]);
      },
    );

    it('of variables without a value, and of values for no variable', async () => {
      const check = (more: NodeJS.ProcessEnv) =>
        found(checkVariables(readModules(place.folder), givenValues(place.folder, more), more));
      expect((await check({}))[0]).toBe('skipped');
      write('main.tf', 'variable "zone" {}\nvariable "name" {\n  default = "logs"\n}\n');
      expect(await check({})).toEqual(['ok', 'Without a value here: zone. Set TF_VAR_zone, or pass -var.']);
      expect(await check({ TF_VAR_zon: 'x' })).toEqual([
        'problem',
        'Without a value here: zone. The configuration has no variable for TF_VAR_zon. Set TF_VAR_zone, or pass -var.',
      ]);
      expect(await check({ TF_VAR_zone: 'x' })).toEqual(['ok', '2 variables, each with a value.']);
      write('terraform.tfvars', 'zones = {\n  zone = "x"\n}\n');
      expect((await check({}))[1]).toContain('Without a value here: zone.');
      write('terraform.tfvars', 'zone = "x"\n');
      expect((await check({}))[1]).toBe('2 variables, each with a value.');
    });

    it('of what init has installed', async () => {
      const check = () => found(checkInstalled(place));
      expect((await check())[0]).toBe('skipped');
      const mirror = join(place.folder, '.terraform/providers');
      mkdirSync(join(mirror, providerSource, '1.2.2'), { recursive: true });
      expect((await check())[1]).toContain(
        '`init` has installed version 1.2.2, not 1.2.3. Run `terraform init`',
      );
      const file = deliver(mirror);
      expect((await check())[0]).toBe('ok');
      rmSync(file);
      expect((await check())[1]).toContain('leads to a file that is gone. Run `terraform init`');
    });

    it('of the stacks below a project of CDKTF', async () => {
      write('cdktf.json', '{"app":"npx tsx main.ts"}');
      for (const each of ['dns', 'logs'])
        write(`cdktf.out/stacks/${each}/cdk.tf.json`, '{"resource":{"edge_logpush_job":{"logs":{}}}}');
      const checks = await diagnose({ ...place, baseUrl: 'x' });
      const requirements = checks.filter(({ name }) => name === 'requirement');
      expect(requirements.map(({ stack, status }) => [stack, status])).toEqual([
        ['cdktf.out/stacks/dns', 'problem'],
        ['cdktf.out/stacks/logs', 'problem'],
      ]);
      expect(renderText(reportDiagnosis(checks))).toContain(
        'cdktf.out/stacks/logs: cdk.tf.json uses edge_logpush_job',
      );
      expect(checks.filter(({ name }) => name === 'node')).toHaveLength(1);
    });

    it('of the permissions that its resources need, by calls that change nothing', async () => {
      const emulator = await start();
      write(
        'main.tf',
        [
          'variable "account" {\n}',
          'data "edge_zone" "main" {\n  name = "one.example"\n}',
          'resource "edge_logpush_job" "logs" {\n  zone_id = data.edge_zone.main.id\n}',
          `resource "edge_waf_migration" "waf" {\n  zone_id = "${zoneId}"\n}`,
          'resource "edge_pool_notification_policy" "health" {\n  account_id = var.account\n}',
          'resource "edge_custom_fields_ruleset" "fields" {\n  zone_id = module.zone.id\n}',
        ].join('\n'),
      );
      const variables = {
        EDGE_BASE_URL: emulator.url,
        EDGE_API_TOKEN: emulator.token,
        TF_VAR_account: accountId,
      };
      const check = () =>
        checkPermissions(
          joinFiles(readModules(place.folder)),
          givenValues(place.folder, variables),
          undefined,
          variables,
        );
      const read = ' of the zone. A deploy that changes it needs Zone WAF Write of the zone.';
      const ofAccount = (permission: string) =>
        `account ${accountId}: ${permission} Read of the account. A deploy that changes it needs ${permission} Write of the account.`;
      expect((await check()).map(({ status, found: text }) => [status, text])).toEqual([
        ['ok', 'zone one.example: Logs Write of the zone.'],
        ['ok', `zone ${zoneId}: Zone WAF Read${read}`],
        ['ok', ofAccount('Load Balancing: Monitors and Pools')],
        ['ok', ofAccount('Notifications')],
        ['skipped', 'Not asked: 1 resource with a zone or account that only Terraform can evaluate.'],
      ]);
      const match = { method: 'GET', path: `/zones/${zoneId}/logpush/jobs` };
      const refusal = { kind: 'status', status: 403, code: 10000, message: 'Authentication error' };
      await emulator.control('POST', '/faults', { match, ...refusal });
      const [first] = await check();
      expect(first).toMatchObject({
        status: 'problem',
        found: 'zone one.example: the credentials lack Logs Write of the zone.',
      });
      expect(first?.fix).toContain('A token needs the permission Logs Write of the zone for this call.');
    });
  });

  it('prints one row for each check, which fits the terminal', async () => {
    declare();
    const checks = await diagnose({ ...place, baseUrl: 'x' });
    expect(checks.map(({ name, status }) => `${name}: ${status}`)).toEqual([
      'node: problem',
      'options: ok',
      'platform: ok',
      'terraform: problem',
      'CLI configuration: ok',
      'API: problem',
      'credentials: skipped',
      'requirement: skipped',
      'plugin: problem',
      'lock file: skipped',
      'installed: skipped',
      'start: skipped',
      'variables: skipped',
      'permissions: skipped',
    ]);
    expect(countProblems(checks)).toBe(4);
    expect(renderText(reportDiagnosis(checks)).trim().split('\n')).toHaveLength(checks.length + 3);
    const text = renderText(reportDiagnosis(checks), { width: 80 });
    expect(text).toMatch(
      /^STATUS +CHECK +FOUND\nproblem +node +There is no node on the PATH\. Install Node\.js[^]*\n\n4 problems found\.\n$/,
    );
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
