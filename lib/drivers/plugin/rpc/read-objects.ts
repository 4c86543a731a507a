import { importIdOfIdentity, nameOf } from '../../../resources/import-id';
import { configOf } from '../../list-objects';
import { normalizeObject, stateAfterRead } from '../../state/final-state';
import { encodeDiagnostics } from '../wire/diagnostic';
import { decodeIdentity, encodeIdentity } from '../wire/identity';
import { decodeObject, encodeObject } from '../wire/value';
import type { Procedure } from './procedure';

/** Reads the object as it is now; null where it no longer exists, so that Terraform plans to create it again. */
export const readResource: Procedure<'ReadResource'> = async (session, request) => {
  session.hasRead = true;
  const { contract, handler } = session.resource(request.typeName);
  const { attributes } = contract;
  const state = decodeObject(attributes, request.currentState) ?? {};
  const { context, warnings, privateState } = session.context(request.private);
  const read = await handler.read(state, context);
  if (read === undefined)
    session.stateCheck.addMissing({ name: nameOf(contract, state), api: privateState.api });
  else {
    privateState.locate(session.api);
    session.stateCheck.addFound();
  }
  const found = read === undefined ? null : stateAfterRead(attributes, state, read);
  return {
    newState: encodeObject(attributes, found),
    newIdentity: encodeIdentity(contract, found),
    private: privateState.bytes,
    diagnostics: encodeDiagnostics(attributes, warnings),
  };
};

/** Reads a data source. Terraform calls it in a plan where the configuration is known, otherwise in the apply: all values are known. */
export const readDataSource: Procedure<'ReadDataSource'> = async (session, request) => {
  const { contract, read } = session.dataSource(request.typeName);
  const { attributes } = contract;
  const { context, warnings } = session.context(new Uint8Array());
  const found = await read(decodeObject(attributes, request.config) ?? {}, context);
  return {
    state: encodeObject(attributes, normalizeObject(attributes, found)),
    diagnostics: encodeDiagnostics(attributes, warnings),
  };
};

/** Finds the object of an import id or of an identity. Terraform reads it afterwards. */
export const importResourceState: Procedure<'ImportResourceState'> = async (
  session,
  { typeName, id, identity },
) => {
  const { contract, handler } = session.resource(typeName);
  const { attributes } = contract;
  const given = decodeIdentity(contract, identity);
  const { context, warnings, privateState } = session.context(new Uint8Array());
  const importId = given === undefined ? id : importIdOfIdentity(contract, given);
  const state = normalizeObject(attributes, await handler.import(importId, context));
  session.refuseSecondImport(nameOf(contract, state));
  const imported = {
    typeName,
    state: encodeObject(attributes, state),
    private: privateState.bytes,
    identity: encodeIdentity(contract, state),
  };
  return { importedResources: [imported], diagnostics: encodeDiagnostics(attributes, warnings) };
};

/** The configuration of an imported object, with the texts that Terraform itself would leave out because they are empty. */
export const generateResourceConfig: Procedure<'GenerateResourceConfig'> = (
  session,
  { typeName, state: encoded },
) => {
  const { contract } = session.resource(typeName);
  const state = decodeObject(contract.attributes, encoded);
  return {
    config: encodeObject(contract.attributes, state === null ? null : configOf(contract, state)),
  };
};
