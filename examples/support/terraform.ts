import { runProgram } from '../../lib/ground/program';
import { userEnvironment } from '../../lib/terraform/environment';
import { hasWriteOnlyAttributes, readVersion, type ReportedVersion } from '../../lib/terraform/version';

/** The command that cdktf runs too: Terraform or OpenTofu, a name on the PATH or a path. */
const { TERRAFORM_BINARY_NAME: named = '' } = process.env;
const binary = named === '' ? 'terraform' : named;

const howToGetIt =
  'Install 1.11 or later from https://developer.hashicorp.com/terraform/install and try again.';

/** Throws unless Terraform is there and new enough for write-only attributes. */
export async function checkTerraform(): Promise<void> {
  const reported = await askVersion();
  if (reported === undefined) throw new Error(`Cannot find ${binary}. ${howToGetIt}`);
  if (!hasWriteOnlyAttributes(reported))
    throw new Error(`${binary} is ${reported.version}, which has no write-only values. ${howToGetIt}`);
}

async function askVersion(): Promise<ReportedVersion | undefined> {
  try {
    const { stdout } = await runProgram(binary, ['version'], { env: userEnvironment(process.env) });
    return readVersion(stdout);
  } catch {
    return undefined;
  }
}
