import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { App, TerraformStack } from 'cdktn';
import { CustomFieldsRuleset, EdgeProvider } from '../../lib';
import { deliverPlugin } from '../../lib/drivers/plugin/delivery';
import { requireTerraform } from '../../lib/terraform/binary';
import { startEdgeStack, zoneId, type EdgeStack } from '../support/edge-stack';
import { refuseTunnel, startForwardProxy } from '../support/forward-proxy';
import { saidIn, startProvisionerStack } from '../support/provisioner-stack';
import { describeWithTerraform, TerraformDir, terraformPlatform } from '../support/terraform';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8');
const entries = [...page.matchAll(/^### (.*)$/gm)].map(([, title = '']) => title);

describeWithTerraform('troubleshooting', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack();
  });

  /** What a command says that may fail, on one line. */
  async function output(env: Readonly<Record<string, string>>, ...args: string[]): Promise<string> {
    const { stdout, stderr } = await new TerraformDir(edge.dir.path, env).run(args, { expectCode: [0, 1] });
    return oneLine(`${stdout} ${stderr}`);
  }

  function declareFields(zoneId: string): void {
    edge.declare((stack) => new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['a'] }));
  }

  function plugin(): string {
    const folder = join(edge.dir.path, 'terraform.d/plugins/terraform.local/edge-platform/edge');
    const [version = ''] = readdirSync(folder);
    return join(folder, version, terraformPlatform(), `terraform-provider-edge_v${version}`);
  }

  function refusalOf(...ids: readonly string[]): string {
    try {
      edge.declare((stack) => {
        for (const [at, id] of ids.entries())
          new CustomFieldsRuleset(stack, id, { zoneId: String(at).repeat(32), cookies: ['a'] });
      });
      return '';
    } catch (error) {
      return oneLine(String(error));
    }
  }

  async function initialized(): Promise<void> {
    declareFields('e'.repeat(32));
    await edge.dir.init();
  }

  async function validateWith(env: Readonly<Record<string, string>>): Promise<string> {
    await initialized();
    return output(env, 'validate', '-no-color');
  }

  async function initOf(change: () => Readonly<Record<string, string>>): Promise<string> {
    declareFields('e'.repeat(32));
    return output(change(), 'init', '-no-color');
  }

  async function planWith(zoneId: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    declareFields(zoneId);
    await edge.dir.init();
    const { url, token } = edge.emulator;
    return output(
      { EDGE_BASE_URL: url, EDGE_API_TOKEN: token, EDGE_RETRY_TIMEOUT_SECONDS: '0', ...env },
      'apply',
      '-auto-approve',
      '-no-color',
    );
  }

  const reproductions: Readonly<Record<string, () => string | Promise<string>>> = {
    'it needs Node.js, and there is no `node` on the PATH of Terraform': () =>
      validateWith({ PATH: folderWithoutNode(edge.dir.path) }),
    'EDGE_NODE is "…", which is not an executable file': () =>
      validateWith({ EDGE_NODE: dirname(process.execPath) }),
    'it needs Node.js 20.19 or later, and … is version …': () => {
      const fake = join(edge.dir.path, 'version.js');
      const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } });`;
      mkdirSync(edge.dir.path, { recursive: true });
      writeFileSync(fake, old);
      return validateWith({ EDGE_NODE_OPTIONS: `--require ${JSON.stringify(fake)}` });
    },
    'Unrecognized remote plugin message': () =>
      validateWith({ EDGE_NODE_OPTIONS: '-r tracer/init', NODE_OPTIONS: '-r tracer/init' }),
    "Failed to read any lines from plugin's stdout": () => validateWith({ EDGE_NODE: '/bin/true' }),
    'timeout while waiting for plugin to start': () => {
      // Terraform says it after a minute.
      const text = 'timeout while waiting for plugin to start';
      return readFileSync(requireTerraform(process.env)).includes(text) ? text : 'another text';
    },
    '… have the same address in Terraform': () => refusalOf('shop.example', 'shopexample'),
    'its name in Terraform would be "…", and a name begins with a letter or _': () => refusalOf('1und1.de'),
    'permission denied': async () => {
      await initialized();
      chmodSync(plugin(), 0o644);
      return output({}, 'validate', '-no-color');
    },
    'executable file not found in $PATH': async () => {
      const stack = await startProvisionerStack();
      stack.declare(
        (each) => new CustomFieldsRuleset(each, 'fields', { zoneId: 'e'.repeat(32), cookies: ['a'] }),
      );
      await stack.dir.init();
      const env = { PATH: folderWithoutNode(stack.dir.path) };
      return saidIn(await stack.dir.start(['apply', '-auto-approve', '-no-color'], env).finished);
    },
    'could not connect to terraform.local': () =>
      initOf(() => {
        rmSync(join(edge.dir.path, 'terraform.d'), { recursive: true });
        // No answer of a name server, wherever the test runs.
        return { HTTPS_PROXY: 'http://127.0.0.1:9' };
      }),
    'provider registry registry.terraform.io does not have a provider named registry.terraform.io/hashicorp/edge':
      async () => {
        const registry = createServer((_, answer) => answer.writeHead(404).end()).listen(0, '127.0.0.1');
        await once(registry, 'listening');
        try {
          return await initOf(() => {
            const { path } = edge.dir;
            mkdirSync(join(path, 'more'));
            writeFileSync(join(path, 'more/main.tf'), 'resource "edge_waf_migration" "a" {}\n');
            writeFileSync(join(path, 'more.tf'), 'module "more" {\n  source = "./more"\n}\n');
            const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
            const host = `host "registry.terraform.io" {\n  services = { "providers.v1" = "${url}" }\n}\n`;
            writeFileSync(join(path, 'terraform.rc'), host);
            return { TF_CLI_CONFIG_FILE: join(path, 'terraform.rc') };
          });
        } finally {
          registry.close();
        }
      },
    'was not found in any of the search locations': () =>
      initOf(() => {
        mkdirSync(join(edge.dir.path, 'mirror'));
        const file = join(edge.dir.path, 'terraform.rc');
        writeFileSync(file, 'provider_installation {\n  filesystem_mirror {\n    path = "mirror"\n  }\n}\n');
        return { TF_CLI_CONFIG_FILE: file };
      }),
    "doesn't match any of the checksums previously recorded in the dependency lock file": () =>
      initOf(() => {
        writeFileSync(plugin(), '# another build\n', { flag: 'a' });
        return {};
      }),
    'the stack is of another package': () => {
      const stack = new TerraformStack(new App(), 'logs');
      return messageOf(() => new EdgeProvider(stack, 'edge'));
    },
    "Cannot find module 'cdktf'": () => {
      const folder = join(edge.dir.path, 'node_modules/cdktf-edge-platform');
      cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
      cpSync(join(root, 'package.json'), join(folder, 'package.json'));
      const { stderr } = spawnSync(process.execPath, ['-e', 'require("cdktf-edge-platform")'], {
        cwd: edge.dir.path,
        encoding: 'utf8',
      });
      return stderr;
    },
    'the cache of standalone providers cannot be trusted': () => {
      const shared = join(edge.dir.path, 'shared');
      mkdirSync(join(shared, 'cdktf-edge-platform-standalone'), { recursive: true });
      chmodSync(join(shared, 'cdktf-edge-platform-standalone'), 0o777);
      const delivery = { platforms: ['linux_amd64'], version: '1.2.3', home: shared };
      return messageOf(() => {
        deliverPlugin(edge.dir.path, {
          ...delivery,
          executable: 'standalone',
          env: { XDG_CACHE_HOME: shared },
        });
      });
    },
    'the proxy … cannot be reached': () => planThrough(undefined),
    'the proxy … refused the tunnel to …': () => planThrough(refuseTunnel(407)),
    'was refused with HTTP 429': () => applyWithFault({ kind: 'status', ...waitAnHour }),
    'was not sent': () => applyWithFault({ kind: 'status', ...waitAnHour }, '-parallelism=1'),
    'was answered with HTTP … and the reply is …': () => applyWithFault({ kind: 'not_json' }),
    '7003': () => planWith('f'.repeat(32)),
    '10000': () => planWith('e'.repeat(32), { EDGE_API_TOKEN: 'wrong-token-0000000000000000000000000000' }),
  };

  const waitAnHour = { status: 429, headers: { 'retry-after': '3600' } };

  /** What an apply of two resources says whose first call has this fault. */
  async function applyWithFault(fault: object, ...options: string[]): Promise<string> {
    await edge.emulator.control('POST', '/faults', { ...fault, match: {} });
    edge.declare((stack) => {
      for (const id of ['a', 'b'])
        new CustomFieldsRuleset(stack, id, { zoneId: id === 'a' ? zoneId : 'f'.repeat(32), cookies: ['a'] });
    });
    await edge.dir.init();
    const { url, token } = edge.emulator;
    const env = { EDGE_BASE_URL: url, EDGE_API_TOKEN: token, EDGE_RETRY_TIMEOUT_SECONDS: '0' };
    return output(env, 'apply', '-auto-approve', '-no-color', ...options);
  }

  /** What an apply says behind a proxy with this answer; without one, nothing listens at its port. */
  async function planThrough(answer: string | undefined): Promise<string> {
    const proxy = await startForwardProxy(() => 0);
    proxy.respond = () => answer;
    if (answer === undefined) await proxy.close();
    const outcome = await planWith('e'.repeat(32), {
      EDGE_BASE_URL: 'https://api.example.test/client/v4',
      HTTPS_PROXY: proxy.url,
      NO_PROXY: '',
      no_proxy: '',
    });
    if (answer !== undefined) await proxy.close();
    return outcome;
  }

  it('has a reproduction of every entry', () => {
    expect(Object.keys(reproductions).sort()).toEqual([...entries].sort());
  });

  it.each(entries)('names what really appears: %s', async (entry) => {
    const said = await reproductions[entry]?.();
    // The parts that depend on the machine.
    for (const part of entry.split('…')) expect(said).toContain(part);
  });

  it('is not needed for options of Node.js that are for other programs, nor for what modules print', async () => {
    await initialized();
    const module = join(edge.dir.path, 'print.js');
    writeFileSync(module, 'console.log("1|2|3|4|5|6"); process.stdout.write("printed");');
    const printed = `--require ${JSON.stringify(module)}`;
    for (const [name, options] of [
      ['NODE_OPTIONS', '-r tracer/init --inspect-brk=0'],
      ['NODE_OPTIONS', printed],
      ['EDGE_NODE_OPTIONS', printed],
    ] as const)
      expect(await output({ [name]: options }, 'validate', '-no-color')).toContain(
        'The configuration is valid',
      );
  });

  it('has a provider_installation with which Terraform finds the plugin', async () => {
    declareFields('e'.repeat(32));
    const [, block = ''] = /```hcl\n(provider_installation [\s\S]*?)```/.exec(page) ?? [];
    const file = join(edge.dir.path, 'terraform.rc');
    writeFileSync(file, block);
    expect(await output({ TF_CLI_CONFIG_FILE: file }, 'init', '-no-color')).toMatch(
      /has been successfully initialized/,
    );
  });
});

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** A PATH without node; TerraformDir starts terraform by its path. */
function folderWithoutNode(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  return bin;
}

function messageOf(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
  return 'it does not fail';
}
