import type { Attributes, Diagnostic, AttributeType, Path } from '../../../schema';
import { printable, printableLines } from '../../../ground/visible';
import type { Messages } from './shapes';
import { own } from '../../../ground/record';

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

/** A path as Terraform's steps: the types tell names of attributes from keys of maps. It ends at a set, whose elements Terraform cannot address. */
export function encodePath(attributes: Attributes, path: Path): { steps: Messages['Step'][] } {
  const steps: Messages['Step'][] = [];
  let at: AttributeType = { kind: 'nested', nesting: 'single', attributes };
  for (const step of path) {
    const next = stepInto(at, step);
    if (next === undefined) break;
    steps.push(next.step);
    at = next.type;
  }
  return { steps };
}

function stepInto(
  type: AttributeType,
  step: string | number,
): { step: Messages['Step']; type: AttributeType } | undefined {
  if (type.kind === 'nested' && type.nesting === 'single') {
    const attribute = typeof step === 'string' ? own(type.attributes, step) : undefined;
    return attribute === undefined
      ? undefined
      : { step: { attributeName: String(step) }, type: attribute.type };
  }
  const element = elementOf(type);
  if (element === undefined) return undefined;
  const container = type.kind === 'nested' ? type.nesting : type.kind;
  if (container === 'list' && typeof step === 'number')
    return { step: { elementKeyInt: step }, type: element };
  if (container === 'map' && typeof step === 'string')
    return { step: { elementKeyString: step }, type: element };
  return undefined;
}

function elementOf(type: AttributeType): AttributeType | undefined {
  if (type.kind === 'nested') return { ...type, nesting: 'single' };
  return type.kind === 'list' || type.kind === 'map' ? type.element : undefined;
}
