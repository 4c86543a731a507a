import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultZoneId, startEmulator } from '../../lib/emulator';
import { pick } from '../emulator/support';
import { listOf } from '../support/edge-stack';
import { blocksOf, firstMinutes, PageReader, pasteOf, withCdktf } from '../support/printed-page';
import { describeWithTerraform, TerraformDir } from '../support/terraform';
import { afterTest, makeFolderInPackage } from '../support/after-test';

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

const listObjects = ['logpush/jobs', 'rulesets']
  .map((path) => `/zones/${defaultZoneId}/${path}`)
  .map(
    (path) => `echo "listed $(curl -s -H "authorization: Bearer $EDGE_API_TOKEN" $EDGE_BASE_URL${path})"\n`,
  )
  .join('')
  // `$` in a replacement.
  .replaceAll('$', '$$$$');

describeWithTerraform('the example of the README', () => {
  it('delivers the line that the README shows in its first five minutes, and leaves nothing behind', async () => {
    const reader = new PageReader();
    // As the README says it: the command of CDK Terrain needs a later Node.js than this one.
    const minutes = firstMinutes(blocksOf('README.md')).map(withCdktf);
    const commands = minutes.filter(({ language }) => language === 'sh').map(pasteOf);
    const installed = commands.join('\n');
    expect(installed).toContain('npm install cdktf-edge-platform cdktf constructs\n');
    const code = pasteOf(withCdktf({ language: 'ts', text: blockOf('ts'), file: 'main.ts' }));
    const { output, failed } = await reader.run(
      `${code}${installed}`
        .replace(/^(?=npx cdktf destroy)/m, listObjects)
        .replace(/^(?=kill %1$)/m, listObjects),
    );
    // The whole output is what a reader of a failure needs.
    if (failed.length > 0) throw new Error(`failed:\n${failed.join('\n')}\n\n${output}`);
    const shown = minutes.find(({ language }) => language === 'text')?.text ?? '';
    const lines = output.trimEnd().split('\n');
    expect(shown).not.toBe('');
    expect(missingLines(shown.trim().split('\n'), lines)).toEqual([]);
    const replies = lines.filter((line) => line.startsWith('listed '));
    // The service's own rulesets stay.
    const isOwn = (each: unknown) => pick(each, 'kind') !== 'managed';
    const counts = replies.map(
      (line) => listOf(pick(JSON.parse(line.slice('listed '.length)), 'result')).filter(isOwn).length,
    );
    expect(counts).toEqual([1, 1, 0, 0]);
  });

  it('has the plan that the README shows, against an emulator without a fixture', async () => {
    const emulator = await startEmulator({ port: 0 });
    afterTest(() => emulator.close());
    const folder = makeFolderInPackage();
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
  });
});
