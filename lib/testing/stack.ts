import { fieldsOf, parseJson } from '../ground/json';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A construct of cdktf or of one of its forks. */
export interface AnyConstruct {
  readonly node: {
    readonly id: string;
    readonly path: string;
    readonly root: AnyConstruct;
    findAll(): AnyConstruct[];
  };
}

interface App extends AnyConstruct {
  outdir: string;
  manifest: Manifest;
  synth(): void;
}

interface Manifest {
  readonly version: string;
  forStack(stack: AnyConstruct): { readonly workingDirectory: string };
}

/** A stack in a folder, as `cdktf synth` writes it. */
export interface SynthesizedStack {
  readonly name: string;
  /** Folder of the stack, with the plugin beside the configuration. */
  readonly folder: string;
  readonly config: TerraformConfig;
}

type TerraformConfig = Readonly<Record<string, unknown>>;

const configFile = 'cdk.tf.json';

/** The stack that is meant: a stack itself, or the only one of an app. */
export function findStack(appOrStack: AnyConstruct): AnyConstruct {
  if (isStack(appOrStack)) return appOrStack;
  const stacks = appOrStack.node.findAll().filter(isStack);
  const [stack, ...more] = stacks;
  if (stack === undefined) throw new Error('The app has no stack. Add one, or pass a stack.');
  if (more.length === 0) return stack;
  const names = stacks.map(({ node }) => node.path).join(', ');
  throw new Error(`The app has ${stacks.length} stacks: ${names}. Pass one of them.`);
}

/**
 * Synthesizes the app of a stack into another folder than the app's own, which the tests of other files may use at the same
 * time. Throws what synth throws.
 */
export function synthesize(appOrStack: AnyConstruct, outdir: string): SynthesizedStack {
  const stack = findStack(appOrStack);
  const app = appOf(stack);
  const original = { outdir: app.outdir, manifest: app.manifest };
  mkdirSync(outdir, { recursive: true });
  // The class of the manifest belongs to the host of the app.
  const manifest = Reflect.construct(app.manifest.constructor, [
    original.manifest.version,
    outdir,
    false,
  ]) as Manifest;
  Object.assign(app, { outdir, manifest });
  try {
    app.synth();
  } finally {
    Object.assign(app, original);
  }
  const folder = join(outdir, manifest.forStack(stack).workingDirectory);
  const config = parseJson(readFileSync(join(folder, configFile), 'utf8')) as TerraformConfig;
  return { name: stack.node.id, folder, config };
}

/** The configuration of a stack, without anything that stays on the disk. */
export function configOf(appOrStack: AnyConstruct): TerraformConfig {
  const outdir = mkdtempSync(join(tmpdir(), 'edge-synth-'));
  try {
    return synthesize(appOrStack, outdir).config;
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

export interface Connection {
  readonly url: string;
  readonly token: string;
}

/**
 * Rewrites the configuration of a synthesized stack, so that no call can reach another service than the emulator and the state
 * stays in the folder, whatever the stack says.
 */
export function isolate({ folder, config }: SynthesizedStack, connection: Connection): void {
  const settings = without(fieldsOf(config.terraform), ['cloud']);
  const isolated = {
    ...(redirectRunners(config, connection.url) as TerraformConfig),
    terraform: { ...settings, backend: { local: { path: stateFile } } },
    ...redirectProviders(config, connection),
  };
  writeFileSync(join(folder, configFile), JSON.stringify(isolated, null, 2));
}

export const stateFile = 'terraform.tfstate';

function redirectProviders(config: TerraformConfig, { url, token }: Connection): object {
  const providers = fieldsOf(config.provider);
  if (providers.edge === undefined) return {};
  const edge = [providers.edge].flat().map((each) => ({
    ...without(fieldsOf(each), ['api_email', 'api_key']),
    base_url: url,
    api_token: token,
  }));
  return { provider: { ...providers, edge } };
}

/** The runner of the provisioner driver has its settings in environments. */
function redirectRunners(value: unknown, url: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => redirectRunners(each, url));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === 'EDGE_BASE_URL' ? url : redirectRunners(each, url),
    ]),
  );
}

function isStack(construct: AnyConstruct): boolean {
  return 'prepareStack' in construct && 'synthesizer' in construct;
}

function appOf(stack: AnyConstruct): App {
  const { root } = stack.node;
  if ('synth' in root && 'manifest' in root && 'outdir' in root) return root as App;
  throw new Error(`The stack ${stack.node.path} belongs to no App. Create it with new App() as its scope.`);
}

function without(object: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
