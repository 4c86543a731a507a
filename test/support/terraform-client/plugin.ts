import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeCertificate } from '../../../lib/drivers/plugin/certificate';
import { afterFile, afterTest } from '../after-test';
import { startPlugin } from './connection';
import { RemoteFunctions } from './functions';
import { Provider } from './provider';

/** The plugin as Terraform runs it: `npm run build` makes it. */
const bundle = join(__dirname, '../../../dist/plugin/terraform-provider-edge');

export interface RunningPlugin {
  readonly provider: Provider;
  readonly functions: RemoteFunctions;
  /** What it wrote to stderr, which Terraform takes into its log. */
  log(): string;
  /** SIGKILL; settles when the process is gone. */
  kill(): Promise<void>;
}

/**
 * Starts the plugin, which is killed after the test. Without the variable for them it makes no retries, so that a failure that a test orders ends the call;
 * an empty one is the default of users.
 */
export async function runPlugin(
  env: Readonly<Record<string, string>> = {},
  file = bundle,
  ends = afterTest,
): Promise<RunningPlugin> {
  const certificate = makeCertificate(new Date());
  const plugin = await startPlugin(file, certificate, { EDGE_RETRY_TIMEOUT_SECONDS: '0', ...env });
  const connection = plugin.connect(certificate);
  const kill = async () => {
    plugin.kill('SIGKILL');
    await plugin.ended;
    connection.close();
    // A plugin that is killed cannot remove the folder of its socket.
    if (plugin.address.startsWith('/')) rmSync(dirname(plugin.address), { recursive: true, force: true });
  };
  ends(kill);
  return {
    provider: new Provider(connection),
    functions: new RemoteFunctions(connection),
    log: () => plugin.log(),
    kill,
  };
}

let shared: Promise<RunningPlugin> | undefined;

/** The provider of this package in one process for all tests of a file; each command configures it anew. */
export async function sharedProvider(): Promise<Provider> {
  return (await (shared ??= runPlugin({}, bundle, afterFile))).provider;
}
