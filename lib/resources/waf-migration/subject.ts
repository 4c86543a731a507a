/** The zone that a text is about. */
export interface Subject {
  readonly zoneId: string;
  /** Undefined if its name is not known. */
  readonly zone: { readonly name: string } | undefined;
}

/** `Zone example.com (023e…)`: Terraform merges warnings with the same headline, so each headline names its zone. */
export function nameZone({ zoneId, zone }: Subject): string {
  return zone === undefined || zone.name === '' ? `Zone ${zoneId}` : `Zone ${zone.name} (${zoneId})`;
}
