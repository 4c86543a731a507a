import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyFolder } from '../../lib/terraform/folder';
import { makeFolder, readFiles, writeFiles } from '../support/folder';

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

const write = (path: string, text = '') => {
  writeFiles(folder, { [path]: text });
};
const filesOf = (path: string) => [...readFiles(join(folder, path)).keys()];

describe('the copy of a folder with Terraform code', () => {
  it('has its code, without state, plugins, packages and what the caller leaves out', async () => {
    for (const path of ['main.tf', 'modules/a/main.tf', 'data.json', 'notes/main.txt']) write(`from/${path}`);
    for (const path of ['.terraform/x', '.git/x', 'node_modules/x/main.tf', 'terraform.tfstate.backup'])
      write(`from/${path}`);
    await copyFolder(join(folder, 'from'), join(folder, 'to'), (name) => name === 'notes');
    expect(filesOf('to')).toEqual(['data.json', 'main.tf', 'modules/a/main.tf']);
  });

  it('has its own files where the folder has links, so that a change of one is not a change of the other', async () => {
    write('shared.tf', 'old');
    write('from/main.tf');
    symlinkSync('../shared.tf', join(folder, 'from/linked.tf'));
    symlinkSync('../nowhere.tf', join(folder, 'from/broken.tf'));
    await copyFolder(join(folder, 'from'), join(folder, 'to'), () => false);
    expect(filesOf('to')).toEqual(['linked.tf', 'main.tf']);
    writeFileSync(join(folder, 'to/linked.tf'), 'new');
    expect(readFileSync(join(folder, 'shared.tf'), 'utf8')).toBe('old');
  });
});
