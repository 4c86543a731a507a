import { formatJson } from '../../../ground/json';
import { messageOf } from '../../../ground/words';
import { zonesToMigrate, type Wave, type WaveTarget } from './waves-file';

/** The record of a review of a wave, which opens or closes what comes after it. */
export interface Gate {
  /** Name of the wave. */
  readonly wave: string;
  /** What the zones of the wave were reviewed for. */
  readonly target: WaveTarget;
  readonly passed: boolean;
  /** ISO 8601. */
  readonly reviewed_at: string;
  readonly assertions: readonly string[];
  /** The counts that the assertions compare. */
  readonly figures: Readonly<Record<string, number>>;
  /** Why it failed. */
  readonly failures: readonly string[];
  /** Ids of the zones that were reviewed. */
  readonly zones: readonly string[];
}

/** `gates.json`. The earlier records of a wave are in the history of the repository. */
export interface GatesFile {
  readonly version: 1;
  readonly gates: readonly Gate[];
}

export const gatesFileName = 'gates.json';

export function printGatesFile(file: GatesFile): string {
  return formatJson(file);
}

/** @throws an Error for another file */
export function parseGatesFile(text: string, path: string): GatesFile {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new Error(`${path}: it is not JSON: ${messageOf(error)}`, {
      cause: error,
    });
  }
  const { version, gates } = (document ?? {}) as Record<string, unknown>;
  if (version !== 1 || !Array.isArray(gates) || !gates.every(isGate))
    throw new Error(`${path}: it is no file of "edge-platform waf review --wave" (version 1)`);
  return { version, gates };
}

function isGate(value: unknown): value is Gate {
  const { wave, target, passed, zones } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof wave === 'string' &&
    typeof target === 'string' &&
    typeof passed === 'boolean' &&
    Array.isArray(zones)
  );
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

/** What has to happen before a wave may be deployed. */
export type Closure =
  | { readonly kind: 'not acknowledged' }
  | { readonly kind: 'review'; readonly wave: string; readonly target: WaveTarget };

/**
 * What keeps a wave from being deployed; undefined if nothing does. The `waves.ts` of a project decides the same.
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
