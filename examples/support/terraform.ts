import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const howToGetIt =
  'Install 1.11 or later from https://developer.hashicorp.com/terraform/install and try again.';

/** Throws unless terraform is on the PATH and new enough for write-only attributes. */
export async function findTerraform(): Promise<void> {
  const version = await readVersion();
  if (version === undefined) throw new Error(`terraform is not on the PATH. ${howToGetIt}`);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 1 || (major === 1 && minor < 11)) {
    throw new Error(`terraform on the PATH is ${version}, which has no write-only values. ${howToGetIt}`);
  }
}

async function readVersion(): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('terraform', ['version', '-json']);
    const answer: unknown = JSON.parse(stdout);
    if (typeof answer !== 'object' || answer === null || !('terraform_version' in answer)) return undefined;
    return String(answer.terraform_version);
  } catch {
    return undefined;
  }
}
