import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageVersion } from '../../lib/client/package-version';
import type { Inventory } from '../../lib/cli/import/inventory';
import { selectOwners } from '../../lib/cli/import/owners';
import { checkpointIn, readInventory } from '../../lib/cli/import/read/inventory';
import { writeProject, type WriteOptions } from '../../lib/cli/import/write';
import { startEmulator, type Fixture } from '../../lib/emulator';
import { connectionTo } from './connection';
import { generateAccount } from './generated-account';
import { versionOfCase } from './golden-conversion';

export const importFolder = join(__dirname, '../import');

/** The folders of `test/import`: `account.json` is a fixture of the emulator, and beside it is what `import` writes of it. */
export const importCases = readdirSync(importFolder).filter((name) => name !== 'README.md');

export const readFixture = (name: string) =>
  JSON.parse(readFileSync(join(importFolder, name, 'account.json'), 'utf8')) as Fixture;

export const readGolden = (name: string) => readInventoryOf(readFixture(name));

/** A generated account with the names and settings that are hardest to write. */
export const readGenerated = (from: number) => {
  const { fixture } = generateAccount({ zones: 7, jobs: 36, policies: 15, seed: from });
  return readInventoryOf({ ...fixture, tokens: ['a-token'] });
};

async function readInventoryOf(fixture: Fixture): Promise<Inventory> {
  const emulator = await startEmulator({ fixture });
  const connection = connectionTo({ url: emulator.url, token: 'a-token' });
  const folder = mkdtempSync(join(tmpdir(), 'golden-import-'));
  try {
    const owners = await selectOwners(connection.client, { all: true });
    return (await readInventory(connection, owners, checkpointIn(folder, connection))).inventory;
  } finally {
    await connection.close();
    await emulator.close();
    rmSync(folder, { recursive: true });
  }
}

/**
 * Without the version of this package, and the files around the code of every project in TypeScript. What README.md says of the account is
 * the same in both languages: HCL shows how to deploy alone.
 */
export function writeGolden(
  inventory: Inventory,
  language: WriteOptions['language'],
): ReadonlyMap<string, string> {
  const options = {
    title: 'Example, Inc.',
    command: 'edge-platform import --all --out .',
    language,
    host: 'cdktn',
  } as const;
  const shownOf = (path: string, text: string) =>
    path === 'README.md' && language === 'hcl' ? text.slice(0, text.indexOf('## Imported objects')) : text;
  return new Map(
    [...writeProject(inventory, options)]
      .filter(([path]) => /\.(?:tf|ts|md)$/.test(path))
      .map(([path, text]) => [path, shownOf(path, text).replaceAll(packageVersion(), versionOfCase)]),
  );
}
