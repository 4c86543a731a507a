import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../../ground/words';
import { readDocument, type DocumentForm } from '../../../schema/document';
import {
  gatesFileName,
  gatesForm,
  printGatesFile,
  recordGate,
  type Gate,
  type GatesFile,
} from '../../../waves/gates';
import { wavesForm, wavesFileName, zonesOf, type Wave, type WavesFile } from '../../../waves/waves-file';
import type { Connection } from '../../connection';
import { formatDocument } from '../../document';
import type { Host } from '../../project/host';
import { projectFiles } from '../../project/project-files';
import { writeProjectFiles } from '../../project/write-files';
import { FileError } from '../../../ground/file-error';
import { readTextFile, textIfThere, updateFile } from '../../files';
import type { WafSurvey } from '../survey/file';
import { assignWaves, type WaveSizes } from './assign';
import { mainCode, readmeText, settingsCode } from './project-code';
import { progressFrom, readProgress, type ZoneProgress } from './progress';
import { statusOf, type WavesStatus } from './status';
import { printStatus, statusHead } from './status-report';

const statusFileName = 'STATUS.md';

export type WrittenWaves = Awaited<ReturnType<typeof writeWaves>>;

/**
 * Writes the project of a survey, or adds the zones of a newer survey to the one that is there: then only `waves.json` and
 * `STATUS.md` change, and of the waves that are there nothing.
 *
 * @throws an Error where a file of somebody else would be overwritten
 */
export async function writeWaves(folder: string, survey: WafSurvey, sizes: WaveSizes, host: Host) {
  const isUpdate = existsSync(join(folder, wavesFileName));
  const gates: GatesFile = isUpdate ? (await readProject(folder)).gates : { version: 1, gates: [] };
  const statusPath = join(folder, statusFileName);
  refuseForeign(statusPath, await textIfThere(statusPath));
  let assigned = assignWaves(survey, sizes);
  if (isUpdate)
    await updateDocument(folder, wavesFileName, wavesForm, (existing) => {
      assigned = assignWaves(survey, sizes, existing);
      return formatWaves(assigned.file);
    });
  else await writeProjectFiles(folder, filesOf(assigned.file, gates, host));
  const { file, added } = assigned;
  const rows = new Map(survey.zones.map((zone) => [zone.zone_id, progressFrom(zone)]));
  const status = statusOf(file, gates.gates, withUnread(file, rows), new Date(survey.surveyed_at));
  await saveStatus(folder, status);
  return { file, added, isUpdate, status };
}

/** @throws an Error for a folder without a project, or with a damaged one */
export async function readProject(folder: string) {
  return {
    file: await readIn(folder, wavesFileName, wavesForm),
    gates: await readIn(folder, gatesFileName, gatesForm),
  };
}

/** The wave with a name; `3` is short for `wave-3`, and `0` for `canary`. */
export function findWave({ waves }: WavesFile, name: string): Wave {
  const full = /^\d+$/.test(name) ? (Number(name) === 0 ? 'canary' : `wave-${Number(name)}`) : name;
  const wave = waves.find((each) => each.name === full);
  if (wave === undefined)
    throw new Error(
      `--wave: there is no wave ${full}. There are ${waves.map((each) => each.name).join(', ')}.`,
    );
  return wave;
}

/**
 * Records a review beside what others have recorded while it ran. It does not open a gate that one of them has closed, which it may not have
 * seen: what it has read can be older.
 *
 * @param before - the gates when the review began
 */
export async function saveGate(folder: string, gate: Gate, before: GatesFile): Promise<void> {
  const { wave, target, passed } = gate;
  const recordIn = ({ gates }: GatesFile) =>
    gates.find((each) => each.wave === wave && each.target === target);
  await updateDocument(folder, gatesFileName, gatesForm, (now) => {
    const other = recordIn(now);
    if (passed && other?.passed === false && !isDeepStrictEqual(other, recordIn(before)))
      throw new Error(
        `another review of ${wave} for "${target}", which failed, was recorded in ${join(folder, gatesFileName)} at ${other.reviewed_at}, while this one ran. ` +
          'This one passed and was not recorded. Run the review again.',
      );
    return printGatesFile(recordGate(now, gate));
  });
}

export async function saveStatus(folder: string, status: WavesStatus): Promise<void> {
  const path = join(folder, statusFileName);
  await updateFile(path, (before) => {
    refuseForeign(path, before);
    return printStatus(status);
  });
}

export async function readWavesStatus(
  connection: Connection,
  folder: string,
  file: WavesFile,
): Promise<WavesStatus> {
  // What keeps a zone from its migration matters where somebody has decided on it, and where it has no wave.
  const explained = new Set(
    zonesOf({ ...file, waves: file.waves.filter(({ acknowledged }) => acknowledged) }).map(({ id }) => id),
  );
  const rows = await readProgress(connection, zonesOf(file), ({ id }) => explained.has(id));
  // A review may have ended while the zones were read.
  const { gates } = await readIn(folder, gatesFileName, gatesForm);
  return statusOf(file, gates, rows, new Date());
}

/** With a line for each zone, so that a diff shows what changed. */
function formatWaves(file: WavesFile): string {
  return formatDocument(file, 2);
}

function filesOf(file: WavesFile, gates: GatesFile, host: Host): ReadonlyMap<string, string> {
  const name = 'waf-waves';
  const description = 'Migrates zones to the new WAF managed rules, in waves.';
  return new Map([
    ...projectFiles({ name, description, entry: 'main.ts', host }),
    ['main.ts', mainCode(host)],
    ['settings.ts', settingsCode(host)],
    ['README.md', readmeText],
    [gatesFileName, printGatesFile(gates)],
    // The last one: it makes the folder a project.
    [wavesFileName, formatWaves(file)],
  ]);
}

/** A newer survey may be about some of the zones only. */
function withUnread(
  file: WavesFile,
  rows: ReadonlyMap<string, ZoneProgress>,
): ReadonlyMap<string, ZoneProgress> {
  const error = 'The survey does not have this zone: run "edge-platform waf waves status".';
  const unread = zonesOf(file).map(({ id, name }) =>
    progressFrom({ zone_id: id, zone_name: name, code: '', error }),
  );
  return new Map([...unread.map((row) => [row.zone_id, row] as const), ...rows]);
}

function refuseForeign(path: string, text: string | undefined): void {
  if (text === undefined || text.startsWith(statusHead)) return;
  throw new Error(
    `${path} was not written by this command, so it is not overwritten. Move it away, or name another folder.`,
  );
}

async function readIn<T>(folder: string, name: string, form: DocumentForm<T>): Promise<T> {
  const path = join(folder, name);
  const text = await readTextFile(path).catch((error: unknown) => {
    throw unreadable(error);
  });
  return readDocument(form, text, path);
}

/** Changes what a file of the project has at this moment: it may have changed while the command read zones. */
async function updateDocument<T>(
  folder: string,
  name: string,
  form: DocumentForm<T>,
  change: (now: T) => string,
): Promise<void> {
  const path = join(folder, name);
  await updateFile(path, (text) => {
    if (text === undefined) throw unreadable(new FileError(path, 'read', { code: 'ENOENT' }));
    return change(readDocument(form, text, path));
  });
}

function unreadable(error: unknown): Error {
  return new Error(`${messageOf(error)} "edge-platform waf waves --out" writes a project.`, { cause: error });
}
