import { rewriteWritten, textOfSteps, type RewriteTraversal, type Traversal } from '../../../hcl/expressions';
import { mapTexts, type Written } from '../../../hcl/template';

/** The names that the expressions of a reduced module may refer to. */
export interface ModuleScope {
  /** The resources and data sources that the module declares: `cloudflare_zone.main`, `data.cloudflare_zone.main`. */
  readonly declared: ReadonlySet<string>;
  /** Those that are evaluated, with the names of the `terraform_data` that have their arguments as input. */
  readonly evaluated: ReadonlyMap<string, string>;
  readonly unknownVariables: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  readonly workspace: string;
}

export const localNames = { unknown: 'edge_unknown', state: 'edge_state' };

/** The variable of every reduced module with its address and a dot: `module.waf["a"].`; empty in the root module. */
export const moduleVariable = 'edge_module';

const unknownValue = `local.${localNames.unknown}`;

/** Rewrites the expressions of a value so that they refer to nothing that a reduced module lacks. */
export function rewriteReferences(written: Written, scope: ModuleScope): Written {
  return rewriteWritten(withoutProviderFunctions(written), rewriteIn(scope));
}

function rewriteIn(scope: ModuleScope): RewriteTraversal {
  return (traversal) => {
    const { root, steps } = traversal;
    const [first = ''] = steps.map(({ text }) => text.slice(1));
    if (root === 'terraform' && first === 'workspace') return JSON.stringify(scope.workspace);
    if (root === 'ephemeral') return unknownValue;
    if (root === 'var') return scope.unknownVariables.has(first) ? unknownValue : undefined;
    if (root === 'module') return scope.calls.has(first) ? undefined : unknownValue;
    return rewriteResource(traversal, scope);
  };
}

function rewriteResource(
  { root, steps }: Traversal,
  { declared, evaluated }: ModuleScope,
): string | undefined {
  const length = root === 'data' ? 2 : 1;
  const address = root + textOfSteps(steps.slice(0, length));
  if (!declared.has(address)) return undefined;
  const rest = steps.slice(length);
  // It fails in Terraform where the state has no such resource.
  const state = `local.${localNames.state}["${address}"]${textOfSteps(rest)}`;
  const name = evaluated.get(address);
  // What the configuration says goes before what the state says: it may have changed. The state has what the service computes.
  const isIndexed = rest[0] !== undefined && rest[0].kind !== 'attribute';
  const [index, attributes] = isIndexed ? [rest.slice(0, 1), rest.slice(1)] : [[], rest];
  return name === undefined || attributes.length === 0
    ? `try(${state}, ${unknownValue})`
    : `try(terraform_data.${name}${textOfSteps(index)}.input${textOfSteps(attributes)}, ${state}, ${unknownValue})`;
}

/** A value without calls of provider functions: a reduced module has no provider. */
function withoutProviderFunctions(written: Written): Written {
  return mapTexts(written, (text) => {
    const [, code = ''] = /[$%]\{(.*)$/s.exec(text) ?? [];
    return /\bprovider::/.test(code) ? `\${${unknownValue}}` : text;
  });
}
