import type { Attributes, Contract, ObjectValue } from '../../../schema';
import type { ApplyContext, Resource } from '../../../resources/handler';
import type { PrivateBytes } from '../private-state';
import type { Session } from '../session';
import { desiredOf } from '../../state/desired-state';
import { stateAfterApply, stateAfterFailure } from '../../state/final-state';
import { approvalOf, withoutListing } from '../../state/listing';
import { isSameObject, refuseReplacement } from '../../state/planned-state';
import { encodeDiagnostics } from '../wire/diagnostic';
import { encodeIdentity } from '../wire/identity';
import type { Messages } from '../wire/shapes';
import { decodeObject, encodeObject } from '../wire/value';
import type { Procedure } from './procedure';

interface Request {
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue | null;
  readonly config: ObjectValue;
}

export const applyResourceChange: Procedure<'ApplyResourceChange'> = async (session, message) => {
  const resource = session.resource(message.typeName);
  const { attributes } = resource.contract;
  const request: Request = {
    prior: decodeObject(attributes, message.priorState),
    planned: decodeObject(attributes, message.plannedState),
    config: decodeObject(attributes, message.config) ?? {},
  };
  const { context, warnings, privateState } = session.context(message.plannedPrivate);
  let kept: ObjectValue | undefined;
  const keep = (part: object) => {
    kept = { ...kept, ...part };
  };
  try {
    const state = await applyChange(session, resource, request, { ...context, keep });
    if (state !== null) privateState.locate(session.api);
    return reply(resource.contract, state, privateState, encodeDiagnostics(attributes, warnings));
  } catch (error) {
    const diagnostics = encodeDiagnostics(attributes, [...warnings, ...session.explain(error)]);
    return reply(resource.contract, whatExists(attributes, request, kept), privateState, diagnostics);
  }
};

async function applyChange<S>(
  session: Session<S>,
  { contract: { attributes }, handler }: Resource<S>,
  { prior, planned, config }: Request,
  context: ApplyContext<Attributes, S>,
): Promise<ObjectValue | null> {
  if (planned === null) {
    if (prior !== null) await handler.delete(prior, context);
    return null;
  }
  if (prior !== null) refuseReplacement(attributes, prior, planned);
  if (prior !== null && isSameObject(attributes, planned, prior)) return planned;
  const desired = desiredOf(attributes, { prior, planned, config });
  const approved = approvalOf(attributes, { prior, planned }, (text) => session.effectsOf(text));
  const approving = { ...context, approved };
  const result =
    prior === null
      ? await handler.create(desired, approving)
      : await handler.update({ prior, desired }, approving);
  return stateAfterApply(attributes, planned, result);
}

/** The state after a failure: null after a create that created nothing; otherwise the prior or planned state with the kept parts. */
function whatExists(
  attributes: Attributes,
  { prior, planned }: Request,
  kept: ObjectValue | undefined,
): ObjectValue | null {
  if (prior !== null) return stateAfterFailure(attributes, prior, kept ?? {});
  if (kept === undefined || planned === null) return null;
  // The next plan shows as new what it lists of what is left to do.
  return stateAfterFailure(attributes, withoutListing(attributes, planned), kept);
}

function reply(
  contract: Contract,
  state: ObjectValue | null,
  privateState: PrivateBytes,
  diagnostics: readonly Messages['Diagnostic'][],
): Messages['ApplyResourceChangeResponse'] {
  return {
    newState: encodeObject(contract.attributes, state),
    newIdentity: encodeIdentity(contract, state),
    private: privateState.bytes,
    diagnostics,
  };
}
