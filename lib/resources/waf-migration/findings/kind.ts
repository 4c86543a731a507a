import type { FindingText } from '../../../ground/findings';
import type { Diagnostic } from '../../../schema';

export interface Subject {
  readonly zoneId: string;
  /** Undefined if its name is not known. */
  readonly zone: { readonly name: string } | undefined;
}

/** `Zone example.com (023e…)`: Terraform merges warnings with the same headline, so each headline names its zone. */
export function nameZone({ zoneId, zone }: Subject): string {
  return zone === undefined || zone.name === '' ? `Zone ${zoneId}` : `Zone ${zone.name} (${zoneId})`;
}

export function inZone(headline: string) {
  return (_: unknown, subject: Subject) => `${nameZone(subject)}: ${headline}`;
}

export function toDiagnostic(
  { severity }: Pick<Diagnostic, 'severity'>,
  { at, headline, detail }: FindingText,
): Diagnostic {
  return { severity, summary: headline, detail, path: at === undefined ? [] : [at] };
}
