import { isAtLeast } from '../../ground/version';
import { nodeEnvironment } from '../../drivers/launcher/node-variables';
import { describeSupported, isSupported } from '../../drivers/plugin/delivery';
import { ok, problem, skipped, type Check } from './check';
import {
  findProgram,
  findTerraform,
  isExecutable,
  terraformName,
  hasWriteOnlyAttributes,
  readVersion,
} from '../../terraform/binary';
import { askProgram } from './ask-program';

/** The lowest version: that of package.json. */
const leastNode = [20, 19] as const;

const nodeFix =
  'Install Node.js 20.19 or later where Terraform runs, or set EDGE_NODE to the path of its node. The standalone plugin needs none: `edge-platform provider install --executable standalone`, with CDKTF EDGE_PROVIDER_EXECUTABLE=standalone at synth.';

/** The Node.js that the plugin will run with: that of EDGE_NODE, else the first on the PATH. */
export async function checkNode(env: NodeJS.ProcessEnv, isStandalone: boolean): Promise<Check> {
  if (isStandalone) return skipped('node', 'The plugin is standalone: it needs no Node.js.');
  const named = env.EDGE_NODE ?? '';
  if (named !== '' && !isExecutable(named))
    return problem(
      'node',
      `EDGE_NODE is "${named}", which is not an executable file.`,
      'Set it to the path of node 20.19 or later, or unset it to use the node on the PATH.',
    );
  const path = named === '' ? findProgram('node', env) : named;
  if (path === undefined) return problem('node', 'There is no node on the PATH.', nodeFix);
  const { stdout, failure } = await askProgram(path, ['--version'], {
    ...nodeEnvironment(env),
    NODE_OPTIONS: '',
  });
  const version = /^v(\d+\.\d+\S*)/.exec(stdout)?.[1];
  if (version === undefined)
    return problem(
      'node',
      `${path} does not report its version${failure === undefined ? '' : ` (${failure})`}.`,
      nodeFix,
    );
  const found = `${version} (${path}${named === '' ? '' : ', from EDGE_NODE'})`;
  return isAtLeast(version, leastNode) ? ok('node', found) : problem('node', `${found} is too old.`, nodeFix);
}

/** Whether there is a plugin that Terraform can start here. */
export function checkPlatform(platform: string): Check {
  if (isSupported(platform, 'script') || isSupported(platform, 'standalone')) return ok('platform', platform);
  return problem('platform', `There is no plugin for ${platform}.`, describeSupported('standalone'));
}

export async function checkTerraform(env: NodeJS.ProcessEnv): Promise<Check> {
  const path = findTerraform(env);
  const fix =
    'Install Terraform or OpenTofu 1.11 or later, or set TERRAFORM_BINARY_NAME to its name or path.';
  if (path === undefined) {
    const named = env.TERRAFORM_BINARY_NAME ?? '';
    const found =
      named === ''
        ? 'There is neither terraform nor tofu on the PATH.'
        : `TERRAFORM_BINARY_NAME is "${named}", and there is no such program.`;
    return problem('terraform', found, fix);
  }
  const { stdout, failure } = await askProgram(path, ['version'], { ...env, CHECKPOINT_DISABLE: '1' });
  const reported = readVersion(stdout);
  if (reported === undefined)
    return problem(
      'terraform',
      `${terraformName(env)} does not report its version${failure === undefined ? '' : ` (${failure})`}.`,
      fix,
    );
  const found = `${reported.product} ${reported.version} (${path})`;
  return hasWriteOnlyAttributes(reported)
    ? ok('terraform', found)
    : problem('terraform', `${found} is too old: it has no write-only attributes.`, fix);
}
