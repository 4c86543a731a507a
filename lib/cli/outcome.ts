import { connected, type Connection, type Target } from './connection';
import { print, warn, widthOf } from './terminal';

export interface OutputOptions {
  readonly csv?: true;
  readonly json?: true;
}

/** The options of a command whose result comes from the API. */
export interface ServiceOptions extends OutputOptions {
  readonly baseUrl?: string;
}

/** The result of a command in each of its forms, and its answer. */
export interface Outcome {
  readonly json: () => string;
  readonly csv?: () => string;
  /** @param width - columns of the terminal */
  readonly text: (width: number | undefined) => string;
  readonly isClear: boolean;
  /** Whether a part could not be read, so that there is no answer. */
  readonly isPartial?: boolean;
  /** For stderr. */
  readonly warnings?: readonly string[];
}

/** Prints a result in the form of the options, and sets the exit status of its answer. */
export async function printOutcome({ csv, json }: OutputOptions, outcome: Outcome): Promise<void> {
  const { isClear, isPartial, warnings } = outcome;
  warnings?.forEach(warn);
  const form = json === true ? outcome.json : csv === true ? outcome.csv : undefined;
  await print(form?.() ?? outcome.text(widthOf(process.stdout)));
  process.exitCode = isPartial === true ? 2 : isClear ? 0 : 1;
}

/** Runs a command whose result comes from the API. */
export async function runService(
  options: ServiceOptions,
  target: Target,
  find: (connection: Connection) => Promise<Outcome>,
): Promise<void> {
  await printOutcome(options, await connected(target, options.baseUrl, find));
}
