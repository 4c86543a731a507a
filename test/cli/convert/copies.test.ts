import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readModules } from '../../../lib/cli/convert/read/modules';
import { copyFiles, findCopies } from '../../../lib/cli/convert/write/copies';
import { makeFolder, writeFiles } from '../../support/folder';

describe('the files that a conversion copies', () => {
  let top: string;
  beforeEach(() => {
    top = makeFolder();
  });

  const write = (...files: (readonly [path: string, text?: string])[]) => {
    writeFiles(
      top,
      files.map(([path, text = path]) => [path, text] as const),
    );
  };

  it('are those beside the configuration, without states and the data of Terraform', async () => {
    write(
      ['env/main.tf', 'module "a" {\n  source = "./a"\n}\nmodule "b" {\n  source = "../b"\n}\n'],
      ['env/a/main.tf', ''],
      ['env/a/template.txt'],
      ['env/unused/main.tf'],
      ['env/.terraform.lock.hcl'],
      ['env/prod.tfvars'],
      ['env/terraform.tfstate'],
      ['env/terraform.tfstate.backup'],
      ['env/terraform.tfstate.d/x/terraform.tfstate'],
      ['env/.terraform/modules/modules.json'],
      ['env/.git/config'],
      ['env/out/main.tf'],
      ['b/main.tf', ''],
      ['b/files/rule.json'],
      ['other/file'],
    );
    const folder = join(top, 'env');
    symlinkSync('..', join(folder, 'unused', 'loop'));
    const { modules } = await readModules(folder);
    const copies = await findCopies({ folder, modules }, join(folder, 'out'));
    expect(copies.map(({ from, to }) => [from.slice(top.length), to])).toEqual([
      ['/env/.terraform.lock.hcl', '.terraform.lock.hcl'],
      ['/env/a/template.txt', 'a/template.txt'],
      ['/env/prod.tfvars', 'prod.tfvars'],
      ['/env/unused/main.tf', 'unused/main.tf'],
      ['/b/files/rule.json', 'modules/b/files/rule.json'],
    ]);
  });

  it('are not those of the folder itself where a module is its parent', async () => {
    write(
      ['main.tf', ''],
      ['README.md'],
      ['examples/main.tf', 'module "a" {\n  source = "../"\n}\n'],
      ['examples/a.txt'],
    );
    const folder = join(top, 'examples');
    const { modules } = await readModules(folder);
    const copies = await findCopies({ folder, modules }, join(top, 'out'));
    expect(copies.map(({ to }) => to)).toEqual(['a.txt', 'modules/parent/README.md']);
  });

  it('keep a lock file that knows the provider of the new code', async () => {
    write(['.terraform.lock.hcl', 'old'], ['out/.terraform.lock.hcl', 'new']);
    await copyFiles(join(top, 'out'), [
      { from: join(top, '.terraform.lock.hcl'), to: '.terraform.lock.hcl' },
    ]);
    expect(readFileSync(join(top, 'out', '.terraform.lock.hcl'), 'utf8')).toBe('new');
  });

  it('overwrite nothing', async () => {
    write(['a', 'new'], ['b', 'new'], ['out/b', 'mine']);
    const copies = ['a', 'b'].map((name) => ({ from: join(top, name), to: name }));
    await expect(copyFiles(join(top, 'out'), copies)).rejects.toThrow(/out has b with other content/);
    expect(existsSync(join(top, 'out', 'a'))).toBe(false);
    write(['out/b', 'new']);
    await copyFiles(join(top, 'out'), copies);
    expect(readFileSync(join(top, 'out', 'a'), 'utf8')).toBe('new');
  });
});
