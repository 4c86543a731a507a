import { writeProject } from '../../lib/cli/import/write';
import type { ObjectValue } from '../../lib/schema';
import { expectUnchanged } from '../cli/import/unchanged';
import { seed } from '../support/exhaustive';
import { readGenerated } from '../support/golden-import';
import { describeWithTerraform, TerraformDir } from '../support/terraform';
import { makeFolder } from '../support/folder';

describeWithTerraform('an inventory as HCL', () => {
  it('is formatted, and Terraform reads from it what leaves every object as it is', async () => {
    const inventory = await readGenerated(seed);
    const files = writeProject(inventory, {
      language: 'hcl',
      host: 'cdktn',
      title: 'Example',
      command: 'edge-platform import',
    });
    const folder = makeFolder();
    const dir = new TerraformDir(folder, {});
    for (const [path, text] of files) if (path.endsWith('.tf')) dir.write(path, text);
    await dir.run(['fmt', '-check', '-diff']);

    const values = new TerraformDir(`${folder}/values`, {});
    for (const [path, text] of files)
      if (/^(?:locals|account|zone).*\.tf$/.test(path)) values.write(path, asOutputs(text));
    await values.init();
    const { outputs } = await values.applyJson();
    const resources = Object.entries(outputs).map(
      ([name, value]) => [name.replace('--', '.'), value as ObjectValue] as const,
    );
    const imports = [...(files.get('imports.tf') ?? '').matchAll(/to = (\S+)\n {2}id = "([^"]*)"/g)];
    expectUnchanged(inventory, {
      resources: new Map(resources),
      imports: new Map(imports.map(([, to = '', id = '']) => [to, id])),
    });
  });
});

/** Each resource becomes an output with its attributes: Terraform evaluates them without the provider. */
function asOutputs(text: string): string {
  return text
    .replace(/\n\n {2}lifecycle \{\n[^}]*\}/g, '')
    .replace(/^resource "(\w+)" "(\w+)" \{$/gm, 'output "$1--$2" {\n  value = {')
    .replace(/^\}$/gm, '}\n}')
    .replace(/^(locals \{[^]*?^\})\n\}$/gm, '$1');
}
