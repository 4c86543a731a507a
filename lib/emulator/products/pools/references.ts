/** Why an object of load balancing is used, or what it uses. */
export interface Reference {
  readonly reference_type: 'referrer' | 'referral';
  readonly resource_id: string;
  readonly resource_name: string;
  readonly resource_type: 'load_balancer' | 'pool' | 'monitor';
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What uses the object. */
export function referrer(resource_type: Reference['resource_type'], { id, name }: Named): Reference {
  return { reference_type: 'referrer', resource_id: id, resource_name: name, resource_type };
}

/** What the object uses. */
export function referral(resource_type: Reference['resource_type'], used: Named): Reference {
  return { ...referrer(resource_type, used), reference_type: 'referral' };
}
