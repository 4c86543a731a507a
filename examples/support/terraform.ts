import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How to get what is missing; shown by the demo and the tests alike. */
export const terraformMissing =
  'terraform is not on the PATH. Install it from https://developer.hashicorp.com/terraform/install (1.11 or later) and try again.';

/** Checks that terraform is there before anything is started. */
export async function findTerraform(): Promise<void> {
  try {
    await promisify(execFile)('terraform', ['version']);
  } catch {
    throw new Error(terraformMissing);
  }
}
