import { diagnosticKinds, type FindingText } from '../../../ground/findings';
import type { Diagnostic } from '../../../schema';
import { nameZone, type Subject } from '../subject';

/** Kinds of findings about an attribute. */
export function about(attribute: string) {
  return diagnosticKinds<Subject>(attribute);
}

/** A headline that names its zone: Terraform merges warnings with equal ones. */
export function inZone(headline: string) {
  return (_: unknown, subject: Subject) => `${nameZone(subject)}: ${headline}`;
}

export function toDiagnostic(
  { severity }: Pick<Diagnostic, 'severity'>,
  { at, headline, detail }: FindingText,
): Diagnostic {
  return { severity, summary: headline, detail, path: at === undefined ? [] : [at] };
}
