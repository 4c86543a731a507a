import { parseJson } from '../../../ground/json';
import type { Session } from '../session';
import { upgradeIdentity } from '../wire/identity';
import type { Answer } from '../wire/shapes';

/** Called for stored identities, even those of the current version. */
export function upgradeResourceIdentity<S>(session: Session<S>): Answer<'UpgradeResourceIdentity'> {
  return ({ typeName, version, rawIdentity }) => {
    const { contract } = session.resource(typeName);
    const json = Buffer.from(rawIdentity?.json ?? []).toString('utf8');
    return Promise.resolve({
      upgradedIdentity: upgradeIdentity(contract, version, parseJson(json === '' ? '{}' : json)),
    });
  };
}
