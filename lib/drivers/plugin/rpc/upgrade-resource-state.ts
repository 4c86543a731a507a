import { upgradeState } from '../upgrade';
import type { Session } from '../session';
import type { UpgradeResourceStateRequest, UpgradeResourceStateResponse } from '../wire/shapes';
import { checkedObject, encodeObject } from '../wire/value';

/** Called for every stored object, even one of the current version. Unknown names are dropped. */
export function upgradeResourceState<S>(
  session: Session<S>,
): (request: UpgradeResourceStateRequest) => Promise<UpgradeResourceStateResponse> {
  return (request) => {
    const { contract } = session.resource(request.typeName);
    const json = Buffer.from(request.rawState?.json ?? []).toString('utf8');
    const stored = JSON.parse(json === '' ? '{}' : json) as Readonly<Record<string, unknown>>;
    const upgraded = upgradeState(contract, request.version, stored);
    const { attributes } = contract;
    return Promise.resolve({ upgradedState: encodeObject(attributes, checkedObject(attributes, upgraded)) });
  };
}
