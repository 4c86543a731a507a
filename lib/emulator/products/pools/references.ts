/** An object of load balancing that uses another one (`referrer`), or is used by it (`referral`). */
export function referenceTo(
  reference_type: 'referrer' | 'referral',
  resource_type: 'load_balancer' | 'pool' | 'monitor',
  { id, name }: { readonly id: string; readonly name: string },
): object {
  return { reference_type, resource_id: id, resource_name: name, resource_type };
}
