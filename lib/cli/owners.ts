import type { EdgeClient } from '../client';

/** A zone or account that an option names. */
export interface Owner {
  readonly id: string;
  /** Undefined where the option has the ID: see {@link readName}. */
  readonly name?: string;
}

type Kind = 'zone' | 'account';

/**
 * The zones of an option, each once, by their IDs or names. An ID costs no call.
 *
 * @throws an Error that lists all names without a zone, or with several
 */
export function findZones(client: EdgeClient, values: readonly string[]): Promise<Owner[]> {
  return findAll(values, (value) => findOwner(client, 'zone', value));
}

/**
 * The zones or other objects that the values of an option name, each once.
 *
 * @param faultOf - what else than a diagnostic is a fault of a value
 * @throws an Error with the faults of all values
 */
export async function findAll<Found extends { readonly id: string }>(
  values: readonly string[],
  find: (value: string) => Promise<Found>,
  faultOf: (value: string, error: unknown) => string | undefined = () => undefined,
): Promise<Found[]> {
  const found = new Map<string, Found>();
  const faults: string[] = [];
  const { isDiagnosticError } = await import('../schema/index.js');
  for (const value of values)
    try {
      const each = await find(value);
      found.set(each.id, each);
    } catch (error) {
      const fault = faultOf(value, error);
      if (isDiagnosticError(error)) faults.push(...error.diagnostics.map(({ detail }) => detail));
      else if (fault !== undefined) faults.push(fault);
      else throw error;
    }
  if (faults.length > 0) throw new Error(faults.join(' '));
  return [...found.values()];
}

/**
 * The zone or account of an option, by its ID or name. An ID costs no call.
 *
 * @throws a DiagnosticError for a name that none has, or several
 */
export async function findOwner(client: EdgeClient, kind: Kind, value: string): Promise<Owner> {
  const { isIdentifier } = await import('../resources/identifiers.js');
  const { findAccount, findZone } = await import('../resources/owners.js');
  if (isIdentifier(value)) return { id: value };
  const { id, name } = await (kind === 'zone' ? findZone(client, value) : findAccount(client, value));
  return { id, name };
}

/** The name of a zone or account, with a call where only its ID is known. Empty where the credentials cannot read it. */
export async function readName(client: EdgeClient, kind: Kind, { id, name }: Owner): Promise<string> {
  if (name !== undefined) return name;
  try {
    return (await client[`${kind}s`].get(id)).name;
  } catch (error) {
    const { isEdgeError } = await import('../client/index.js');
    if (isEdgeError(error)) return '';
    throw error;
  }
}

/** `example.com (023e…)`, or the ID alone. */
export function describeOwner(id: string, name: string): string {
  return name === '' ? id : `${name} (${id})`;
}
