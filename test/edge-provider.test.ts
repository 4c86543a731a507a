import { App, TerraformStack, TerraformVariable, Testing } from 'cdktf';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdgeProvider, EdgeProviderExecutable, type EdgeProviderProps } from '../lib';
import { currentPlatform } from '../lib/drivers/plugin/platform';
import { packageVersion } from '../lib/client/package-version';
import { objectAt, synth, warningsOf, withoutNotes } from './constructs/support';

const version = packageVersion();

function makeProvider(props?: EdgeProviderProps): EdgeProvider {
  return new EdgeProvider(new TerraformStack(Testing.app(), 'logs'), 'edge', props);
}

describe('EdgeProvider', () => {
  it('synthesizes a provider without settings, pinned to this version', () => {
    const provider = makeProvider();
    const written = withoutNotes(objectAt(synth(TerraformStack.of(provider))));
    expect(JSON.parse(JSON.stringify(written).replaceAll(version, '<version>'))).toMatchSnapshot();
  });

  it('accepts an alias after construction', () => {
    const provider = makeProvider();
    provider.alias = 'later';
    expect(provider.fqn).toBe('edge.later');
    expect(objectAt(synth(TerraformStack.of(provider)), 'provider')).toEqual({ edge: [{ alias: 'later' }] });
  });

  it.each([
    ['apiToken', 'EDGE_API_TOKEN'],
    ['apiKey', 'EDGE_API_KEY'],
  ])('warns about a literal %s without showing it, and suggests %s', (prop, variable) => {
    const warnings = warningsOf(makeProvider({ [prop]: 'canary' }));
    expect(warnings).toEqual([expect.stringContaining(`${prop} is a literal`)]);
    expect(warnings.join()).toContain(variable);
    expect(warnings.join()).not.toContain('canary');
  });

  it('does not warn about secrets that are tokens or expressions', () => {
    const stack = new TerraformStack(Testing.app(), 'logs');
    const secret = new TerraformVariable(stack, 'secret', { type: 'string', sensitive: true });
    const props = { apiToken: secret.stringValue, apiKey: '${var.secret}', apiEmail: 'ops@example.com' };
    expect(warningsOf(new EdgeProvider(stack, 'edge', props))).toEqual([]);
  });

  it.each([['windows_amd64'], ['linux-amd64'], ['linux']])('fails with the platform %s', (platform) => {
    expect(() => makeProvider({ platforms: ['linux_arm64', platform] })).toThrow(
      new RegExp(`^\\[logs/edge\\] EdgeProvider: platforms: unsupported: ${platform}\\. Write <os>_<arch>`),
    );
  });

  it('fails with a platform that has no standalone executable, and with an unknown form', () => {
    const executable = EdgeProviderExecutable.STANDALONE;
    expect(() => makeProvider({ executable, platforms: ['windows_amd64', 'freebsd_amd64'] })).toThrow(
      '[logs/edge] EdgeProvider: platforms: unsupported: freebsd_amd64. The standalone provider is for linux_amd64,',
    );
    const misspelled = JSON.parse('{ "executable": "binary" }') as EdgeProviderProps;
    expect(() => makeProvider(misspelled)).toThrow(
      /executable: .*EdgeProviderExecutable\.SCRIPT \("script"\) or EdgeProviderExecutable\.STANDALONE/,
    );
    process.env.EDGE_PROVIDER_EXECUTABLE = 'binary';
    try {
      expect(() => makeProvider()).toThrow(
        '[logs/edge] EdgeProvider: EDGE_PROVIDER_EXECUTABLE is "binary". It must be "script" or "standalone", or not set.',
      );
    } finally {
      delete process.env.EDGE_PROVIDER_EXECUTABLE;
    }
  });

  it.each([
    [{ requestsPer5Minutes: 0 }, 'requestsPer5Minutes is 0. Use a whole number from 1 to 1000000.'],
    [{ retryTimeoutSeconds: 90_000 }, 'retryTimeoutSeconds is 90000. Use a whole number from 0 to 86400.'],
  ])('fails with %p', (props, words) => {
    expect(() => makeProvider(props)).toThrow(words);
  });

  it('fails with an invalid base URL', () => {
    expect(() => makeProvider({ baseUrl: 'api.example.com' })).toThrow(
      /^\[logs\/edge\] EdgeProvider:\n {2}baseUrl: /,
    );
  });
});

describe('EdgeProvider at synth', () => {
  let outdir: string;
  const path = process.env.PATH;
  beforeEach(() => {
    outdir = mkdtempSync(join(tmpdir(), 'edge-provider-'));
    // Whatever synth needs, it is not terraform.
    process.env.PATH = '/nonexistent';
  });
  afterEach(() => {
    process.env.PATH = path;
    rmSync(outdir, { recursive: true });
  });

  const folder = (stack = 'logs') => join(outdir, 'stacks', stack);
  const plugins = (stack?: string) =>
    join(folder(stack), 'terraform.d/plugins/terraform.local/edge-platform/edge', version);
  const lock = (stack?: string) => readFileSync(join(folder(stack), '.terraform.lock.hcl'), 'utf8');

  function synthesize(...providers: readonly (EdgeProviderProps | undefined)[]): void {
    const app = new App({ outdir });
    const stack = new TerraformStack(app, 'logs');
    for (const [index, props] of providers.entries()) new EdgeProvider(stack, `edge${index}`, props);
    app.synth();
  }

  it('delivers the plugin for this platform and the lock entry, without terraform on the machine', () => {
    synthesize(undefined);
    expect(readdirSync(plugins())).toEqual([currentPlatform()]);
    expect(readdirSync(join(plugins(), currentPlatform()))).toEqual([`terraform-provider-edge_v${version}`]);
    expect(lock()).toMatch(/^provider "terraform\.local\/edge-platform\/edge" \{\n[^}]*"h1:[^}]*\}\n$/);
  });

  it('delivers it for the platforms of all providers of a stack', () => {
    synthesize({ platforms: ['openbsd_amd64'] }, { alias: 'second', platforms: ['freebsd_amd64'] });
    expect(readdirSync(plugins()).sort()).toEqual(
      [currentPlatform(), 'freebsd_amd64', 'openbsd_amd64'].sort(),
    );
    expect(lock().match(/^provider /gm)).toHaveLength(1);
  });

  it('delivers it only to the stacks that have it', () => {
    const app = new App({ outdir });
    new EdgeProvider(new TerraformStack(app, 'with'), 'edge');
    new TerraformStack(app, 'without');
    app.synth();
    expect(existsSync(plugins('with'))).toBe(true);
    expect(readdirSync(folder('without'))).toEqual(['cdk.tf.json']);
  });

  it('keeps the lock entries of other providers, and replaces those of its other versions', () => {
    synthesize(undefined);
    const own = lock();
    const other =
      'provider "registry.terraform.io/hashicorp/null" {\n  version = "3.2.4"\n  hashes = [\n    "h1:a=",\n  ]\n}\n';
    mkdirSync(folder(), { recursive: true });
    writeFileSync(
      join(folder(), '.terraform.lock.hcl'),
      `${other}\n${own.replace(/h1:[^"]+/, 'h1:stale=').replaceAll(version, '0.0.1')}`,
    );
    synthesize(undefined);
    expect(lock()).toBe(`${other}\n${own}`);
  });

  it('fails with the path of the construct where the standalone provider cannot be built', () => {
    const settings = {
      XDG_CACHE_HOME: join(outdir, 'cache'),
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_fetch_retries: '0',
      npm_config_cache: join(outdir, 'npm'),
      PATH: path,
    };
    const before = { ...process.env };
    Object.assign(process.env, settings);
    try {
      expect(() => {
        synthesize({ executable: EdgeProviderExecutable.STANDALONE });
      }).toThrow(
        /^\[logs\/edge0\] EdgeProvider:\n {2}cannot build the standalone provider for \S+: npm could not download Node\.js/,
      );
    } finally {
      process.env = before;
    }
  });
});
