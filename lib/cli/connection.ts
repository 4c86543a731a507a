import type { Clock, EdgeClient } from '../client';
import { messageOf } from '../ground/words';
import { warn } from './terminal';
import { openCommandService } from './verbosity';
import type { Progress } from './wait-line';

export interface Connection {
  readonly client: EdgeClient;
  readonly clock: Clock;
  readonly requestsPer5Minutes: number;
  /** Shows the progress of long work on stderr, behind what its calls wait for. */
  readonly showProgress: (progress: () => Progress | undefined) => void;
  /** The API endpoint, `…/client/v4`. */
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

/** The zones or accounts that a command calls the API for. */
export interface Target {
  /** The option with the IDs or names of zones or of an account, and its values. */
  readonly option?: '--zone' | '--account';
  readonly values?: readonly string[];
  /** The beginning of the message of a failure: `cannot check the zone`. */
  readonly failure?: string;
}

export async function connected<T>(
  target: Target,
  baseUrl: string | undefined,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect(target, baseUrl);
  try {
    return await work(connection);
  } catch (error) {
    if (target.failure === undefined) throw error;
    throw new Error(`${target.failure}: ${messageOf(error)}`, { cause: error });
  } finally {
    await connection.close();
  }
}

/**
 * A client with the credentials of the provider, from the environment. The client and its dependencies are loaded here.
 * Until it is closed, stderr shows what its calls wait for.
 */
export async function connect(
  { option = '--zone', values = [] }: Target,
  baseUrl: string | undefined,
): Promise<Connection> {
  const { faultOfOwner } = await import('../resources/identifiers.js');
  const kind = option === '--zone' ? 'zone' : 'account';
  const [fault] = values.map((value) => faultOfOwner(kind, value)).filter((each) => each !== undefined);
  if (fault !== undefined) throw new Error(`${option}: ${fault}`);
  const { resolveConfiguration } = await import('../drivers/configuration.js');
  const resolved = resolveConfiguration({ base_url: baseUrl ?? null }, process.env);
  if ('problems' in resolved) throw new Error(resolved.problems.map(formatProblem).join(' '));
  const { systemClock } = await import('../client/clock.js');
  const { defaultRequestsPer5Minutes } = await import('../client/defaults.js');
  const { WaitLine } = await import('./wait-line.js');
  const { configuration } = resolved;
  if (baseUrl === undefined && (process.env.EDGE_BASE_URL ?? '') === '')
    for (const name of Object.keys(process.env).filter((each) => misspelledBaseUrl.test(each)))
      warn(`Nothing reads ${name}: the calls go to ${configuration.baseUrl}. Set EDGE_BASE_URL.`);
  const { client, isVerbose, close } = await openCommandService(configuration);
  // In a file, the lines of the calls have the waits among them.
  const waitLine =
    isVerbose && !process.stderr.isTTY ? undefined : new WaitLine(process.stderr, () => client.waits);
  return {
    client,
    clock: systemClock,
    requestsPer5Minutes: configuration.requestsPer5Minutes ?? defaultRequestsPer5Minutes,
    showProgress: (progress) => waitLine?.show(progress),
    baseUrl: configuration.baseUrl,
    close: () => {
      waitLine?.end();
      return close();
    },
  };
}

const misspelledBaseUrl = /^EDGE_?(?:API_?)?(?:BASE_?)?(?:URL|ENDPOINT|HOST)$/i;

/** The problem names the attribute of the provider, which is an option here. */
function formatProblem({ summary, detail }: { readonly summary: string; readonly detail: string }): string {
  return `${summary}: ${detail.replace(/^base_url\b/, '--base-url')}`;
}
