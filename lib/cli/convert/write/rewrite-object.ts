import type { ConvertedObject, Finding } from '../model';
import type { Written } from '../../../hcl/template';
import { rewriteDependencies, rewriteValue, unresolvedFinding } from './references';
import type { Successors } from '../successors';

/**
 * An object whose expressions refer to other objects of ours, with findings where its instances depend on what leaves without an
 * equivalent. The conversion says so of attributes.
 */
export function rewriteObject(
  object: ConvertedObject,
  successors: Successors,
): { readonly object: ConvertedObject; readonly findings: readonly Finding[] } {
  const { typeName, name: own, file, meta } = object;
  const findings: Finding[] = [];
  const rewriteMeta = (attribute: string, value: Written): Written => {
    const { value: rewritten, unresolved } = rewriteValue(value, successors);
    if (unresolved.length > 0) {
      const original = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
      const address = `${typeName}.${own}.${attribute}`;
      findings.push(unresolvedFinding({ address, file, unresolved, original, isNull: false }));
    }
    return rewritten;
  };
  const { forEach, count, dependsOn } = meta;
  const config = Object.entries(object.config).map(
    ([name, value]) => [name, rewriteValue(value, successors).value] as const,
  );
  const rewritten = {
    ...meta,
    ...(forEach !== undefined && { forEach: rewriteMeta('for_each', forEach) }),
    ...(count !== undefined && { count: rewriteMeta('count', count) }),
    ...(dependsOn !== undefined && { dependsOn: rewriteDependencies(dependsOn, successors) }),
  };
  return { object: { ...object, config: Object.fromEntries(config), meta: rewritten }, findings };
}
