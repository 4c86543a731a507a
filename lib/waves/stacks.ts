import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '../ground/decode-text';
import { whyUnreadable } from '../ground/words';
import { isPlainObject } from '../schema';
import { readDocument } from '../schema/document';
import { findClosure, gatesFileName, gatesForm, type Closure } from './gates';
import {
  wavesFileName,
  wavesForm,
  zonesOf,
  zonesToMigrate,
  type Wave,
  type WavesFile,
  type WaveTarget,
  type WaveZone,
} from './waves-file';
import { own } from '../ground/record';

/** A wave as its stack deploys it. */
export interface WaveStack<Settings> {
  /** The name of the stack. */
  readonly name: string;
  /** Why the wave must not be deployed yet; undefined if it may. */
  readonly closedBecause: string | undefined;
  readonly target: WaveTarget;
  /** Whether a person has confirmed that the migrations cannot be undone. */
  readonly acknowledged: boolean;
  /** The zones that this deployment migrates: none before the wave is acknowledged. */
  readonly zones: readonly StackZone<Settings>[];
}

export interface StackZone<Settings> {
  /** The id of the construct: the name and the ID of the zone. */
  readonly constructId: string;
  readonly id: string;
  /** Whether its migration has begun elsewhere: Terraform imports it. */
  readonly isImported: boolean;
  /** The settings of this zone. */
  readonly settings: Settings | undefined;
}

/**
 * Reads `waves.json` and `gates.json` of a project of `edge-platform waf waves`, by the rules of the commands.
 *
 * @param folder - of the project
 * @param settings - of single zones, by zone id
 * @returns the waves in the order of their deployment
 * @throws an Error that names each fault with file, place, value, rule and fix
 *
 * @example
 * ```ts
 * for (const wave of readWaves(__dirname)) new TerraformStack(app, wave.name);
 * ```
 */
export function readWaves<Settings extends object = object>(
  folder: string,
  settings: Readonly<Record<string, Settings>> = {},
): readonly WaveStack<Settings>[] {
  const file = readDocument(wavesForm, read(folder, wavesFileName), wavesFileName);
  const { gates } = readDocument(gatesForm, read(folder, gatesFileName), gatesFileName);
  checkSettings(file, settings);
  return file.waves.map((wave) => ({
    name: wave.name,
    closedBecause: explain(wave, findClosure(file.waves, gates, wave)),
    target: wave.target,
    acknowledged: wave.acknowledged,
    zones: (wave.acknowledged ? zonesToMigrate(wave) : []).map((zone) => ({
      constructId: constructIdOf(zone),
      id: zone.id,
      isImported: zone.import === true,
      settings: settingsOf(zone, own(settings, zone.id)),
    })),
  }));
}

/** The previous settings of the survey count unless the settings of the zone have others. */
function settingsOf<Settings extends object>(
  { expected_previous: expected }: WaveZone,
  settings: Settings | undefined,
): Settings | undefined {
  if (expected === undefined) return settings;
  const { package_sensitivities: packageSensitivities, package_action_modes: packageActionModes } = expected;
  const { groups, rules } = expected;
  const expectedPrevious = { packageSensitivities, packageActionModes, groups, rules };
  // `settings.ts` has props of WafMigration, and this is one.
  return { expectedPrevious, ...settings } as unknown as Settings;
}

/** The props that a wave decides for all of its zones. */
const decidedByWave = ['zoneId', 'zoneName', 'target', 'acknowledgeIrreversible', 'dependsOn'];

/** Settings of no zone would not be applied, and a migration cannot be undone. */
function checkSettings(file: WavesFile, settings: Readonly<Record<string, unknown>>): void {
  const zones = new Set(zonesOf(file).map(({ id }) => id));
  const faults = Object.entries(settings).flatMap(([id, each]) => {
    const place = `settings[${JSON.stringify(id)}]`;
    if (!zones.has(id))
      return [`${place} is of no zone in ${wavesFileName}. Correct the zone ID, or remove the settings.`];
    if (!isPlainObject(each)) return [`${place} must be an object with props of WafMigration.`];
    return decidedByWave
      .filter((prop) => Object.hasOwn(each, prop))
      .map((prop) => `${place}.${prop} is decided by the wave of the zone in ${wavesFileName}. Remove it.`);
  });
  if (faults.length > 0) throw new Error(faults.map((fault) => `settings.ts: ${fault}`).join('\n'));
}

function explain({ name }: Wave, closure: Closure | undefined): string | undefined {
  switch (closure?.kind) {
    case undefined:
      return undefined;
    case 'review':
      return `The review of ${closure.wave} for "${closure.target}" has not passed. Deploy ${closure.wave}, then run: npx edge-platform waf review --wave ${closure.wave}`;
    case 'not acknowledged':
      return `The migration of ${name} cannot be undone. To confirm it, set "acknowledged" of ${name} to true in ${wavesFileName}.`;
  }
}

/**
 * Terraform's names have fewer letters than those of zones, so the ID tells two zones apart, whatever other zones the wave has. The
 * name is for people. A name in Terraform begins with a letter from a to z.
 */
function constructIdOf({ id, name }: WaveZone): string {
  return `${/^[a-z]/i.test(name) ? '' : 'zone'}${name}-${id}`;
}

function read(folder: string, file: string): string {
  try {
    return decodeText(readFileSync(join(folder, file)));
  } catch (error) {
    const reason = `cannot be read: ${whyUnreadable(error)} "edge-platform waf waves --out" writes it.`;
    throw new Error(`${file}: ${reason}`, { cause: error });
  }
}
