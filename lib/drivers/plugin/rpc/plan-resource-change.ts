import { isWhollyKnown, warningAt } from '../../../schema';
import type { Attributes, Diagnostic, ObjectValue } from '../../../schema';
import type { Advice, PlannedChange, Resource } from '../../../resources/handler';
import { isUnlisted, withListing } from '../../state/listing';
import {
  assumeUnchanged,
  findReplacements,
  planState,
  warnOfReplacement,
  withPredictions,
} from '../../state/planned-state';
import type { Session } from '../session';
import { encodeDiagnostics, encodePath } from '../wire/diagnostic';
import { encodeIdentity } from '../wire/identity';
import { decodeObject, encodeObject, isNull } from '../wire/value';
import { own } from '../../../ground/record';
import type { Procedure } from './procedure';

/** Plans the state after apply. Terraform plans a replacement a second time, as a create. */
export const planResourceChange: Procedure<'PlanResourceChange'> = async (session, request) => {
  const resource = session.resource(request.typeName);
  const { attributes } = resource.contract;
  const prior = decodeObject(attributes, request.priorState);
  const config = decodeObject(attributes, request.config) ?? {};
  const proposed = isNull(request.proposedNewState) ? null : planState(attributes, { prior, config });
  const isChange = prior !== null && proposed !== null;

  const { advice, warnings } = await advise(session, resource, request.priorPrivate, {
    prior,
    planned: isChange ? assumeUnchanged(attributes, prior, proposed) : proposed,
    config: proposed === null ? null : config,
  });
  const hasFailed = advice.diagnostics?.some(({ severity }) => severity === 'error') === true;
  if (advice.listing !== undefined) session.recordListing(advice.listing);
  const planned =
    proposed === null
      ? null
      : withListing(
          attributes,
          withPredictions(attributes, proposed, config, advice.predicted),
          prior,
          advice.listing,
        );
  const replaced = prior === null || planned === null ? [] : findReplacements(attributes, prior, planned);
  const replacements = [...replaced, ...(advice.replaces ?? []).map((name) => [name])];
  return {
    plannedState: encodeObject(attributes, planned),
    plannedIdentity: encodeIdentity(resource.contract, planned),
    requiresReplace: replacements.map((path) => encodePath(attributes, path)),
    // A replacement starts without the private state of the object that it replaces. The handler's plan above has it, to
    // recognize the replaced object as its own.
    plannedPrivate: prior === null ? new Uint8Array() : request.priorPrivate,
    diagnostics: encodeDiagnostics(attributes, [
      ...(advice.diagnostics ?? []),
      ...warnings,
      ...(planned !== null && !hasFailed && isUnlisted(attributes, planned)
        ? [cannotList(attributes, config)]
        : []),
      // Without a refresh in this process, this may be the plan during an apply, which Terraform refuses.
      ...(isChange && !session.hasRead ? warnOfReplacement(attributes, prior, planned ?? {}) : []),
    ]),
  };
};

async function advise<S>(
  session: Session<S>,
  { handler }: Resource<S>,
  priorPrivate: Uint8Array,
  change: PlannedChange<Attributes>,
): Promise<{ advice: Advice; warnings: readonly Diagnostic[] }> {
  if (handler.plan === undefined || !session.isReady) return { advice: {}, warnings: [] };
  const { context, warnings } = session.context(priorPrivate);
  return { advice: await handler.plan(change, context), warnings };
}

function cannotList(attributes: Attributes, config: ObjectValue): Diagnostic {
  const names = Object.keys(attributes).filter(
    (name) => own(attributes, name)?.writeOnly !== true && !isWhollyKnown(own(config, name) ?? null),
  );
  const what =
    names.length === 0 ? 'The configuration of the provider' : names.map((name) => `\`${name}\``).join(', ');
  return warningAt(
    names.slice(0, 1),
    'Irreversible changes are not listed',
    `${what} will be known only during the apply, so this plan cannot list what would be irreversible. If anything is, the apply of this ` +
      'resource changes nothing and fails ("inconsistent final plan"): then plan again.',
  );
}
