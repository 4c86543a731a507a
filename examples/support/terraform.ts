import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The command that cdktf runs too: Terraform or OpenTofu, a name on the PATH or a path. */
const { TERRAFORM_BINARY_NAME: named = '' } = process.env;
const binary = named === '' ? 'terraform' : named;

const howToGetIt =
  'Install 1.11 or later from https://developer.hashicorp.com/terraform/install and try again.';

/** Throws unless Terraform is there and new enough for write-only attributes. */
export async function findTerraform(): Promise<void> {
  const version = await readVersion();
  if (version === undefined) throw new Error(`Cannot find ${binary}. ${howToGetIt}`);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 1 || (major === 1 && minor < 11)) {
    throw new Error(`${binary} is ${version}, which has no write-only values. ${howToGetIt}`);
  }
}

async function readVersion(): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(binary, ['version', '-json']);
    const answer: unknown = JSON.parse(stdout);
    if (typeof answer !== 'object' || answer === null || !('terraform_version' in answer)) return undefined;
    return String(answer.terraform_version);
  } catch {
    return undefined;
  }
}
