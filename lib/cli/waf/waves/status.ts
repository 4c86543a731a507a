import { findClosure, findGate, type Gate } from '../../../waves/gates';
import { isMigrated } from '../../../resources/waf-migration/zone-state';
import { byVerdict, canMigrate, countVerdicts, needsAction, verdicts } from '../verdict';
import { describeGone, isGone, type ZoneProgress } from './progress';
import { zonesToMigrate, type Wave, type WavesFile, type WaveZone } from '../../../waves/waves-file';

/** The status of a project, as `--json` prints it. */
export type WavesStatus = ReturnType<typeof statusOf>;
export type StatusZone = WavesStatus['all'][number];
export type WaveStatus = WavesStatus['waves'][number];

export interface NextStep {
  /** Null where nothing is left, or only a person can act. */
  readonly command: string | null;
  readonly text: string;
}

/** @param rows - a row for each zone of the file */
export function statusOf(
  file: WavesFile,
  gates: readonly Gate[],
  rows: ReadonlyMap<string, ZoneProgress>,
  now: Date,
) {
  const all = file.waves.flatMap((wave) =>
    wave.zones.map((zone) => ({ ...rowOf(zone, rows), wave: wave.name })),
  );
  return {
    version: 1,
    as_of: now.toISOString(),
    zones: countProgress(all),
    waves: file.waves.map((wave) => ({
      name: wave.name,
      acknowledged: wave.acknowledged,
      target: wave.target,
      zones: countProgress(all.filter((zone) => zone.wave === wave.name)),
      /** The last reviews of the zones that it has now. */
      gates: (['validation', 'complete'] as const).flatMap((target) => findGate(gates, wave, target) ?? []),
    })),
    attention: all.filter(needsAction).sort(byVerdict),
    left_out: file.left_out.map((zone) => rowOf(zone, rows)).sort(byVerdict),
    all,
    next: nextStep(file.waves, gates, rows),
  };
}

function rowOf(zone: WaveZone, rows: ReadonlyMap<string, ZoneProgress>): ZoneProgress {
  const row = rows.get(zone.id);
  if (row === undefined) throw new Error(`zone ${zone.id} was not read`);
  return row.zone_name === '' ? { ...row, zone_name: zone.name, plan: zone.plan } : row;
}

function countProgress(zones: readonly ZoneProgress[]) {
  const counts = countVerdicts(
    verdicts,
    zones.map(({ verdict }) => verdict),
  );
  return { ...counts, total: zones.length };
}

/** The first wave that is not done decides. */
function nextStep(
  waves: readonly Wave[],
  gates: readonly Gate[],
  rows: ReadonlyMap<string, ZoneProgress>,
): NextStep {
  if (waves.length === 0)
    return { command: null, text: 'No zone can be migrated: fix those that are left out.' };
  for (const wave of waves) {
    if (findGate(gates, wave, 'complete')?.passed === true) continue;
    const gone = wave.zones.map((zone) => rowOf(zone, rows)).filter(isGone);
    if (gone.length > 0) return { command: null, text: describeGone(gone, wave.name) };
    const closure = findClosure(waves, gates, wave);
    if (closure?.kind === 'not acknowledged')
      return {
        command: null,
        text: `Read what the migration of ${wave.name} changes, and confirm it: set "acknowledged" of ${wave.name} to true in waves.json.`,
      };
    // Only its own validation is left: those before it have passed.
    if (closure !== undefined) return review(wave);
    if (zonesToMigrate(wave).some((zone) => canMove(rowOf(zone, rows), wave)))
      return { command: `npm run deploy -- ${wave.name}`, text: `Deploy ${wave.name}.` };
    if (wave.target === 'complete' || findGate(gates, wave, 'validation')?.passed !== true)
      return review(wave);
    return {
      command: null,
      text: `The validation of ${wave.name} has passed. Set "target" of ${wave.name} to "complete" in waves.json, then deploy it again.`,
    };
  }
  return { command: null, text: 'Every wave is complete and has passed its review.' };
}

function canMove(row: ZoneProgress, wave: Wave): boolean {
  return canMigrate(row) && !hasReached(row, wave);
}

function review({ name, target }: Wave): NextStep {
  const command = `npx edge-platform waf review --wave ${name}`;
  if (target === 'complete') return { command, text: `Review ${name}.` };
  return {
    command: `${command} --assert 'newlyBlocked<=0' --events <file>`,
    text: `Review ${name} with the events of its zones.`,
  };
}

/** Whether a zone is where its wave takes it. */
export function hasReached(
  zone: Pick<ZoneProgress, 'migration_state'>,
  { target }: Pick<Wave, 'target'>,
): boolean {
  return isMigrated(zone) || (target === 'validation' && zone.migration_state === 'validation');
}
