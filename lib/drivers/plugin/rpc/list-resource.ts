import { setMaxListeners } from 'node:events';
import type { Diagnostic } from '../../../schema';
import type { ReadContext } from '../../engine';
import { listObjects, type ObjectList } from '../../list-objects';
import type { List, NamedOwner } from '../../../resources/lists';
import type { Session } from '../session';
import { readAhead } from '../read-ahead';
import { encodeDiagnostics } from '../wire/diagnostic';
import { encodeIdentity } from '../wire/identity';
import type { Messages } from '../wire/shapes';
import { decodeObject, encodeObject } from '../wire/value';
import type { StreamingProcedure } from './procedure';

const concurrency = 10;

type Outcome = { readonly list: ObjectList } | { readonly failure: readonly Diagnostic[] };

/** Terraform drops all results after an error: what cannot be read of one zone is a warning, and an error only if nothing can be read. */
export const listResource: StreamingProcedure<'ListResource'> = async (
  session,
  request,
  { write, signal: cancelled },
) => {
  const list = session.list(request.typeName);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, cancelled, session.signal]);
  // Each call that waits listens.
  setMaxListeners(0, signal);
  const reading = { ...session.readContext(), signal };
  const { attributes } = list.contract;
  const owners = await list.ownersOf(decodeObject(attributes, request.config) ?? {}, reading);
  const failures: (readonly Diagnostic[])[] = [];
  let count = 0;
  try {
    for await (const outcome of readAhead(owners, concurrency, (owner) =>
      readOwner(session, list, owner, reading),
    )) {
      if (cancelled.aborted) return [];
      if ('failure' in outcome) {
        if (session.signal.aborted) return encodeDiagnostics({}, outcome.failure);
        failures.push(outcome.failure);
        continue;
      }
      for (const event of eventsOf(list, outcome.list, request.includeResourceObject)) {
        await write(event);
        count += event.identity === undefined ? 0 : 1;
        if (request.limit > 0 && count >= request.limit) return [];
      }
    }
    const [first = []] = failures;
    if (failures.length === owners.length) return encodeDiagnostics({}, first);
    return encodeDiagnostics(
      {},
      failures.flat().map((each) => ({ ...each, severity: 'warning' })),
    );
  } finally {
    stop.abort(new Error('the list is complete'));
  }
};

async function readOwner<S>(
  session: Session<S>,
  { resource }: List<S>,
  owner: NamedOwner,
  reading: ReadContext<S>,
): Promise<Outcome> {
  try {
    return { list: await listObjects(resource, await owner.read(), reading) };
  } catch (error) {
    // The headline names the zone: Terraform merges warnings with the same one.
    const failure = session
      .explain(error)
      .map((each) => ({ ...each, path: [], summary: `${owner.label} was not listed: ${each.summary}` }));
    return { failure };
  }
}

function* eventsOf<S>(
  { resource: { contract } }: List<S>,
  { objects, obstructed }: ObjectList,
  includesObject: boolean,
): Generator<Messages['ListResourceEvent']> {
  for (const { attributes, label, hasSecret = false } of objects) {
    const identity = encodeIdentity(contract, attributes);
    if (identity === undefined) continue;
    if (includesObject && hasSecret) {
      yield notListed(
        label,
        'Its attributes have a secret, which generated code must not have. Import it by hand.',
      );
      continue;
    }
    yield {
      identity,
      displayName: label,
      ...(includesObject && { resourceObject: encodeObject(contract.attributes, attributes) }),
    };
  }
  for (const { label, reason, detail } of obstructed)
    yield notListed(label, `It cannot be imported unchanged: ${reason} ${detail}`);
}

function notListed(label: string, detail: string): Messages['ListResourceEvent'] {
  const summary = `Not listed: ${label}`;
  return { diagnostic: encodeDiagnostics({}, [{ severity: 'warning', summary, detail }]) };
}
