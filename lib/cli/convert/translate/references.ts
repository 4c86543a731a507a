import { localAddress } from '../addresses';
import type { OldConfiguration, OldResource } from '../model';
import { rewriteWritten, textOfSteps } from '../../../hcl/expressions';
import { isWrittenList, isWrittenObject, type Written, type WrittenObject } from '../../../hcl/template';

/** The resources, data sources and names that the code of a value refers to: `type.name`, `data.type.name`, `var.name`. */
export function referencesIn(written: Written): ReadonlySet<string> {
  const found = new Set<string>();
  rewriteWritten(written, ({ root, steps }) => {
    found.add(root + textOfSteps(steps.slice(0, root === 'data' ? 2 : 1)));
    return undefined;
  });
  return found;
}

export function mentions(written: Written, reference: string): boolean {
  return referencesIn(written).has(reference);
}

/** Whether a block of the module that stays refers to a resource. */
export function isUsedByOthers(
  resource: OldResource,
  replaced: readonly OldResource[],
  { modules }: OldConfiguration,
): boolean {
  const reference = localAddress(resource);
  const isReplaced = (mode: string, type: string, name: string) =>
    [resource, ...replaced].some(
      (each) =>
        each.mode === mode && each.type === type && each.name === name && each.module === resource.module,
    );
  const files = modules.find(({ path }) => path === resource.module)?.files ?? [];
  return files.some(({ content }) =>
    Object.entries(content as WrittenObject).some(([section, body]) => {
      const mode = section === 'resource' ? 'managed' : section === 'data' ? 'data' : undefined;
      if (mode === undefined || !isWrittenObject(body)) return mentions(body, reference);
      return Object.entries(body).some(
        ([type, blocks]) =>
          isWrittenObject(blocks) &&
          Object.entries(blocks).some(
            ([name, block]) => !isReplaced(mode, type, name) && mentionsAnywhere(block, reference),
          ),
      );
    }),
  );
}

/** In JSON, `depends_on` has references without the marks of an expression. */
function mentionsAnywhere(block: Written, reference: string): boolean {
  const bodies = (isWrittenList(block) ? block : [block]).filter(isWrittenObject);
  const bare = bodies.flatMap(({ depends_on: list }) => (isWrittenList(list) ? list : []));
  return bare.includes(reference) || mentions(block, reference);
}
