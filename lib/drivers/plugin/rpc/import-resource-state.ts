import { randomUUID } from 'node:crypto';
import { claimImported } from '../../../resources/claims';
import { encodeDiagnostics } from '../wire/diagnostic';
import type { ImportResourceStateRequest, ImportResourceStateResponse } from '../wire/shapes';
import { encodeObject } from '../wire/value';
import type { Session } from '../session';
import { normalizeObject } from '../../state/final-state';

/** Finds the object of an import id. Terraform reads it afterwards. */
export function importResourceState<S>(
  session: Session<S>,
): (request: ImportResourceStateRequest) => Promise<ImportResourceStateResponse> {
  return async ({ typeName, id }) => {
    const { contract, handler } = session.resource(typeName);
    const { context, warnings, privateState } = session.context(new Uint8Array());
    privateState.identify(randomUUID());
    claimImported(context);
    const found = await handler.import(id, context);
    const state = normalizeObject(contract.attributes, found);
    return {
      importedResources: [
        { typeName, state: encodeObject(contract.attributes, state), private: privateState.bytes },
      ],
      diagnostics: encodeDiagnostics(contract.attributes, warnings),
    };
  };
}
