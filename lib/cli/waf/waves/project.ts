import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { whyUnreadable } from '../../../ground/words';
import { readDocument } from '../../../schema/document';
import { gatesFileName, gatesForm, printGatesFile, type GatesFile } from '../../../waves/gates';
import {
  printWavesFile,
  wavesForm,
  wavesFileName,
  type Wave,
  type WavesFile,
} from '../../../waves/waves-file';
import type { Connection } from '../../connection';
import { projectFiles } from '../../project/project-files';
import { writeProjectFiles } from '../../project/write-files';
import { replaceFile } from '../../files';
import type { WafSurvey } from '../survey/file';
import { assignWaves, type WaveSizes } from './assign';
import { mainCode, readmeText, settingsCode } from './project-code';
import { progressFrom, readProgress } from './progress';
import { statusOf, type WavesStatus } from './status';
import { printStatus, statusHead } from './status-report';

const statusFileName = 'STATUS.md';

export type WrittenWaves = Awaited<ReturnType<typeof writeWaves>>;
export type WavesProject = Awaited<ReturnType<typeof readProject>>;

/**
 * Writes the project of a survey, or adds the zones of a newer survey to the one that is there: then only `waves.json` and
 * `STATUS.md` change, and of the waves that are there nothing.
 *
 * @throws an Error where a file of somebody else would be overwritten
 */
export async function writeWaves(folder: string, survey: WafSurvey, sizes: WaveSizes) {
  const isUpdate = await exists(join(folder, wavesFileName));
  const existing = isUpdate ? await readProject(folder) : undefined;
  const { file, added } = assignWaves(survey, sizes, existing?.file);
  const gates = existing?.gates ?? { version: 1, gates: [] };
  await checkStatusFile(folder);
  if (isUpdate) await replaceFile(join(folder, wavesFileName), printWavesFile(file));
  else await writeProjectFiles(folder, filesOf(file, gates));
  const rows = new Map(survey.zones.map((zone) => [zone.zone_id, progressFrom(zone)]));
  const status = statusOf(file, gates.gates, withUnread(file, rows), new Date(survey.surveyed_at));
  await saveStatus(folder, status);
  return { file, added, isUpdate, status };
}

/** @throws an Error for a folder without a project, or with a damaged one */
export async function readProject(folder: string) {
  const [waves, gates] = [join(folder, wavesFileName), join(folder, gatesFileName)];
  return {
    file: readDocument(wavesForm, await readText(waves), waves),
    gates: readDocument(gatesForm, await readText(gates), gates),
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

export async function saveGates(folder: string, gates: GatesFile): Promise<void> {
  await replaceFile(join(folder, gatesFileName), printGatesFile(gates));
}

export async function saveStatus(folder: string, status: WavesStatus): Promise<void> {
  await checkStatusFile(folder);
  await replaceFile(join(folder, statusFileName), printStatus(status));
}

export async function readWavesStatus(
  connection: Connection,
  { file, gates }: WavesProject,
): Promise<WavesStatus> {
  const zones = [...file.waves.flatMap((wave) => wave.zones), ...file.left_out];
  // What keeps a zone from its migration matters where somebody has decided on it, and where it has no wave.
  const explained = new Set(
    [
      ...file.waves.filter(({ acknowledged }) => acknowledged).flatMap((wave) => wave.zones),
      ...file.left_out,
    ].map(({ id }) => id),
  );
  const rows = await readProgress(connection, zones, ({ id }) => explained.has(id));
  return statusOf(file, gates.gates, rows, new Date());
}

function filesOf(file: WavesFile, gates: GatesFile): ReadonlyMap<string, string> {
  const name = 'waf-waves';
  const description = 'Migrates zones to the new WAF managed rules, in waves.';
  return new Map([
    ...projectFiles({ name, description, entry: 'main.ts' }),
    ['main.ts', mainCode],
    ['settings.ts', settingsCode],
    ['README.md', readmeText],
    [gatesFileName, printGatesFile(gates)],
    // The last one: it makes the folder a project.
    [wavesFileName, printWavesFile(file)],
  ]);
}

/** A newer survey may be about some of the zones only. */
function withUnread(
  file: WavesFile,
  rows: ReadonlyMap<string, ReturnType<typeof progressFrom>>,
): ReadonlyMap<string, ReturnType<typeof progressFrom>> {
  const zones = [...file.waves.flatMap((wave) => wave.zones), ...file.left_out];
  const missing = zones.filter(({ id }) => !rows.has(id));
  const error = 'The survey does not have this zone: run "edge-platform waf waves status".';
  return new Map([
    ...rows,
    ...missing.map(
      ({ id, name }) => [id, progressFrom({ zone_id: id, zone_name: name, code: '', error })] as const,
    ),
  ]);
}

async function checkStatusFile(folder: string): Promise<void> {
  const path = join(folder, statusFileName);
  if (!(await exists(path)) || (await readFile(path, 'utf8')).startsWith(statusHead)) return;
  throw new Error(
    `${path} was not written by this command, so it is not overwritten. Move it away, or name another folder.`,
  );
}

/** In one step, so that an interruption leaves no half of a file. */
async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const reason = whyUnreadable(error);
    throw new Error(`cannot read ${path}: ${reason} "edge-platform waf waves --out" writes a project.`, {
      cause: error,
    });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
