import { join } from 'node:path';
import type { Inventory } from '../../../lib/cli/import/inventory';
import { importCases, importFolder, readGolden, writeGolden } from '../../support/golden-import';
import { expectedOf } from '../../support/golden-conversion';
import { runProject } from './run-project';
import { expectUnchanged } from './unchanged';
import { expectFiles } from '../../support/folder';

describe.each(importCases)('the account of test/import/%s', (name) => {
  let inventory: Inventory;
  beforeAll(async () => {
    inventory = await readGolden(name);
  });

  it.each(['hcl', 'typescript'] as const)('is written as expected in %s', (language) => {
    const written = writeGolden(inventory, language);
    expectFiles(join(importFolder, name, expectedOf[language]), written);
    expect([...written.values()].join('')).not.toMatch(/SK\b|KEY-7f3a/);
  });

  it('is imported without a change', () => {
    expectUnchanged(inventory, runProject(writeGolden(inventory, 'typescript')));
  });

  it('is the same in whatever order its objects come', () => {
    const reversed = { ...inventory, objects: [...inventory.objects].reverse() };
    for (const language of ['typescript', 'hcl'] as const)
      expect([...writeGolden(reversed, language)]).toEqual([...writeGolden(inventory, language)]);
  });
});
