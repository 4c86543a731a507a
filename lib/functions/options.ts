import { own } from '../ground/record';
import { plural } from '../ground/words';
import { suggest } from '../logs';
import { listWords, mapOf, string } from '../schema';
import { ArgumentError, type Parameter } from './parameter';

export interface Option {
  /** Markdown, without a full stop. */
  readonly description: string;
  /** The values that it may have. By default any text. */
  readonly values?: readonly string[];
}

export type OptionTable = Readonly<Record<string, Option>>;

export type Options<O extends OptionTable> = { readonly [K in keyof O]?: string };

const name = 'options';

/** All options are texts, so that Terraform checks and converts them. */
export function optionsParameter(table: OptionTable): Parameter {
  const rows = Object.entries(table).map(([key, { description }]) => `- \`${key}\`: ${description}.`);
  return {
    name,
    type: mapOf(string),
    description: `May be left out. An object with any of:\n\n${rows.join('\n')}`,
    isNullable: true,
  };
}

/** @param given - what the user passes for the last parameter: Terraform takes any number of values there */
export function readOptions<O extends OptionTable>(table: O, given: readonly unknown[]): Options<O> {
  if (given.length > 1)
    throw new ArgumentError(
      name,
      `There are ${plural(given.length, 'value')}. Put all options into one object.`,
    );
  const [options] = given as readonly (Readonly<Record<string, string | null>> | null | undefined)[];
  const set = Object.entries(options ?? {}).filter((entry): entry is [string, string] => entry[1] !== null);
  for (const [key, value] of set) checkOption(table, key, value);
  return Object.fromEntries(set) as Options<O>;
}

function checkOption(table: OptionTable, key: string, value: string): void {
  const option = own(table, key);
  if (option === undefined) {
    const meant = suggest(key, Object.keys(table));
    const fix =
      meant === undefined ? `The options are ${Object.keys(table).join(', ')}.` : `Did you mean ${meant}?`;
    throw new ArgumentError(name, `There is no option ${JSON.stringify(key)}. ${fix}`);
  }
  if (option.values === undefined || option.values.includes(value)) return;
  throw new ArgumentError(
    name,
    `${key} is ${JSON.stringify(value)}. It must be ${listWords(option.values)}.`,
  );
}
