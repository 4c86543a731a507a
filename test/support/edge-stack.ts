import { App, LocalBackend, TerraformStack } from 'cdktf';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EdgeProvider, type EdgeProviderProps } from '../../lib';
import { defaultZoneId, type EmulatorOptions, type Fixture } from '../../lib/emulator';
import { readDeliveredLines, readObject } from '../../lib/testing/buckets';
import { customFieldsPhase, pick, start, textAt, type Running as Emulator } from '../emulator/support';
import { TerraformDir } from './terraform';
import { isZip, unzip } from './zip';
import { sharedProvider, TerraformClient, type RunningPlugin } from './terraform-client';
import { makeFolder } from './folder';

export const zoneId = defaultZoneId;
export const accountId = 'a'.repeat(32);
export const jobsPath = `/zones/${zoneId}/logpush/jobs`;
export const rulesetsPath = `/zones/${zoneId}/rulesets`;

/** An emulated service with one zone of one account, which ends with the test, and a stack whose Terraform calls it. */
export interface EdgeStack {
  readonly emulator: Emulator;
  readonly dir: TerraformDir;
  /** The same folder, whose provider calls the service at another address, such as that of a watch. */
  dirAt(url: string): TerraformDir;
  /** Terraform's calls to the plugin without its processes, with a separate state. Most tests use it. */
  readonly terraform: TerraformClient;
  /** Another client, for a plugin that was started with another environment. */
  clientOf(plugin: RunningPlugin): TerraformClient;
  /** Another client, whose provider calls the service at another address, such as that of a watch. */
  clientAt(url: string): TerraformClient;
  /** Synthesizes the stack with the provider and these constructs, in place of the previous ones. */
  declare(build: (stack: TerraformStack) => void, provider?: EdgeProviderProps): void;
  /** Requests a challenge in a bucket, and reads it there as the bucket's owner does. `owner` is `zones/<id>` or `accounts/<id>`. */
  proveOwnership(destinationConf: string, owner?: string): Promise<string>;
  /** The zone's rulesets of custom fields: at most one, if all is well. */
  entryPoints(): Promise<readonly unknown[]>;
  deliveredTo(bucket: string): unknown[];
}

export async function startEdgeStack(
  zone: object = {},
  account: object = {},
  options: EmulatorOptions = {},
): Promise<EdgeStack> {
  const emulator = await start({ fixture: makeWorld(zone, account), ...options });
  const outdir = makeFolder();
  const dirAt = (url: string) =>
    new TerraformDir(join(outdir, 'stacks', 'edge'), {
      EDGE_BASE_URL: url,
      EDGE_API_TOKEN: emulator.token,
      // A failure that a test orders ends the call; the client's own tests have the retries.
      EDGE_RETRY_TIMEOUT_SECONDS: '0',
    });
  const dir = dirAt(emulator.url);
  const configuration = () => JSON.parse(readFileSync(join(dir.path, 'cdk.tf.json'), 'utf8')) as unknown;
  const clientAt = (url: string) =>
    new TerraformClient({
      provider: sharedProvider,
      configuration,
      settings: { base_url: url, api_token: emulator.token },
    });
  return {
    emulator,
    dir,
    dirAt,
    terraform: clientAt(emulator.url),
    clientAt,
    clientOf: ({ provider }) =>
      new TerraformClient({ provider: () => Promise.resolve(provider), configuration }),
    declare: (build, provider) => {
      const app = new App({ outdir });
      const stack = new TerraformStack(app, 'edge');
      new LocalBackend(stack, { path: 'terraform.tfstate' });
      new EdgeProvider(stack, 'provider', provider);
      build(stack);
      app.synth();
    },
    proveOwnership: async (destinationConf, owner = `zones/${zoneId}`) => {
      const asked = await emulator.result('POST', `/${owner}/logpush/ownership`, {
        destination_conf: destinationConf,
      });
      const bucket = new URL(destinationConf).hostname;
      return readObject(emulator.bucketsDir, bucket, textAt(asked, 'filename'));
    },
    entryPoints: async () =>
      listOf(await emulator.result('GET', rulesetsPath)).filter(
        (each) => pick(each, 'phase') === customFieldsPhase,
      ),
    deliveredTo: (bucket) =>
      readDeliveredLines(emulator.bucketsDir, bucket).map((line) => JSON.parse(line) as unknown),
  };
}

export function makeWorld(zone: object, account: object): Fixture {
  return {
    accounts: [{ id: accountId, name: 'Example', ...account }],
    zones: [{ id: zoneId, account_id: accountId, name: 'example.com', plan: 'enterprise', ...zone }],
  };
}

export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`not a list: ${JSON.stringify(value)}`);
}

/** Removes Terraform's state from a folder, to begin with an empty one. */
export function forgetState(dir: TerraformDir): void {
  for (const name of ['terraform.tfstate', 'terraform.tfstate.backup'])
    rmSync(join(dir.path, name), { force: true });
}

/** The files in a folder that contain a text, such as a secret, also in compressed form as plan files do. */
export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() && contains(readFileSync(path), text);
  });
}

function contains(bytes: Buffer, text: string): boolean {
  if (bytes.includes(text)) return true;
  return isZip(bytes) && [...unzip(bytes).values()].some((content) => content.includes(text));
}
