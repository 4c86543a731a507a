import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describeWithTerraform } from '../support/terraform';

const script = join(__dirname, '../languages/main.mjs');
const probe = 'import ensurepip, sys; sys.exit(sys.version_info < (3, 10))';
const hasPython = spawnSync('python3', ['-c', probe], { stdio: 'ignore' }).status === 0;

describeWithTerraform('the constructs in Python', () => {
  const reason = ' (skipped: no python3 of version 3.10 or later that can make virtual environments)';
  (hasPython ? it : it.skip)(
    `install, synthesize what TypeScript does, deploy, report mistakes and run the examples of the docs${hasPython ? '' : reason}`,
    async () => {
      // What fails is in the table, not in the message of an error.
      const table = await new Promise<string>((resolve) => {
        execFile(
          process.execPath,
          [script, '--language', 'python', '--host', 'cdktf'],
          (_error, stdout, stderr) => {
            resolve(stdout + stderr);
          },
        );
      });
      expect(table).toContain('1 passed, 0 failed, 0 skipped');
    },
  );
});
