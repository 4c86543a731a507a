import type { Emulator, EmulatorOptions, Fixture, FixtureError } from '../../../emulator';
import type { StateObject } from '../../../terraform/state';
import { fixtureOfState, type FixtureOfState } from './fixture-of-state';
import type { LeftOutResource } from './values';
import type { JsonObject } from '../../../ground/json';
import { own } from '../../../ground/record';
import { plural } from '../../../ground/words';

export interface EmulatorOfState {
  readonly emulator: Emulator;
  readonly leftOut: readonly LeftOutResource[];
  readonly assumed: readonly string[];
}

/**
 * Starts an emulator with the world that a Terraform state describes. An object that the emulator refuses is left out.
 *
 * @throws as `startEmulator`
 */
export async function startFromState(
  objects: readonly StateObject[],
  options: Omit<EmulatorOptions, 'fixture'>,
): Promise<EmulatorOfState> {
  const { startEmulator } = await import('../../../emulator/index.js');
  const { fixture, leftOut, assumed, addresses } = fixtureOfState(objects);
  const { accepted, refused } = await acceptedPart(fixture, addresses);
  const emulator = await startEmulator({ ...options, fixture: accepted });
  return { emulator, leftOut: [...leftOut, ...refused], assumed };
}

/** The part of a fixture that the emulator accepts: starts it, on another port and without a state file, until it refuses nothing. */
async function acceptedPart(fixture: Fixture, addresses: FixtureOfState['addresses']) {
  const { startEmulator, FixtureError: Refusal } = await import('../../../emulator/index.js');
  const refused: LeftOutResource[] = [];
  for (let accepted = fixture; ;) {
    try {
      await (await startEmulator({ fixture: accepted })).close();
      return { accepted, refused };
    } catch (error) {
      const place = error instanceof Refusal ? placeOf(error) : undefined;
      const item = place === undefined ? undefined : itemAt(accepted, place.steps);
      const address = item === undefined ? undefined : addresses.get(item);
      if (place === undefined || address === undefined) throw error;
      refused.push({ address, reason: `the emulator refuses it: ${place.reason}` });
      accepted = without(accepted, place.steps) as Fixture;
    }
  }
}

interface Place {
  /** The path in the fixture: `['zones', 0, 'rulesets', 2]`. */
  readonly steps: readonly (string | number)[];
  readonly reason: string;
}

/** The item that an error is about: `zones[0].rulesets[2]` of `zones[0].rulesets[2].rules[0].action: …`. A package of the previous WAF is no item. */
function placeOf({ message }: FixtureError): Place | undefined {
  const found = /^(accounts|zones)\[(\d+)\]\.(waf\.overrides|[a-z_]+)\[(\d+)\][^:]*: (.*)$/s.exec(message);
  if (found === null) return undefined;
  const [, owners = '', owner, list = '', index, reason = ''] = found;
  return { steps: [owners, Number(owner), ...list.split('.'), Number(index)], reason };
}

function itemAt(value: unknown, steps: Place['steps']): object | undefined {
  const item = steps.reduce<unknown>((each, step) => own(each as JsonObject, String(step)), value);
  return typeof item === 'object' && item !== null ? item : undefined;
}

/** A value without one item of a list; the other items stay the same objects. */
function without(value: unknown, [step, ...rest]: Place['steps']): unknown {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return rest.length === 0
      ? list.filter((_, at) => at !== step)
      : list.map((each, at) => (at === step ? without(each, rest) : each));
  }
  const object = value as Readonly<Record<string, unknown>>;
  const key = String(step);
  return { ...object, [key]: without(own(object, key), rest) };
}

/** Comment lines for a terminal: what was assumed, and what is not in the world, by reason. */
export function formatWorld({ leftOut, assumed }: Omit<EmulatorOfState, 'emulator'>): string[] {
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))];
  const addressesOf = (reason: string) =>
    leftOut.flatMap((each) => (each.reason === reason ? [`    ${each.address}`] : []));
  const lines = [
    ...assumed,
    ...(leftOut.length === 0 ? [] : [`Not in the world: ${plural(leftOut.length, 'resource')} of the state`]),
    ...reasons.flatMap((reason) => [`- ${reason}:`, ...addressesOf(reason)]),
  ];
  return lines.map((line) => `# ${line}`);
}
