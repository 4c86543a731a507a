import type { EdgeClient } from '../../client';
import type { TextLimits } from '../../waf';
import { runService, type Outcome, type ServiceOptions } from '../outcome';
import { findOwner, findZones, type Owner } from '../owners';
import { preparePage } from '../report/page-file';
import { widthOf } from '../terminal';
import { reportCheck } from './check-report';
import { reportChecks, tableOfChecks } from './checks-report';
import { isWhole } from './losses';
import { pageOfLosses, reportLosses } from './losses-report';
import { readSettings, requireSettings, type SettingsByZone } from './previous-settings';
import { readCheck, readChecks, readReview, readZoneReport } from './read';
import { isAboutEvents, wholeEvidence, withImplied, type ReviewAssertion } from './review-assertion';
import { reportReview } from './review-report';
import { findWave, readProject, saveGate } from './waves/project';
import { reviewWave } from './waves/review';
import { reportWaveReview } from './waves/review-report';
import { needsAction } from './verdict';

export interface CheckOptions extends ServiceOptions {
  readonly zone?: readonly string[];
  readonly state?: readonly string[];
  readonly all?: true;
}

export async function runCheck(options: CheckOptions): Promise<void> {
  const { zone: values = [], csv, all } = options;
  if (options.zone === undefined && options.state === undefined)
    throw new Error('Name a zone with --zone, or a state with --state.');
  const target = { values, failure: 'cannot check the zone' };
  await runService(options, target, async (connection): Promise<Outcome> => {
    const { owners, settings } = await zonesToCheck(connection.client, options);
    const [zone] = owners;
    if (owners.length === 1 && zone !== undefined && csv !== true) {
      const found = await readCheck(connection.client, zone, limitsOf(options), settings);
      return {
        data: found,
        blocks: () => reportCheck(found),
        all,
        isClear: !needsAction(found),
      };
    }
    const found = await readChecks(connection, owners, limitsOf(options), settings);
    return {
      data: found,
      table: () => tableOfChecks(found),
      blocks: () => reportChecks(found, all),
      all,
      isClear: !found.zones.some(needsAction),
      isPartial: found.summary.failed > 0,
    };
  });
}

/** The zones of `--zone`, otherwise all whose previous WAF is in a state. */
async function zonesToCheck(
  client: EdgeClient,
  { zone = [], state }: CheckOptions,
): Promise<{ readonly owners: readonly Owner[]; readonly settings?: SettingsByZone }> {
  if (state === undefined) return { owners: await findZones(client, zone) };
  const settings = await readSettings(state);
  if (zone.length === 0) return { owners: [...settings.keys()].map((id) => ({ id })), settings };
  const owners = await findZones(client, zone);
  const ids = owners.map(({ id }) => id);
  requireSettings(settings, ids, { named: zone.join(', '), paths: state });
  return { owners, settings };
}

/** Documents are whole; text is cut for readers. */
function limitsOf({ json, csv, all }: Omit<CheckOptions, 'zone'>): TextLimits {
  return json === true || csv === true || all === true ? { most: Infinity } : {};
}

export interface ReportOptions extends ServiceOptions {
  readonly zone: string;
  readonly all?: true;
  readonly html?: string;
}

export async function runReport(options: ReportOptions): Promise<void> {
  const { zone, all, html } = options;
  const write = await preparePage(html);
  const target = { values: [zone], failure: 'cannot report the losses' };
  await runService(options, target, async ({ client, baseUrl }) => {
    const found = await readZoneReport(client, await findOwner(client, 'zone', zone));
    const { plan, check, isTooLate } = found;
    // The page of a migrated zone shows what is deployed; the command fails nevertheless.
    await write?.(pageOfLosses(check, isTooLate ? undefined : found.losses(), plan), baseUrl);
    const losses = found.losses(limitsOf(options));
    return {
      data: losses,
      blocks: () => reportLosses(losses),
      all,
      isClear: isWhole(losses),
    };
  });
}

export interface ReviewOptions extends ServiceOptions {
  readonly zone?: string;
  readonly wave?: string;
  readonly dir: string;
  readonly events?: readonly string[];
  readonly assert?: readonly ReviewAssertion[];
  readonly withoutEvents?: true;
}

export async function runReview(options: ReviewOptions): Promise<void> {
  const { zone, wave } = options;
  if (wave !== undefined) await reviewOfWave(wave, options);
  else if (zone !== undefined) await reviewOfZone(zone, options);
  else throw new Error('Name a zone with --zone, or a wave with --wave.');
}

async function reviewOfZone(zone: string, options: ReviewOptions): Promise<void> {
  const { events = [], assert = [] } = options;
  const other = assert.find((each) => !isAboutEvents(each));
  if (other !== undefined)
    throw new Error(`--assert: ${other.subject} is a count of a wave. Use it with --wave.`);
  const implied = ['newlyBlocked<=0', 'newlyAllowed<=0', ...wholeEvidence];
  const assertions = withImplied(assert, implied).filter(isAboutEvents);
  const target = { values: [zone], failure: 'cannot review the events' };
  await runService(options, target, async (connection) => {
    const owner = await findOwner(connection.client, 'zone', zone);
    const { review, warnings } = await readReview(connection, owner, events, assertions);
    return {
      data: review,
      blocks: () => reportReview(review),
      // A file has the differences that a terminal has no room for.
      all: widthOf(process.stdout) === undefined,
      isClear: review.failures.length === 0,
      warnings,
    };
  });
}

async function reviewOfWave(name: string, options: ReviewOptions): Promise<void> {
  const { dir, events: paths = [], assert: assertions = [], withoutEvents } = options;
  await runService(options, { failure: 'cannot review the wave' }, async (connection) => {
    const { file, gates } = await readProject(dir);
    const found = await reviewWave(connection, file, findWave(file, name), {
      assertions,
      paths,
      withoutEvents: withoutEvents === true,
    });
    const isKnown = found.unread.length === 0;
    // What could not be read neither opens nor closes anything.
    if (isKnown) await saveGate(dir, found.gate, gates);
    const { warnings, ...document } = found;
    return {
      data: document,
      blocks: () => reportWaveReview(found),
      isClear: found.gate.passed,
      isPartial: !isKnown,
      warnings,
    };
  });
}
