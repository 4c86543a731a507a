/**
 * How the resources of one plan or apply have an object:
 *
 * - `managed`: a resource that was read has it. Its plan is not known yet; a tainted resource has none.
 * - `kept`: a resource has it and is planned to keep it.
 * - `leaving`: a resource is planned to delete it, or deletes it now.
 * - `released`: a resource that is deleted leaves it to a create of this apply.
 * - `awaited`: a create is planned to adopt it, or counts on its deletion.
 * - `adopted`, `created`: a create of this apply has adopted or created it.
 */
export type Claim = 'managed' | 'kept' | 'leaving' | 'released' | 'awaited' | 'adopted' | 'created';

const claimsOf = new WeakMap<object, Map<string, Claim>>();

/**
 * The objects that the resources of one plan or apply manage, so that no two of them manage the same one. Terraform configures
 * the provider once in each plan and apply, so its client identifies the run.
 */
export function claims(service: object): Map<string, Claim> {
  const found = claimsOf.get(service) ?? new Map<string, Claim>();
  claimsOf.set(service, found);
  return found;
}

/** Records that a resource which is read manages an object. Call it before the read, so that a plan beside it knows. */
export function claimManaged(service: object, key: string): void {
  if (!claims(service).has(key)) claims(service).set(key, 'managed');
}

/** Records that the plan of a resource keeps its object. False if a create counts on that object. */
export function claimKept(service: object, key: string): boolean {
  const claim = claims(service).get(key);
  if (claim === undefined || claim === 'managed') claims(service).set(key, 'kept');
  return claim !== 'awaited';
}

/**
 * Records that a resource is planned to delete its object. False if another resource has adopted it: Terraform plans the deletion
 * of an object whose replacement was created first only during the apply.
 */
export function claimLeaving(service: object, key: string): boolean {
  const claim = claims(service).get(key);
  if (claim === 'adopted') return false;
  if (claim !== 'awaited') claims(service).set(key, 'leaving');
  return true;
}

/** Records that a resource deletes its object now. False if another resource has adopted it in this apply. */
export function claimDeletion(service: object, key: string): boolean {
  if (claims(service).get(key) === 'adopted') return false;
  claims(service).set(key, 'leaving');
  return true;
}

/** Records that a resource which is deleted leaves its object to another one, unless that has it already. */
export function claimRelease(service: object, key: string): void {
  if (claims(service).get(key) !== 'adopted') claims(service).set(key, 'released');
}
