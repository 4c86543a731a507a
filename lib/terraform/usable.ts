import { runProgram } from '../ground/program';
import { requireTerraform, terraformName } from './binary';
import { userEnvironment } from './environment';
import { hasWriteOnlyAttributes, readVersion } from './version';

/** Throws unless Terraform is there and new enough for write-only attributes. */
export async function requireUsableTerraform(env: NodeJS.ProcessEnv): Promise<void> {
  const { stdout } = await runProgram(requireTerraform(env), ['version'], { env: userEnvironment(env) });
  const reported = readVersion(stdout);
  if (reported !== undefined && hasWriteOnlyAttributes(reported)) return;
  throw new Error(
    `${terraformName(env)} is ${reported === undefined ? 'no Terraform' : reported.version}, which has no write-only values. ` +
      'Install Terraform or OpenTofu 1.11 or later.',
  );
}
