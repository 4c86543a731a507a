import { App, LocalBackend, TerraformStack } from 'cdktf';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EdgeDriver, EdgeProvider, type EdgeProviderProps } from '../../lib';
import type { EmulatorOptions } from '../../lib/emulator';
import type { Running as Emulator } from '../emulator/support';
import { startEdgeStack, type EdgeStack } from './edge-stack';
import { provideNullProvider } from './null-provider/mirror';
import { TerraformDir, type Finished } from './terraform';

/** An emulated service, and a stack that is deployed by `null_resource`s which call the runner. */
export interface ProvisionerStack extends EdgeStack {
  /** Synthesizes the stack with what is declared here, instead of what was there; the provisioner driver by default. */
  declare(build: (stack: TerraformStack) => void, provider?: EdgeProviderProps): void;
  calls(): Promise<string[]>;
  writes(): Promise<string[]>;
  order(fault: object): Promise<void>;
  memories(): string[];
}

export async function startProvisionerStack(
  zone: object = {},
  account: object = {},
  options: EmulatorOptions = {},
): Promise<ProvisionerStack> {
  const edge = await startEdgeStack(zone, account, options);
  const outdir = dirname(dirname(edge.dir.path));
  const nullProvider = await provideNullProvider(outdir);
  const environment = {
    EDGE_BASE_URL: edge.emulator.url,
    EDGE_API_TOKEN: edge.emulator.token,
    EDGE_RETRY_TIMEOUT_SECONDS: '0',
    ...nullProvider.environment,
  };
  const dir = new TerraformDir(edge.dir.path, environment);
  const calls = () => callsOf(edge.emulator);
  return {
    ...edge,
    dir,
    declare: (build, provider) => {
      const app = new App({ outdir });
      const stack = new TerraformStack(app, 'edge');
      new LocalBackend(stack, { path: 'terraform.tfstate' });
      new EdgeProvider(stack, 'edge', { driver: EdgeDriver.PROVISIONER, ...provider });
      build(stack);
      app.synth();
    },
    calls,
    writes: async () => (await calls()).filter((call) => !call.startsWith('GET ')),
    order: async (fault) => {
      await edge.emulator.control('POST', '/faults', fault);
    },
    memories: () => {
      const folder = join(dir.path, 'edge-platform', '.memory');
      if (!existsSync(folder)) return [];
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.json'),
      );
    },
  };
}

/** What a run said, on one line: Terraform breaks lines where it likes, and puts a frame around errors. */
export function saidIn({ stdout, stderr }: Pick<Finished, 'stdout' | 'stderr'>): string {
  return `${stdout}\n${stderr}`
    .replace(/^\S+ \(local-exec\): /gm, '')
    .replace(/[│╷╵]/g, ' ')
    .replace(/\s+/g, ' ');
}

async function callsOf(emulator: Emulator): Promise<string[]> {
  return (await emulator.takeCalls()).map(({ method, path }) => {
    const what = path.replace(/^.*?\/(?:zones|accounts)\/[0-9a-f]{32}\//, '');
    return `${method} ${what.replace(/\/(?:[0-9a-f]{32}|\d+)(?=\/|$)/g, '/:id')}`;
  });
}
