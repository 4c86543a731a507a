/** How a resource has an object: it manages it, plans to adopt it, has adopted it or has created it. */
export type Claim = 'managed' | 'planned' | 'adopted' | 'created';

const claimsOf = new WeakMap<object, Map<string, Claim>>();

/**
 * The objects that the resources of one plan or apply have, so that no two of them have the same one. Each plan and each apply
 * configures the provider anew, so its client stands for it.
 */
export function claims(service: object): Map<string, Claim> {
  const found = claimsOf.get(service) ?? new Map<string, Claim>();
  claimsOf.set(service, found);
  return found;
}

/** Records a resource that manages an object. False if another resource plans to adopt it. */
export function claimManaged(service: object, key: string): boolean {
  const claim = claims(service).get(key);
  if (claim === undefined) claims(service).set(key, 'managed');
  return claim !== 'planned';
}

/** Records a resource that plans to adopt an object. False if another resource has it. */
export function claimPlanned(service: object, key: string): boolean {
  if (claims(service).has(key)) return false;
  claims(service).set(key, 'planned');
  return true;
}
