import { readFile, rename, writeFile } from 'node:fs/promises';
import { asFields } from '../../../resources/narrow';
import { Checkpoint } from '../../fleet/checkpoint';
import { formatSurveyJson } from './json';
import type { PoolsSurvey, SurveyedAccount } from './survey';

/** In one step, so that an interruption leaves no half of a file. */
export async function saveSurvey(path: string, survey: PoolsSurvey): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, formatSurveyJson(survey));
  await rename(draft, path);
}

/** @throws an Error for a file that is no survey */
export async function readSurveyFile(path: string): Promise<PoolsSurvey> {
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot read ${path}: ${reason}. "edge-platform pools survey --out" writes it.`, {
      cause: error,
    });
  }
  const survey = surveyIn(text);
  if (survey === undefined)
    throw new Error(`${path} is no survey of this version. "edge-platform pools survey --out" writes one.`);
  return survey;
}

/**
 * An earlier survey is replaced, and nothing else.
 *
 * @throws an Error for another file
 */
export async function checkSurveyFile(path: string): Promise<void> {
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (surveyIn(text) === undefined)
    throw new Error(`--out: ${path} exists and is no survey, so it is not overwritten. Name another file.`);
}

/** The accounts that an interrupted survey has read, beside its result. */
export function checkpointOf(path: string, baseUrl: string): Checkpoint<SurveyedAccount> {
  return new Checkpoint(`${path}.checkpoint`, `pools survey 1 ${baseUrl}`);
}

/** The lists that the commands read. Whoever edits them by hand has to keep their items whole. */
const lists = ['pools', 'policies', 'recipient_sets'];

function surveyIn(text: string): PoolsSurvey | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch {
    return undefined;
  }
  const { version, surveyed_at: at, accounts } = asFields(document) ?? {};
  const isAccount = (account: unknown) =>
    lists.every((name) => Array.isArray(asFields(account)?.[name])) &&
    typeof asFields(account)?.account_id === 'string';
  const isSurvey =
    version === 1 && typeof at === 'string' && Array.isArray(accounts) && accounts.every(isAccount);
  return isSurvey ? (document as PoolsSurvey) : undefined;
}
