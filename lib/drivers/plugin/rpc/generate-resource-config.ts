import { configOf } from '../../list-objects';
import type { Session } from '../session';
import type { Answer } from '../wire/shapes';
import { decodeObject, encodeObject } from '../wire/value';

/** The configuration of an imported object, with the texts that Terraform itself would leave out because they are empty. */
export function generateResourceConfig<S>(session: Session<S>): Answer<'GenerateResourceConfig'> {
  return ({ typeName, state: encoded }) => {
    const { contract } = session.resource(typeName);
    const state = decodeObject(contract.attributes, encoded);
    const config = state === null ? null : configOf(contract, state);
    return Promise.resolve({ config: encodeObject(contract.attributes, config) });
  };
}
