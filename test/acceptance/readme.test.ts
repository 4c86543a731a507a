import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmulator } from '../../lib/emulator';
import { describeWithTerraform, TerraformDir } from '../support/terraform';

const root = join(__dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

function blockOf(language: string): string {
  const [, text = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readme) ?? [];
  return text;
}

/** The lines of `shown` that `whole` does not have behind the ones before them. */
function missingLines(shown: readonly string[], whole: readonly string[]): string[] {
  let from = 0;
  return shown.filter((line) => {
    const at = whole.indexOf(line, from);
    if (at >= 0) from = at + 1;
    return at < 0;
  });
}

describeWithTerraform('the example of the README', () => {
  it('has the plan that the README shows, against an emulator without a fixture', async () => {
    const emulator = await startEmulator({ port: 0 });
    mkdirSync(join(root, '.tmp'), { recursive: true });
    const folder = mkdtempSync(join(root, '.tmp', 'readme-plan-'));
    try {
      writeFileSync(join(folder, 'main.ts'), blockOf('ts'));
      const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
      const env = { ...process.env, CDKTF_OUTDIR: join(folder, 'out'), CHECKPOINT_DISABLE: '1' };
      await promisify(execFile)(process.execPath, [tsx, 'main.ts'], { cwd: folder, env });
      const dir = new TerraformDir(join(folder, 'out/stacks/logs'), {
        EDGE_BASE_URL: emulator.url,
        EDGE_API_TOKEN: emulator.token,
      });
      await dir.init();
      const { stdout } = await dir.plan();
      const shown = blockOf('text').trimEnd().split('\n');
      expect(shown.length).toBeGreaterThan(10);
      expect(missingLines(shown, stdout.split('\n'))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await emulator.close();
    }
  });
});
