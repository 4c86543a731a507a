import { randomUUID } from 'node:crypto';
import { noteSharing } from '../../../resources/claims';
import { encodeDiagnostics } from '../wire/diagnostic';
import { encodeIdentity } from '../wire/identity';
import type { Answer } from '../wire/shapes';
import { decodeObject, encodeObject } from '../wire/value';
import type { Session } from '../session';
import { stateAfterRead } from '../../state/final-state';

/** The object as it is now; null where it no longer exists, so that Terraform plans to create it again. */
export function readResource<S>(session: Session<S>): Answer<'ReadResource'> {
  return async (request) => {
    session.hasRead = true;
    const { contract, handler } = session.resource(request.typeName);
    const { attributes } = contract;
    const state = decodeObject(attributes, request.currentState) ?? {};
    const { context, warnings, privateState } = session.context(request.private);
    if (privateState.instance === undefined) privateState.identify(randomUUID());
    const read = await handler.read(state, context);
    noteSharing(context);
    if (read === undefined)
      session.stateCheck.addMissing({
        name: handler.nameOf?.(state) ?? request.typeName,
        api: privateState.api,
      });
    else {
      privateState.locate(session.api);
      session.stateCheck.addFound();
    }
    const found = read === undefined ? null : stateAfterRead(attributes, state, read);
    const identity = encodeIdentity(contract, found);
    return {
      newState: encodeObject(attributes, found),
      ...(identity !== undefined && { newIdentity: identity }),
      private: privateState.bytes,
      diagnostics: encodeDiagnostics(attributes, warnings),
    };
  };
}
