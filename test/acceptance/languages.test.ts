import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { blocksOf, PageReader, pasteOf } from '../support/printed-page';
import { describeWithTerraform } from '../support/terraform';

const root = join(__dirname, '../..');
const script = join(__dirname, '../languages/main.mjs');
const probe = 'import ensurepip, sys; sys.exit(sys.version_info < (3, 10))';
const hasPython = spawnSync('python3', ['-c', probe], { stdio: 'ignore' }).status === 0;

describeWithTerraform('the constructs in Python', () => {
  const itWithPython = hasPython ? it : it.skip;
  const reason = hasPython
    ? ''
    : ' (skipped: no python3 of version 3.10 or later that can make virtual environments)';

  itWithPython(
    `install, synthesize what TypeScript does, deploy, report mistakes and run the examples of the docs${reason}`,
    async () => {
      // What fails is in the table, not in the message of an error.
      const table = await new Promise<string>((resolve) => {
        execFile(
          process.execPath,
          [script, '--language', 'python', '--host', 'cdktn'],
          (_error, stdout, stderr) => {
            resolve(stdout + stderr);
          },
        );
      });
      expect(table).toContain('1 passed, 0 failed, 0 skipped');
    },
  );

  itWithPython(`install and deploy as their guide prints it${reason}`, async () => {
    execFileSync(process.execPath, [
      join(root, 'scripts/languages/package.mjs'),
      ...['--language', 'python', '--host', 'cdktn'],
    ]);
    const blocks = blocksOf('docs/guides/languages.md');
    const printed = [
      blocks.find(({ text }) => text.includes('pip install')),
      ...['cdktf.json', 'main.py'].map((name) => blocks.find(({ file }) => file === name)),
      blocks.find(({ text }) => text.includes('npx cdktn-cli deploy')),
    ].map((block) => {
      if (block === undefined) throw new Error('the guide lacks a block');
      // The command of CDK Terrain needs a later Node.js than this one.
      return pasteOf({
        ...block,
        text: block.text.replace(/^npx cdktn-cli deploy .*/m, 'npx cdktf-cli deploy'),
      });
    });
    const reader = new PageReader();
    const { failed, output } = await reader.run(
      // The package is in no index yet, so pip looks into a folder too. The commands are those of npm's package.
      [`npm install\nexport PIP_FIND_LINKS=${join(root, 'out/languages/python')}`, ...printed].join('\n'),
    );
    expect({ failed, output }).toEqual({
      failed: [],
      output: expect.stringContaining('Resources: 2 added, 0 changed, 0 destroyed.') as string,
    });
  });
});
