import { own } from '../../../ground/record';
import { onceFor } from '../../../ground/remember';
import { DiagnosticError, entriesOf, errorAt, isUnknown } from '../../../schema';
import type { Attributes, Contract, ObjectValue } from '../../../schema';
import type { Messages } from './shapes';
import { encodeType } from './schema';
import { checkedObject, decodeObject, encodeObject } from './value';

/** The version of all identity schemas: identities have had one form so far. */
const version = 0;

export function encodeIdentitySchema(contract: Contract) {
  const attributes = identityAttributes(contract);
  if (Object.keys(attributes).length === 0) return undefined;
  const described = Object.entries(attributes).map(
    ([name, { type, presence, description }]): Messages['IdentityAttribute'] => ({
      name,
      type: encodeType(type),
      requiredForImport: presence !== 'optional',
      optionalForImport: presence === 'optional',
      description,
    }),
  );
  return { version, identityAttributes: described };
}

/**
 * The identity of a state, or of a planned one; undefined for an object that has none yet, as after a create that failed. Terraform
 * accepts unknown parts in the plan of a create, and then cannot show that plan as JSON: so there is none before all are known.
 */
export function encodeIdentity(
  contract: Contract,
  state: ObjectValue | null,
): Messages['ResourceIdentityData'] | undefined {
  const attributes = identityAttributes(contract);
  const isComplete = entriesOf(attributes).every(([name, { presence }]) => {
    const value = own(state, name) ?? null;
    return !isUnknown(value) && (presence === 'optional' || value !== null);
  });
  if (state === null || !isComplete || Object.keys(attributes).length === 0) return undefined;
  return { identityData: encodeObject(attributes, state) };
}

export function decodeIdentity(
  contract: Contract,
  identity: Messages['ResourceIdentityData'] | null | undefined,
): ObjectValue | undefined {
  return decodeObject(identityAttributes(contract), identity?.identityData) ?? undefined;
}

/** A stored identity, which is of this version or of an earlier one. */
export function upgradeIdentity(
  contract: Contract,
  from: number,
  stored: unknown,
): Messages['ResourceIdentityData'] {
  const { typeName } = contract;
  if (from > version)
    throw new DiagnosticError([
      errorAt(
        [],
        `Cannot read the identity of ${typeName}`,
        `The identity has version ${from}; this provider supports versions up to ${version}. Upgrade cdktf-edge-platform to the ` +
          'version that wrote the state.',
      ),
    ]);
  const attributes = identityAttributes(contract);
  return { identityData: encodeObject(attributes, checkedObject(attributes, stored)) };
}

const identityAttributes = onceFor(({ identity = [], attributes }: Contract): Attributes =>
  Object.fromEntries(
    identity.flatMap((name) => {
      const attribute = own(attributes, name);
      return attribute === undefined ? [] : [[name, attribute]];
    }),
  ),
);
