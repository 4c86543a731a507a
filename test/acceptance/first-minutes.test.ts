import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { blocksOf, firstMinutes, PageReader, pasteOf } from '../support/printed-page';
import { describeWithTerraform } from '../support/terraform';

/** Node.js 22, which the command of CDK Terrain needs: a package of npm's registry. */
function provideNode22(): string {
  const folder = pathToFileURL(join(__dirname, '../hosts')).href;
  const script = `
    import { nodeVersions } from '${folder}/matrix.mjs';
    import { provideNode } from '${folder}/toolchain.mjs';
    console.log(await provideNode(nodeVersions.find((each) => each.startsWith('22.'))));
  `;
  const args = ['--input-type=module', '--eval', script];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();
}

describeWithTerraform('the first five minutes of the README on CDK Terrain', () => {
  let reader: PageReader;
  beforeAll(() => {
    reader = new PageReader({ node: provideNode22() });
  });

  it('run as they are printed, with what npm installs, and show the delivered line', async () => {
    const blocks = blocksOf('README.md');
    const code = blocks.filter(({ language }) => language === 'ts').slice(0, 1);
    const minutes = firstMinutes(blocks);
    const commands = minutes.filter(({ language }) => language === 'sh');
    const script = [...code.map((each) => ({ ...each, file: 'main.ts' })), ...commands].map(pasteOf);
    const shown = minutes.find(({ language }) => language === 'text')?.text ?? '';
    expect(shown).not.toBe('');
    const { output, failed } = await reader.run(`node --version\n${script.join('\n')}`);
    // The whole output is what a reader of a failure needs.
    if (failed.length > 0) throw new Error(`failed:\n${failed.join('\n')}\n\n${output}`);
    expect(output).toMatch(/^v22\./);
    expect(output).toContain(shown.trim());
    expect(output).toContain('Destroy complete! Resources: 2 destroyed.');
  });
});
