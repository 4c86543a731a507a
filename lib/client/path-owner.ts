import { decodeOrKeep } from '../ground/percent';

/** The zone or account that the path of a request is in. */
export interface PathOwner {
  readonly kind: 'zone' | 'account';
  readonly id: string;
}

/** Undefined for a path in neither, such as that of a list of zones. */
export function ownerInPath(url: string): PathOwner | undefined {
  const [, kind, id] = /\/client\/v4\/(zone|account)s\/([^/?#]+)/.exec(url) ?? [];
  if (id === undefined) return undefined;
  return { kind: kind === 'zone' ? 'zone' : 'account', id: decodeOrKeep(id) };
}
