import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterTest } from '../../support/after-test';
import { makeFolder } from '../../support/folder';

const bundle = join(__dirname, '../../../dist/plugin/terraform-provider-edge');

const quoted = (path: string) => JSON.stringify(path);

describe('the start of the plugin', () => {
  let folder: string;
  let plugin: string;
  beforeEach(() => {
    folder = join(makeFolder(), "it's a start");
    mkdirSync(folder);
    plugin = join(folder, 'terraform-provider-edge_v0.1.0');
    copyFileSync(bundle, plugin);
  });

  function start(env: Readonly<Record<string, string | undefined>> = {}) {
    const all = { ...process.env, EDGE_NODE: process.execPath, ...env };
    const { status, stdout, stderr } = spawnSync(plugin, {
      encoding: 'utf8',
      env: all,
      cwd: folder,
      timeout: 60_000,
    });
    const [first = '', ...rest] = stdout.split('\n');
    return { status, line: first, isOneLine: rest.join('') === '', stderr };
  }

  /** Terraform shows the first line on stdout; three bars would make it the line of a handshake. */
  function expectRefusal({ status, line, isOneLine, stderr }: ReturnType<typeof start>, ...texts: string[]) {
    for (const text of texts) expect(line).toContain(text);
    expect({ status, isOneLine, stderr, bars: line.split('|').length }).toEqual({
      status: 1,
      isOneLine: true,
      stderr: `${line}\n`,
      bars: 1,
    });
  }

  it.each(['module', 'commonjs'])('does not depend on a package.json of type %s around it', (type) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
    expectRefusal(start(), 'This is a Terraform provider.');
  });

  it('names the PATH if it has no node', () => {
    mkdirSync(join(folder, 'bin'));
    const path = join(folder, 'bin');
    expectRefusal(
      start({ EDGE_NODE: undefined, PATH: path }),
      'there is no `node` on the PATH of Terraform',
      path,
      'set EDGE_NODE to the path of node',
    );
  });

  it('uses the node on the PATH', () => {
    const path = `${join(process.execPath, '..')}:/usr/bin:/bin`;
    expectRefusal(start({ EDGE_NODE: '', PATH: path }), 'This is a Terraform provider.');
  });

  it('names an EDGE_NODE that is not executable', () => {
    const file = join(folder, 'no-node');
    writeFileSync(file, '');
    expectRefusal(start({ EDGE_NODE: file }), `EDGE_NODE is "${file}", which is not an executable file`);
  });

  it.each(['20.18.3', '18.20.8', '0.12.18'])('names a node that is too old: %s', (version) => {
    const fake = join(folder, 'version.js');
    writeFileSync(
      fake,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
    );
    expectRefusal(
      start({ EDGE_NODE_OPTIONS: `--require ${JSON.stringify(fake)}` }),
      `needs Node.js 20.19 or later, and ${process.execPath} is version ${version}`,
    );
  });

  describe('with settings of Node.js that are for other programs', () => {
    const preload = (code: string) => {
      const file = join(folder, 'preload.js');
      writeFileSync(file, code);
      return file;
    };

    it.each<[string, () => Readonly<Record<string, string>>]>([
      ['a module that does not exist', () => ({ NODE_OPTIONS: '-r tracer/init' })],
      ['an ES module that does not exist', () => ({ NODE_OPTIONS: '--import tracer' })],
      ['an option that does not exist', () => ({ NODE_OPTIONS: '--no-such-option' })],
      ['a debugger to wait for', () => ({ NODE_OPTIONS: '--inspect-brk=0' })],
      ['permissions', () => ({ NODE_OPTIONS: '--experimental-permission' })],
      ['too little memory', () => ({ NODE_OPTIONS: '--max-old-space-size=1' })],
      ['what a module prints', () => ({ NODE_OPTIONS: `-r ${quoted(preload('console.log("|||")'))}` })],
      ['debugging output', () => ({ NODE_DEBUG: '*', NODE_DEBUG_NATIVE: 'all' })],
      ['coverage', () => ({ NODE_V8_COVERAGE: join(folder, 'written') })],
      ['a cache of code', () => ({ NODE_COMPILE_CACHE: join(folder, 'written') })],
      ['a file for warnings', () => ({ NODE_REDIRECT_WARNINGS: join(folder, 'written') })],
      ['the channel of a parent', () => ({ NODE_CHANNEL_FD: '3', NODE_UNIQUE_ID: '1' })],
    ])('ignores %s', (_what, env) => {
      expectRefusal(start(env()), 'This is a Terraform provider.');
      expect(existsSync(join(folder, 'written'))).toBe(false);
    });

    it('keeps what a module of EDGE_NODE_OPTIONS prints out of stdout', () => {
      const file = preload('console.log("loaded"); process.once("exit", () => console.log("left"));');
      const { line, isOneLine, stderr } = start({ EDGE_NODE_OPTIONS: `-r ${quoted(file)}` });
      expect({ line: line.split('.')[0], isOneLine }).toEqual({
        line: 'This is a Terraform provider',
        isOneLine: true,
      });
      expect(stderr).toBe(`loaded\n${line}\nleft\n`);
    });

    it.each([
      ['--no-such-option', '--no-such-option is not allowed in NODE_OPTIONS'],
      ['-r tracer/init', "Error: Cannot find module 'tracer/init'"],
    ])('names EDGE_NODE_OPTIONS with which Node.js does not start: %s', (options, reason) => {
      const started = start({ EDGE_NODE_OPTIONS: options });
      expectRefusal(
        started,
        `EDGE_NODE_OPTIONS is "${options}", with which Node.js does not start: `,
        reason,
      );
    });

    it('says what EDGE_NODE_OPTIONS does not permit', () => {
      const started = start({ EDGE_NODE_OPTIONS: '--experimental-permission' });
      expect(started.line).toMatch(/^The provider edge cannot start: Access to this API has been restricted/);
    });
  });

  it('says why it does not start where it can listen nowhere', async () => {
    const occupant = createServer();
    afterTest(() => occupant.close());
    await once(occupant.listen(0, '127.0.0.1'), 'listening');
    const port = String((occupant.address() as AddressInfo).port);
    const env = {
      TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
      PLUGIN_CLIENT_CERT: 'a certificate',
      PLUGIN_MIN_PORT: port,
      PLUGIN_MAX_PORT: port,
      TMPDIR: join(folder, 'none'),
    };
    const { status, line, isOneLine, stderr } = start(env);
    expect({ status, isOneLine }).toEqual({ status: 1, isOneLine: true });
    expect(line).toMatch(/^The provider did not start: [^|]*EADDRINUSE/);
    const [first, ...rest] = stderr.split('\n');
    expect(first).toContain(env.TMPDIR);
    expect(rest.slice(-2)).toEqual([line, '']);
  });
});
