import { rewriteWritten } from '../../../hcl/expressions';
import type { Written, WrittenObject } from '../../../hcl/template';
import type { ConvertedObject } from '../model';
import { Successors } from '../successors';
import { originalOf, type Draft } from './draft';
import { mapRecord } from '../../../ground/record';

/** Redirects the references of objects to what they and other objects replace, so that they refer to the new objects. */
export function redirectReferences(draft: Draft): void {
  const taken = [...draft.replaced()];
  const byModule = new Map(
    draft.old.modules.map(({ path }) => [
      path,
      new Successors(
        taken.filter(({ module }) => module === path),
        draft.objects.filter(({ module }) => module === path),
      ),
    ]),
  );
  for (const object of draft.objects) {
    const successors = byModule.get(object.module);
    if (successors !== undefined) redirectIn(draft, object, successors);
  }
}

function redirectIn(draft: Draft, object: ConvertedObject, successors: Successors): void {
  const { forEach, count, dependsOn, lifecycle } = object.meta;
  const redirect = (name: string, written: Written): Written => {
    const left = new Set<string>();
    const redirected = rewriteWritten(written, (traversal) => {
      const resolved = successors.resolve(traversal);
      if (resolved.kind === 'none') left.add(resolved.address);
      return resolved.kind === 'successor' ? resolved.text : undefined;
    });
    if (left.size > 0)
      draft.addRemark(object, `${object.typeName}.${object.name}`, {
        code: 'convert.reference',
        severity: 'todo',
        ...(Object.hasOwn(object.config, name) && { attribute: name }),
        text: `${name} refers to ${[...left].join(', ')}, which is replaced. Write the value or another reference.`,
        original: originalOf(redirected),
      });
    return redirected;
  };
  const redirectEach = (values: WrittenObject): WrittenObject =>
    mapRecord(values, (value, name) => redirect(name, value));
  draft.update(object, {
    config: redirectEach(object.config),
    ...(object.locals !== undefined && { locals: redirectEach(object.locals) }),
    meta: {
      ...(forEach !== undefined && { forEach: redirect('for_each', forEach) }),
      ...(count !== undefined && { count: redirect('count', count) }),
      ...dependenciesOf(object, dependsOn ?? [], successors),
      ...(lifecycle !== undefined && { lifecycle: redirectEach(lifecycle) }),
    },
  });
}

/** The `depends_on` of an object, without itself and without what is dropped. */
function dependenciesOf(
  { typeName, name }: ConvertedObject,
  dependsOn: readonly string[],
  successors: Successors,
): Pick<ConvertedObject['meta'], 'dependsOn'> {
  const all = new Set(dependsOn.flatMap((item) => successors.dependency(item) ?? [item]));
  all.delete(`${typeName}.${name}`);
  return all.size === 0 ? {} : { dependsOn: [...all] };
}
