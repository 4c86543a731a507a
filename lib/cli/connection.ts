import type { EdgeClient } from '../client';

export interface Connection {
  readonly client: EdgeClient;
  /** The address of the API, `…/client/v4`. */
  readonly baseUrl: string;
}

/**
 * A client with the provider's own credentials, from the environment. It and all it needs are loaded here.
 *
 * @param subject - the option that names what the command is about, and its value, which has to be an id
 */
export async function connect(
  { option, value }: { readonly option: string; readonly value: string },
  baseUrl: string | undefined,
): Promise<Connection> {
  const { checkIdentifier } = await import('../resources/identifiers.js');
  const [fault] = checkIdentifier(value, [option]);
  if (fault !== undefined) throw new Error(`${option}: ${fault.detail}`);
  const { resolveConfiguration } = await import('../drivers/configuration.js');
  const resolved = resolveConfiguration({ base_url: baseUrl ?? null }, process.env);
  if ('problems' in resolved) throw new Error(resolved.problems.map(tell).join(' '));
  const { EdgeClient } = await import('../client/index.js');
  return { client: new EdgeClient(resolved.configuration), baseUrl: resolved.configuration.baseUrl };
}

/** The configuration speaks of the provider's attribute, which is an option here. */
function tell({ summary, detail }: { readonly summary: string; readonly detail: string }): string {
  return `${summary}: ${detail.replace(/^base_url\b/, '--base-url')}`;
}
