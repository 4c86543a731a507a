import { localAddress } from '../addresses';
import { own } from '../../../ground/record';
import { addressOfBlock, blocksIn, localsOf } from '../blocks';
import type { OldConfiguration, OldResource } from '../model';
import { rewriteWritten, textOfSteps } from '../../../hcl/expressions';
import { isWrittenList, type Written, type WrittenObject } from '../../../hcl/template';

/** The resources, data sources and names that the code of a value refers to: `type.name`, `data.type.name`, `var.name`. */
export function referencesIn(written: Written): ReadonlySet<string> {
  const found = new Set<string>();
  rewriteWritten(written, ({ root, steps }) => {
    found.add(root + textOfSteps(steps.slice(0, root === 'data' ? 2 : 1)));
    return undefined;
  });
  return found;
}

/** The references that values in a module depend on, through local values too. */
export function dependenciesOf(
  module: string,
  { modules }: OldConfiguration,
  ...values: readonly Written[]
): readonly string[] {
  const inModule = modules.find(({ path }) => path === module);
  const locals = inModule === undefined ? {} : localsOf(inModule);
  const found = new Set<string>();
  const visit = (written: Written): void => {
    for (const reference of referencesIn(written)) {
      if (found.has(reference)) continue;
      found.add(reference);
      if (reference.startsWith('local.')) visit(own(locals, reference.slice('local.'.length)) ?? null);
    }
  };
  values.forEach(visit);
  return [...found].filter((each) => !each.startsWith('local.'));
}

export function mentions(written: Written, reference: string): boolean {
  return referencesIn(written).has(reference);
}

/** The addresses of the blocks of the module that stay and refer to a resource. */
export function usersOf(
  resource: OldResource,
  replaced: readonly OldResource[],
  { modules }: OldConfiguration,
): readonly string[] {
  const reference = localAddress(resource);
  const leaving = [resource, ...replaced].filter(({ module }) => module === resource.module);
  const addresses = new Set(leaving.map(localAddress));
  const files = modules.find(({ path }) => path === resource.module)?.files ?? [];
  return blocksIn(files).flatMap((block) => {
    const address = addressOfBlock(block);
    if (block.type === 'locals')
      return Object.entries(block.body).flatMap(([name, value]) =>
        mentions(value, reference) ? [`local.${name}`] : [],
      );
    const isStaying = !addresses.has(address);
    return isStaying && mentionsAnywhere(block.body, reference) ? [address] : [];
  });
}

/** Whether a body mentions a reference. In JSON, `depends_on` has references without the marks of an expression. */
function mentionsAnywhere(body: WrittenObject, reference: string): boolean {
  const { depends_on: list } = body;
  return (isWrittenList(list) && list.includes(reference)) || mentions(body, reference);
}
