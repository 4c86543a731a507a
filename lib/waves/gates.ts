import { formatJson } from '../ground/json';
import {
  count,
  entries,
  flag,
  list,
  object,
  orNull,
  repeatedIn,
  text,
  time,
  word,
  type DocumentForm,
  type ShapeValue,
} from '../schema/document';
import { waveTargets, zonesToMigrate, type Wave, type WaveTarget } from './waves-file';

/** The record of a review of a wave, which opens or closes what comes after it. */
const gate = object({
  wave: text(),
  /** The target that the zones of the wave were reviewed for. */
  target: word(...waveTargets),
  passed: flag,
  /** ISO 8601. */
  reviewed_at: time,
  assertions: list(text()),
  /** The counts that the assertions compare. */
  figures: entries(count),
  /** Times of the first and the last event that was compared; null where none was, or events have no time. */
  events_from: orNull(time),
  events_to: orNull(time),
  failures: list(text()),
  /** Ids of the zones that were reviewed. */
  zones: list(text()),
});

export type Gate = ShapeValue<typeof gate>;

const gatesFile = object({ version: word(1), gates: list(gate) });

/** `gates.json`. The earlier records of a wave are in the history of the repository. */
export type GatesFile = ShapeValue<typeof gatesFile>;

export const gatesFileName = 'gates.json';

/** The form of `gates.json`, for `readDocument`. */
export const gatesForm: DocumentForm<GatesFile> = {
  shape: gatesFile,
  rule: 'a file of "edge-platform waf review --wave" (version 1)',
  isKind: ({ version }) => version === 1,
  check: ({ gates }) => [
    ...repeatedIn(
      gates.map(({ wave, target }, at) => ({ value: `${wave} ${target}`, path: ['gates', at] })),
      'A wave has one record for each target. Keep one of them.',
    ),
    ...gates.flatMap(({ passed, failures }, at) =>
      passed === (failures.length === 0)
        ? []
        : [
            `gates[${at}].passed is ${passed}, and gates[${at}].failures has ${failures.length} items. A review passes without failures: run it again.`,
          ],
    ),
  ],
};

export function printGatesFile(file: GatesFile): string {
  return formatJson(file);
}

/** The record replaces the one of the same wave and target. */
export function recordGate({ gates }: GatesFile, gate: Gate): GatesFile {
  const others = gates.filter(({ wave, target }) => wave !== gate.wave || target !== gate.target);
  return { version: 1, gates: [...others, gate] };
}

/** The record of a wave, if it is about all zones that the wave has now. */
export function findGate(gates: readonly Gate[], wave: Wave, target: WaveTarget): Gate | undefined {
  const gate = gates.find((each) => each.wave === wave.name && each.target === target);
  const zones = zonesToMigrate({ ...wave, target });
  return gate !== undefined && zones.every(({ id }) => gate.zones.includes(id)) ? gate : undefined;
}

/** A condition that a wave lacks before it may be deployed. */
export type Closure =
  | { readonly kind: 'not acknowledged' }
  | { readonly kind: 'review'; readonly wave: string; readonly target: WaveTarget };

/**
 * The condition that keeps a wave from being deployed; undefined if none does.
 *
 * @param waves - in the order of their deployment
 */
export function findClosure(waves: readonly Wave[], gates: readonly Gate[], wave: Wave): Closure | undefined {
  const before = waves[waves.indexOf(wave) - 1];
  if (before !== undefined && findGate(gates, before, 'complete')?.passed !== true)
    return { kind: 'review', wave: before.name, target: 'complete' };
  if (wave.validates && wave.target === 'complete' && findGate(gates, wave, 'validation')?.passed !== true)
    return { kind: 'review', wave: wave.name, target: 'validation' };
  return wave.acknowledged ? undefined : { kind: 'not acknowledged' };
}
