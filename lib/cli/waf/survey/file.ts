import { readFile, rename, writeFile } from 'node:fs/promises';
import { Checkpoint } from '../../fleet/checkpoint';
import type { WafSurvey } from './survey';
import type { SurveyedZone } from './zone';

/** One line for each zone, so that a diff of two surveys shows the zones that changed. */
export function printSurvey({ zones, ...head }: WafSurvey): string {
  const members = Object.entries(head).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const lines = zones.map((zone) => `    ${JSON.stringify(zone)}`).join(',\n');
  return `{\n${members.join(',\n')},\n  "zones": ${zones.length === 0 ? '[]' : `[\n${lines}\n  ]`}\n}\n`;
}

/** In one step, so that an interruption leaves no half of a file. */
export async function saveSurvey(path: string, survey: WafSurvey): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, printSurvey(survey));
  await rename(draft, path);
}

/** @throws an Error for a file that is no survey */
export async function readSurveyFile(path: string): Promise<WafSurvey> {
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot read ${path}: ${reason}. "edge-platform waf survey --out" writes it.`, {
      cause: error,
    });
  }
  const survey = surveyIn(text);
  if (survey === undefined)
    throw new Error(`${path} is no survey of this version. "edge-platform waf survey --out" writes one.`);
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

/** The zones that an interrupted survey has read, beside its result. */
export function checkpointOf(path: string, baseUrl: string): Checkpoint<SurveyedZone> {
  return new Checkpoint(`${path}.checkpoint`, `waf survey 1 ${baseUrl}`);
}

function surveyIn(text: string): WafSurvey | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { version, surveyed_at: at, zones } = (document ?? {}) as Record<string, unknown>;
  const isSurvey = version === 1 && typeof at === 'string' && Array.isArray(zones);
  return isSurvey ? (document as WafSurvey) : undefined;
}
