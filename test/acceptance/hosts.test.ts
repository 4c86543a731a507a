import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { seed } from '../support/exhaustive';
import { describeWithTerraform, isOpenTofu } from '../support/terraform';

const script = join(__dirname, '../hosts/main.mjs');

describeWithTerraform('the packed package in a new project', () => {
  // Of the running Node.js: another one is a download.
  it(`installs, deploys and destroys with what the seed ${seed} chooses`, async () => {
    const choice = ['--node', 'current', '--tool', isOpenTofu() ? 'tofu' : 'terraform'];
    const args = [script, ...choice, '--sample', '1', '--seed', String(seed), '--plugin-only'];
    // What fails is in the table, not in the message of an error.
    const table = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, (_error, stdout, stderr) => {
        resolve(stdout + stderr);
      });
    });
    expect(table).toContain('1 passed, 0 failed, 0 skipped');
  });
});
