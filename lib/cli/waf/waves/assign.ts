import { compare } from '../../../ground/compare';
import type { SurveyedZone, SurveyRow, WafSurvey } from '../survey/file';
import { countSeverities } from '../survey/survey';
import { canMigrate, isRead, needsAction } from '../verdict';
import { planOf, type Wave, type WavesFile, type WaveZone } from '../../../waves/waves-file';

export interface WaveSizes {
  /** Zones of the first wave. 0 for none. */
  readonly canary: number;
  readonly size: number;
  /** Whether Enterprise zones go through validation mode first. */
  readonly validation: boolean;
}

/**
 * Puts the zones of a survey that can be migrated into waves, those with the least risk first. A zone that has a wave keeps it,
 * whatever the survey says about it: the plan of its wave skips it if it cannot be migrated any more, and imports it if its migration
 * has begun elsewhere. Others get new waves.
 */
export function assignWaves(survey: WafSurvey, sizes: WaveSizes, existing?: WavesFile) {
  const read = survey.zones.filter(isRead);
  const begun = new Set(read.filter(hasBegun).map((each) => each.zone_id));
  const before = (existing?.waves ?? []).map((wave) => withImports(wave, begun));
  const assigned = new Set(before.flatMap(({ zones }) => zones.map(({ id }) => id)));
  const open = read.filter(({ zone_id: id }) => !assigned.has(id));
  const candidates = open.filter(canMigrate).sort(byRisk);
  const canary = before.length === 0 ? chooseCanary(candidates, sizes.canary) : [];
  const rest = candidates.filter((zone) => !canary.includes(zone));
  const groups = [
    ...(canary.length === 0 ? [] : [{ name: 'canary', zones: canary }]),
    ...chunk(rest, sizes.size).map((zones, at) => ({ name: `wave-${lastNumber(before) + 1 + at}`, zones })),
  ];
  const waves = [...before, ...groups.map(({ name, zones }) => newWave(name, zones, sizes.validation))];
  const file: WavesFile = { version: 1, waves, left_out: leftOut(survey, waves, existing?.left_out ?? []) };
  return {
    file,
    added: candidates.length,
  };
}

/**
 * What the plan warns about and what does not carry over comes first; then additional rules; then the plan, because zones of
 * larger plans mostly have more traffic.
 */
export function byRisk(one: SurveyedZone, other: SurveyedZone): number {
  const [a, b] = [riskOf(one), riskOf(other)];
  for (const [at, risk] of a.entries()) if (risk !== b[at]) return risk - (b[at] ?? 0);
  return compare(one.zone_name, other.zone_name);
}

function riskOf(zone: SurveyedZone): number[] {
  const { warning, info } = countSeverities([zone]);
  return [warning, info, plans.indexOf(zone.plan)];
}

const plans: readonly string[] = ['free', 'pro', 'business', 'enterprise'];

/** The zone with the least risk of each plan in turn: plans differ in what they can have. */
function chooseCanary(sorted: readonly SurveyedZone[], count: number): SurveyedZone[] {
  const queues = [...new Set(sorted.map(({ plan }) => plan))].map((plan) =>
    sorted.filter((zone) => zone.plan === plan),
  );
  const chosen: SurveyedZone[] = [];
  for (let turn = 0; chosen.length < Math.min(count, sorted.length); turn += 1)
    for (const queue of queues) {
      const zone = queue[turn];
      if (zone !== undefined && chosen.length < count) chosen.push(zone);
    }
  return chosen;
}

function newWave(name: string, zones: readonly SurveyedZone[], validation: boolean): Wave {
  // A zone of an unknown plan may be an Enterprise zone.
  const validates = validation && zones.some(({ plan }) => ['enterprise', ''].includes(planOf(plan)));
  return {
    name,
    acknowledged: false,
    validates,
    target: validates ? 'validation' : 'complete',
    zones: zones.map(toWaveZone),
  };
}

/** Zones that need work, of this survey or of an earlier one that this one does not have. */
function leftOut(survey: WafSurvey, waves: readonly Wave[], before: readonly WaveZone[]): WaveZone[] {
  const inWave = new Set(waves.flatMap(({ zones }) => zones.map(({ id }) => id)));
  const surveyed = new Set(survey.zones.map(({ zone_id: id }) => id));
  return [
    ...before.filter(({ id }) => !surveyed.has(id)),
    ...survey.zones.filter(needsAction).map(toWaveZone),
  ].filter(({ id }) => !inWave.has(id));
}

function toWaveZone(zone: SurveyRow): WaveZone {
  const { zone_id: id, zone_name: name } = zone;
  if (!isRead(zone)) return { id, name, plan: '' };
  const { expected_previous: expected } = zone;
  return {
    ...{ id, name, plan: planOf(zone.plan) },
    ...(hasBegun(zone) && { import: true }),
    ...(expected && { expected_previous: expected }),
  };
}

function hasBegun({ migration_state: state }: SurveyedZone): boolean {
  return state === 'validation' || state === 'complete';
}

/** A wave that nobody has confirmed has not begun the migrations of its zones. */
function withImports(wave: Wave, begun: ReadonlySet<string>): Wave {
  if (wave.acknowledged) return wave;
  return {
    ...wave,
    zones: wave.zones.map((zone) => (begun.has(zone.id) ? { ...zone, import: true } : zone)),
  };
}

function lastNumber(waves: readonly Wave[]): number {
  return Math.max(0, ...waves.map(({ name }) => Number(/^wave-(\d+)$/.exec(name)?.[1] ?? 0)));
}

function chunk<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}
