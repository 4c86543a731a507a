import type { Attributes, Diagnostic } from '../../../schema';
import { printable, printableLines } from '../../../ground/visible';
import { encodePath } from './path';
import type { Messages } from './shapes';

export const severity = { error: 1, warning: 2 } as const;

export function encodeDiagnostics(
  attributes: Attributes,
  diagnostics: readonly Diagnostic[],
): Messages['Diagnostic'][] {
  return diagnostics.map((each) => ({
    severity: severity[each.severity],
    // Terraform writes both to the terminal as they are, names of the service included.
    summary: printable(each.summary),
    detail: printableLines(each.detail),
    ...(each.path === undefined || each.path.length === 0
      ? {}
      : { attribute: encodePath(attributes, each.path) }),
  }));
}
