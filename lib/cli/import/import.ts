import { listSome, messageOf } from '../../ground/words';
import { connect, type Connection } from '../connection';
import type { ZoneOptions } from '../fleet/zone-options';
import { print, widthOf } from '../terminal';
import { codeOfImport, codeOfStack, type CodeObject } from './code';
import { findDrift } from './drift';
import type { Inventory } from './inventory';
import { readManagedResources, withoutManaged } from './managed-by';
import { selectOwners } from './owners';
import {
  emptyManifest,
  listEdits,
  openFolder,
  writeFolder,
  type Language,
  type Manifest,
  type ProjectFolder,
} from './project-folder';
import { checkpointIn, readInventory, type ReadInventory } from './read/inventory';
import type { Owner } from '../../resources/handler';
import { formatAdditions, formatDrift, formatVerification, formatWritten } from './report';
import { shellWord } from '../../ground/shell';

export interface ImportOptions extends ZoneOptions {
  readonly out: string;
  readonly language?: Language;
  readonly managedBy?: readonly string[];
  readonly skipUnreadable?: true;
  readonly writeNew?: true;
  readonly verify?: true;
  readonly baseUrl?: string;
}

type Project = ProjectFolder & { readonly manifest: Manifest };

/** Returns the exit status. */
export async function importProject(options: ImportOptions): Promise<number> {
  const folder = await openFolder(options.out);
  checkOptions(options, folder);
  const managed = await readManagedResources(options.managedBy ?? []);
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
      // What a comparison shows is as old as its rows, so the next one reads everything.
      if (isProject(folder)) await checkpoint.remove();
      status = isProject(folder)
        ? await compare(folder, { ...read, inventory }, owners, connection, options)
        : await write({ ...read, inventory }, owners, options);
      await checkpoint.remove();
    }
  } finally {
    await connection.close();
  }
  return options.verify ? Math.max(status, await verify(options, connection.baseUrl)) : status;
}

function checkOptions(options: ImportOptions, folder: ProjectFolder): void {
  const { language, out, writeNew, verify: verifies } = options;
  const { manifest } = folder;
  if (manifest !== undefined && language !== undefined && language !== manifest.language)
    throw new Error(
      `--language: the project in ${out} is ${manifest.language}. Name another folder with --out.`,
    );
  if (writeNew && manifest === undefined)
    throw new Error(`--write-new: ${out} has no project of an import yet. Leave it out.`);
  if (namesZones(options) || (verifies && manifest !== undefined)) return;
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
  const { language = 'typescript', out } = options;
  const { writeProject } = await import('./write/index.js');
  const files = writeProject(inventory, {
    language,
    title: titleOf(owners),
    command: commandLine({ ...options, out: '.' }),
  });
  await writeFolder({ path: out, manifest: emptyManifest(language) }, files, inventory.objects);
  const project = { out, language, files: files.size, inventory, owners };
  await print(formatWritten(project, commandLine({ out, verify: true }), widthOf(process.stdout)));
  return 0;
}

async function compare(
  project: Project,
  { inventory, failed }: ReadInventory,
  owners: readonly Owner[],
  { client }: Connection,
  options: ImportOptions,
): Promise<number> {
  const { code, note } = await readCode(project, owners);
  const unread = new Set(failed.map(({ owner }) => owner.id));
  const read = owners.filter(({ id }) => !unread.has(id)).map(({ id }) => id);
  const drift = await findDrift(code, {
    client,
    objects: inventory.objects,
    owners: new Set(read),
    gone: goneZones(project, owners),
  });
  const compared =
    code.length +
    drift.added.length -
    drift.elsewhere.length -
    drift.unreadable.length -
    drift.undetermined.length;
  await print(
    formatDrift(
      { drift, out: options.out, compared, isWritingNew: options.writeNew === true, note },
      widthOf(process.stdout),
    ),
  );
  if (options.writeNew && drift.added.length > 0)
    await writeNew(project, { ...inventory, objects: drift.added });
  if (failed.length > 0) throw new Error(`${describeFailed(failed, owners)}\nThey were not compared.`);
  const { added, gone, changed } = drift;
  return added.length + gone.length + changed.length === 0 ? 0 : 1;
}

/** The zones of the project that its accounts, which were read with all their zones, no longer have. */
function goneZones({ manifest }: Project, owners: readonly Owner[]): ReadonlySet<string> {
  const known = new Set(owners.map(({ id }) => id));
  return new Set(
    manifest.batches
      .flat()
      .flatMap(({ zone, account }) =>
        zone !== undefined && known.has(account.id) && !known.has(zone.id) ? [zone.id] : [],
      ),
  );
}

/** Writes objects into new files of a project. The next run finds no difference for them. */
async function writeNew(project: Project, inventory: Inventory): Promise<void> {
  const { manifest } = project;
  const { writeAdditions } = await import('./write/index.js');
  const additions = writeAdditions(inventory, manifest.batches, manifest);
  await writeFolder(project, additions.files, inventory.objects);
  await print(formatAdditions(additions, manifest.language, widthOf(process.stdout)));
}

/**
 * What the code of a project says. Where its files are as written, that is what was imported; people have to add a line for what was
 * added in TypeScript.
 */
async function readCode(project: Project, owners: readonly Owner[]) {
  const { manifest, path } = project;
  const imported = codeOfImport(manifest.batches.flat());
  const edits = await listEdits(project);
  const isAsWritten = manifest.language === 'hcl' || manifest.batches.length === 1;
  if (edits.length === 0 && isAsWritten) return { code: imported, note: undefined };
  try {
    return { code: await evaluate(path, manifest.language, owners), note: undefined };
  } catch (error) {
    const reason = firstLines(messageOf(error));
    const without = edits.length === 0 ? '' : `, without the edits of ${listSome(edits, 5)}`;
    return {
      code: imported,
      note: `Compared with the code as it was written${without}, because it cannot be evaluated: ${reason}`,
    };
  }
}

/** Terraform and compilers say more than a note takes. */
function firstLines(text: string): string {
  const lines = text.split('\n');
  return lines.length > 12 ? [...lines.slice(0, 12), '…'].join('\n') : text;
}

async function evaluate(
  path: string,
  language: Language,
  owners: readonly Owner[],
): Promise<readonly CodeObject[]> {
  if (language === 'hcl') return (await import('./hcl-code.js')).codeOfModule(path, process.env);
  const { findMissingPackages, readStacks } = await import('./synthesis.js');
  const missing = findMissingPackages(path);
  if (missing !== undefined) throw new Error(missing);
  const zones = owners.filter(({ kind }) => kind === 'zone');
  const stacks = await readStacks(path);
  return stacks.flatMap(({ content }) => codeOfStack(content, { zones, environment: process.env }));
}

async function verify({ out }: ImportOptions, baseUrl: string): Promise<number> {
  const { manifest, path } = await openFolder(out);
  if (manifest === undefined) throw new Error(`--verify: ${out} has no project of an import.`);
  const { verifyProject } = await import('./verify.js');
  const { language, batches } = manifest;
  const verification = await verifyProject(path, language, { ...process.env, EDGE_BASE_URL: baseUrl });
  const isEdited = (await listEdits({ path, manifest })).length > 0;
  const expected = isEdited ? undefined : batches.flat().length;
  await print(formatVerification(verification, { language, expected }, widthOf(process.stdout)));
  const isComplete = expected === undefined || verification.imports === expected;
  return verification.faults.length === 0 && isComplete ? 0 : 1;
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

/** What the project is about: its account, or its zones. */
function titleOf(owners: readonly Owner[]): string {
  const accounts = new Set(owners.map(({ account }) => account.name));
  const zones = owners.filter(({ kind }) => kind === 'zone');
  if (zones.length === owners.length && zones.length <= 3) return zones.map(({ name }) => name).join(', ');
  const [account = ''] = accounts;
  return accounts.size === 1 && account !== '' ? account : `${accounts.size} accounts`;
}

function commandLine(options: Partial<ImportOptions>): string {
  const {
    account,
    zone = [],
    zones,
    all,
    out = '',
    language,
    managedBy = [],
    baseUrl,
    verify: verifies,
  } = options;
  const given: readonly (readonly [string, string | undefined])[] = [
    ['--account', account],
    ...zone.map((each) => ['--zone', each] as const),
    ['--zones', zones],
    ['--out', out],
    ['--language', language],
    ...managedBy.map((each) => ['--managed-by', each] as const),
    ['--base-url', baseUrl],
  ];
  return [
    'npx edge-platform import',
    ...(all === true ? ['--all'] : []),
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${shellWord(value)}`])),
    ...(verifies === true ? ['--verify'] : []),
  ].join(' ');
}
