import { randomUUID } from 'node:crypto';
import { claimImported } from '../../../resources/claims';
import { importIdOfIdentity } from '../../../resources/import-id';
import { encodeDiagnostics } from '../wire/diagnostic';
import { decodeIdentity, encodeIdentity } from '../wire/identity';
import type { Answer } from '../wire/shapes';
import { encodeObject } from '../wire/value';
import type { Session } from '../session';
import { normalizeObject } from '../../state/final-state';

/** Finds the object of an import id or of an identity. Terraform reads it afterwards. */
export function importResourceState<S>(session: Session<S>): Answer<'ImportResourceState'> {
  return async ({ typeName, id, identity }) => {
    const { contract, handler } = session.resource(typeName);
    const given = decodeIdentity(contract, identity);
    const { context, warnings, privateState } = session.context(new Uint8Array());
    privateState.identify(randomUUID());
    claimImported(context);
    const importId = given === undefined ? id : importIdOfIdentity(contract, given);
    const state = normalizeObject(contract.attributes, await handler.import(importId, context));
    const found = encodeIdentity(contract, state);
    return {
      importedResources: [
        {
          typeName,
          state: encodeObject(contract.attributes, state),
          private: privateState.bytes,
          ...(found !== undefined && { identity: found }),
        },
      ],
      diagnostics: encodeDiagnostics(contract.attributes, warnings),
    };
  };
}
