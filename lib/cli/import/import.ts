import { connect } from '../connection';
import type { ZoneOptions } from '../fleet/zone-options';
import { printBlocks, printOutcome } from '../outcome';
import { chooseHost, type Host } from '../project/host';
import { keyOf, type Inventory } from './inventory';
import type { Additions } from './write';
import { readManagedResources, readOwnState, withoutManaged } from './managed-by';
import { selectOwners } from './owners';
import {
  emptyManifest,
  openFolder,
  writeFolder,
  type Language,
  type Manifest,
  type ProjectFolder,
} from './project-folder';
import { checkpointIn, readInventory, type ReadInventory } from './read/inventory';
import type { Owner } from '../../resources/handler';
import { describeNew, reportNew, reportVerification, reportWritten } from './report';
import { commandLine } from '../command-line';

export interface ImportOptions extends ZoneOptions {
  readonly out: string;
  readonly language?: Language;
  /** @default - that of the folder, else CDK Terrain */
  readonly host?: Host;
  readonly managedBy?: readonly string[];
  readonly skipUnreadable?: true;
  readonly writeNew?: true;
  readonly verify?: true;
  readonly json?: true;
  readonly baseUrl?: string;
}

type Project = ProjectFolder & { readonly manifest: Manifest };

/** Returns the exit status. */
export async function importProject(options: ImportOptions): Promise<number> {
  const folder = await openFolder(options.out);
  checkOptions(options, folder);
  const managed = [
    ...(await readManagedResources(options.managedBy ?? [])),
    ...(isProject(folder) ? await readOwnState(folder.path) : []),
  ];
  const isOnlyVerified = options.verify && !namesZones(options);
  const connection = await connect({ option: '--zone', values: [] }, options.baseUrl);
  let status = 0;
  try {
    if (!isOnlyVerified) {
      const owners = await selectOwners(connection.client, options);
      const { out, skipUnreadable } = options;
      const checkpoint = checkpointIn(out, connection, skipUnreadable);
      const read = await readInventory(connection, owners, checkpoint, skipUnreadable);
      const inventory = withoutManaged(read.inventory, managed);
      // What a project lacks is as old as the rows, so the next run reads everything.
      if (isProject(folder)) await checkpoint.remove();
      status = isProject(folder)
        ? await compare(folder, read, inventory, owners, options)
        : await write({ ...read, inventory }, owners, options);
      await checkpoint.remove();
    }
  } finally {
    await connection.close();
  }
  return options.verify ? Math.max(status, await verify(options, connection.baseUrl)) : status;
}

function checkOptions(options: ImportOptions, folder: ProjectFolder): void {
  const { language, host, out, writeNew, json, verify: verifies } = options;
  const { manifest } = folder;
  if (manifest !== undefined && language !== undefined && language !== manifest.language)
    throw new Error(
      `--language: the project in ${out} is ${manifest.language}. Name another folder with --out.`,
    );
  if (host !== undefined && (manifest?.language ?? language) === 'hcl')
    throw new Error('--host: only a project in TypeScript has a host. Leave it out.');
  // Refuses a host that is not the folder's, before anything is read.
  chooseHost(host, out);
  if (writeNew && manifest === undefined)
    throw new Error(`--write-new: ${out} has no project of an import yet. Leave it out.`);
  if (json && (verifies || manifest === undefined))
    throw new Error(
      `--json: it prints what ${out} lacks, as a project of an earlier import and without --verify. Leave it out.`,
    );
  if (namesZones(options) || (verifies && manifest !== undefined)) return;
  if (verifies)
    throw new Error(`--verify: ${out} has no project of an import. Name a zone or an account too.`);
  throw new Error('no zone is named. Use --zone, --zones <file>, --account or --all.');
}

function namesZones({ account, zone, zones, all }: ZoneOptions): boolean {
  return all === true || [account, zone, zones].some((each) => each !== undefined);
}

function isProject(folder: ProjectFolder): folder is Project {
  return folder.manifest !== undefined;
}

async function write(
  { inventory, failed }: ReadInventory,
  owners: readonly Owner[],
  options: ImportOptions,
): Promise<number> {
  if (failed.length > 0)
    throw new Error(
      `${describeFailed(failed, owners)}\nNothing was written. Run the same command again: it reads only these. With --skip-unreadable it ` +
        'imports what can be read.',
    );
  const { language = 'typescript', host, out } = options;
  const { writeProject } = await import('./write/index.js');
  const files = writeProject(inventory, {
    language,
    host: chooseHost(host, out),
    title: titleOf(owners),
    command: commandOf({ ...options, out: '.' }),
  });
  await writeFolder({ path: out, manifest: emptyManifest(language) }, files, inventory.objects);
  const project = { out, language, files: files.size, inventory, owners };
  await printBlocks(reportWritten(project, commandOf({ out, verify: true })));
  return 0;
}

/** Reports, and writes with `--write-new`, the objects that neither the code of earlier imports nor a state has. */
async function compare(
  project: Project,
  { inventory: { objects: all }, failed }: ReadInventory,
  inventory: Inventory,
  owners: readonly Owner[],
  options: ImportOptions,
): Promise<number> {
  const { out, writeNew } = options;
  const { batches, language } = project.manifest;
  const imported = new Set(batches.flat().map(keyOf));
  const objects = inventory.objects.filter((object) => !imported.has(keyOf(object)));
  const found = { out, language, read: all.length, objects };
  const additions =
    writeNew === true && objects.length > 0
      ? await writeNewObjects(project, { ...inventory, objects })
      : undefined;
  await printOutcome(options, {
    data: describeNew(found, additions),
    blocks: () => reportNew(found, additions),
    isClear: objects.length === 0,
  });
  if (failed.length > 0) throw new Error(`${describeFailed(failed, owners)}\nThey were not compared.`);
  return objects.length === 0 ? 0 : 1;
}

/** Writes objects into new files of a project. The next run finds them in it. */
async function writeNewObjects(project: Project, inventory: Inventory): Promise<Additions> {
  const { manifest } = project;
  const { writeAdditions } = await import('./write/index.js');
  const additions = writeAdditions(inventory, manifest.batches, {
    language: manifest.language,
    host: chooseHost(undefined, project.path),
  });
  await writeFolder(project, additions.files, inventory.objects);
  return additions;
}

async function verify({ out }: ImportOptions, baseUrl: string): Promise<number> {
  const { manifest, path } = await openFolder(out);
  if (manifest === undefined) throw new Error(`--verify: ${out} has no project of an import.`);
  const { verifyProject } = await import('./verify.js');
  const { language, batches } = manifest;
  const verification = await verifyProject(path, language, { ...process.env, EDGE_BASE_URL: baseUrl });
  const written = batches.flat().length;
  await printBlocks(reportVerification(verification, { language, written }));
  return verification.faults.length === 0 ? 0 : 1;
}

function describeFailed(failed: ReadInventory['failed'], owners: readonly Owner[]): string {
  const lines = failed.slice(0, 20).map(({ owner, error }) => `  ${owner.name} (${owner.id}): ${error}`);
  const more = failed.length > 20 ? [`  and ${failed.length - 20} more`] : [];
  return [
    `${failed.length} of ${owners.length} zones and accounts could not be read:`,
    ...lines,
    ...more,
  ].join('\n');
}

/** The title of a project: its account, or its zones. */
function titleOf(owners: readonly Owner[]): string {
  const accounts = new Set(owners.map(({ account }) => account.name));
  const zones = owners.filter(({ kind }) => kind === 'zone');
  if (zones.length === owners.length && zones.length <= 3) return zones.map(({ name }) => name).join(', ');
  const [account = ''] = accounts;
  return accounts.size === 1 && account !== '' ? account : `${accounts.size} accounts`;
}

function commandOf(options: Partial<ImportOptions>): string {
  const { all, account, zone, zones, out, language, host, managedBy, baseUrl, verify: isVerified } = options;
  const selected = { all, account, zone, zones };
  return commandLine('import', { ...selected, out, language, host, managedBy, baseUrl, verify: isVerified });
}
