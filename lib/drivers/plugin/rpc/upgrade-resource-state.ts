import { parseJson } from '../../../ground/json';
import { claimStored } from '../../../resources/claims';
import { upgradeState } from '../upgrade';
import type { Session } from '../session';
import type { Answer } from '../wire/shapes';
import { checkedObject, encodeObject } from '../wire/value';

/** Called for every stored object, even one of the current version. Unknown names are dropped. */
export function upgradeResourceState<S>(session: Session<S>): Answer<'UpgradeResourceState'> {
  return (request) => {
    const { contract, handler } = session.resource(request.typeName);
    const json = Buffer.from(request.rawState?.json ?? []).toString('utf8');
    const stored = parseJson(json === '' ? '{}' : json) as Readonly<Record<string, unknown>>;
    const upgraded = upgradeState(contract, request.version, stored);
    const { attributes } = contract;
    const state = checkedObject(attributes, upgraded);
    // Terraform reads no object without a refresh, but upgrades the state of each before it plans.
    const name = session.isReady ? handler.nameOf?.(state) : undefined;
    if (name !== undefined) claimStored(session.context(new Uint8Array()).context.service, name);
    return Promise.resolve({ upgradedState: encodeObject(attributes, state) });
  };
}
