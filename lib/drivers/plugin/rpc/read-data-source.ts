import { normalizeObject } from '../../state/final-state';
import type { Session } from '../session';
import { encodeDiagnostics } from '../wire/diagnostic';
import type { Answer } from '../wire/shapes';
import { decodeObject, encodeObject } from '../wire/value';

/** Terraform calls it in a plan where the configuration is known, otherwise in the apply: all values are known. */
export function readDataSource<S>(session: Session<S>): Answer<'ReadDataSource'> {
  return async (request) => {
    const { contract, read } = session.dataSource(request.typeName);
    const { attributes } = contract;
    const { context, warnings } = session.context(new Uint8Array());
    const found = await read(decodeObject(attributes, request.config) ?? {}, context);
    return {
      state: encodeObject(attributes, normalizeObject(attributes, found)),
      diagnostics: encodeDiagnostics(attributes, warnings),
    };
  };
}
