// Options that several commands have, as commander takes them.
import { InvalidArgumentError, Option } from 'commander';
import { hosts } from './project/host';

export const baseUrl = [
  '--base-url <url>',
  'API endpoint (default: EDGE_BASE_URL, else the public API)',
] as const;

export const json = ['--json', 'print the result as JSON'] as const;

/** `--host` of the commands that write a project in TypeScript. */
export const hostOption = new Option(
  '--host <host>',
  'host of a project in TypeScript: cdktn (CDK Terrain) or cdktf (default: that of the folder, else cdktn)',
).choices(Object.keys(hosts));

/** Collects the values of an option that can be repeated, each once. */
export function addTo(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...new Set(append(value, before))];
}

/** Collects all values of an option that can be repeated. */
export function append<Value>(value: Value, before: readonly Value[] = []): readonly Value[] {
  return [...before, value];
}

/** Reads the value of an option that is a whole number. */
export function numberFrom(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };
}

/** `--state` of the commands that compare the previous WAF of zones with the code that manages it. */
export function stateOption(description: string) {
  return ['-s, --state <file>', `${description}; repeat it for several states`, addTo] as const;
}
