import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chooseExecutable,
  choosePlatforms,
  installPlugin,
  reportInstallation,
} from '../../../lib/cli/provider/install';
import { renderText } from '../../../lib/cli/report/text';
import { terraformName } from '../../../lib/terraform/binary';
import { currentPlatform } from '../../../lib/drivers/plugin/platform';
import { makeFolder } from '../../support/folder';

const here = currentPlatform();
const plugin = (platform: string) =>
  `terraform.local/edge-platform/edge/1.2.3/${platform}/terraform-provider-edge_v1.2.3`;

const printed = (...parameters: Parameters<typeof reportInstallation>) =>
  renderText(reportInstallation(...parameters));

describe('edge-platform provider install', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(makeFolder());
  });

  const install = (mirror?: string, ...platforms: string[]) =>
    installPlugin({
      folder,
      home: join(folder, 'home'),
      mirror,
      platforms,
      executable: 'script',
      version: '1.2.3',
      env: process.env,
    });

  it('puts the plugin for this platform and the wanted ones where Terraform finds it, and locks it', () => {
    const installed = install(undefined, 'darwin_arm64', here);
    expect(installed).toMatchObject({
      mirror: 'terraform.d/plugins',
      platforms: [here, 'darwin_arm64'],
      lockFile: '.terraform.lock.hcl',
    });
    for (const platform of installed.platforms)
      expect(statSync(join(folder, 'terraform.d/plugins', plugin(platform))).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(folder, '.terraform.lock.hcl'), 'utf8')).toMatch(
      /^provider "terraform.local\/edge-platform\/edge" \{\n {2}version {5}= "1.2.3"/,
    );
  });

  it('names a mirror that Terraform does not search by a path that Terraform accepts', () => {
    const text = printed(install('.'), 'terraform');
    const lines = text.split('\n');
    expect(text.replaceAll('\n', '')).toContain(`${folder}.`);
    expect(lines.filter((line) => /-(plugin-dir|fs-mirror)=/.test(line))).toEqual([
      `  terraform init -plugin-dir=${folder}`,
      `    -fs-mirror=${folder} \\`,
    ]);
  });

  it('locks the project whose mirror it is', () => {
    mkdirSync(join(folder, 'project'));
    const installed = install('project/terraform.d/plugins/');
    expect(installed.lockFile).toBe('project/.terraform.lock.hcl');
    expect(existsSync(join(folder, 'project/.terraform.lock.hcl'))).toBe(true);
    expect(printed(installed, 'terraform')).toContain(
      `Then run \`terraform init\` in ${join(folder, 'project')}.`,
    );
  });

  it('locks nothing for a mirror of all projects', () => {
    const installed = install('~/.terraform.d/plugins');
    expect(existsSync(join(folder, 'home/.terraform.d/plugins', plugin(here)))).toBe(true);
    expect(installed).toMatchObject({ mirror: 'home/.terraform.d/plugins', lockFile: undefined });
    expect(existsSync(join(folder, '.terraform.lock.hcl'))).toBe(false);
    expect(printed(installed, 'terraform')).toContain('Then run `terraform init`.');
  });

  it('prints the block to declare the provider, and the command that locks it, on 80 columns', () => {
    const text = printed(install(undefined, 'linux_arm64', 'freebsd_amd64'), 'tofu');
    expect(text).toContain(
      ['        source  = "terraform.local/edge-platform/edge"', '        version = "1.2.3"', '      }'].join(
        '\n',
      ),
    );
    expect(text.replaceAll(/ \\\n +/g, ' ')).toContain(
      `tofu providers lock -fs-mirror=terraform.d/plugins -platform=${here} -platform=linux_arm64 -platform=freebsd_amd64 terraform.local/edge-platform/edge\n`,
    );
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('fails for Windows with the reason, and for names that are no platform, before it writes', () => {
    expect(() => install(undefined, 'windows_amd64')).toThrow(
      '--platform: unsupported: windows_amd64. Write <os>_<arch> as Terraform does',
    );
    expect(() => install(undefined, 'linux', 'linux/arm64')).toThrow(
      'unsupported: linux, linux/arm64. Write <os>_<arch> as Terraform does',
    );
    expect(existsSync(join(folder, 'terraform.d'))).toBe(false);
  });

  it('fails on Windows unless other platforms are named', () => {
    expect(() => choosePlatforms([], 'windows_amd64', 'script')).toThrow(
      'There is no script plugin for windows_amd64. Write <os>_<arch>',
    );
    expect(choosePlatforms(['linux_amd64'], 'windows_amd64', 'script')).toEqual(['linux_amd64']);
    expect(choosePlatforms([], 'windows_amd64', 'standalone')).toEqual(['windows_amd64']);
    expect(() => choosePlatforms(['freebsd_amd64'], 'linux_amd64', 'standalone')).toThrow(
      '--platform: unsupported: freebsd_amd64. The standalone provider is for linux_amd64,',
    );
  });

  describe('chooses the form of the plugin', () => {
    const bin = () => {
      mkdirSync(join(folder, 'bin'));
      writeFileSync(join(folder, 'bin/node'), '', { mode: 0o755 });
      return join(folder, 'bin');
    };

    it.each<[string, string | undefined, NodeJS.ProcessEnv, string, string]>([
      ['the option', 'script', { EDGE_PROVIDER_EXECUTABLE: 'standalone' }, 'linux_amd64', 'script'],
      [
        'the environment',
        undefined,
        { EDGE_PROVIDER_EXECUTABLE: 'standalone', EDGE_NODE: '/n' },
        'linux_amd64',
        'standalone',
      ],
      ['EDGE_NODE', undefined, { EDGE_NODE: '/n' }, 'linux_amd64', 'script'],
      ['a missing node', undefined, {}, 'linux_amd64', 'standalone'],
      ['a missing node without another form', undefined, {}, 'freebsd_amd64', 'script'],
      ['Windows', undefined, { EDGE_NODE: '/n' }, 'windows_amd64', 'standalone'],
    ])('by %s', (_, executable, given, here_, expected) => {
      const env = { PATH: join(folder, 'empty'), ...given };
      expect(chooseExecutable({ executable, env }, here_).executable).toBe(expected);
    });

    it('by a node on the PATH', () => {
      const choice = chooseExecutable({ env: { PATH: bin() } }, 'linux_amd64');
      expect(choice).toEqual({ executable: 'script', reason: undefined });
    });

    it('and refuses what is none', () => {
      expect(() => chooseExecutable({ env: { EDGE_PROVIDER_EXECUTABLE: 'exe' } }, 'linux_amd64')).toThrow(
        'EDGE_PROVIDER_EXECUTABLE is "exe". It must be "script" or "standalone", or not set.',
      );
    });
  });
});

describe('the program that commands name', () => {
  it('is the one of TERRAFORM_BINARY_NAME, else terraform or tofu, whichever there is', () => {
    const folder = makeFolder();
    expect(terraformName({ PATH: folder })).toBe('terraform');
    writeFileSync(join(folder, 'tofu'), '', { mode: 0o755 });
    expect(terraformName({ PATH: folder })).toBe('tofu');
    writeFileSync(join(folder, 'terraform'), '', { mode: 0o755 });
    expect(terraformName({ PATH: `/nowhere:${folder}` })).toBe('terraform');
    expect(terraformName({ PATH: folder, TERRAFORM_BINARY_NAME: 'tofu' })).toBe('tofu');
  });
});
