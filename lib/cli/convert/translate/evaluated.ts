import { own } from '../../../ground/record';
import { objectsOf } from '../../../ground/json';
import type { Written, WrittenObject } from '../../../hcl/template';
import type { OldConfiguration, OldResource, Remark } from '../model';
import { note, sourceOf, type Draft } from './draft';
import { bodyOf } from './known';
import { referencesIn } from './references';

/**
 * A remark on an argument that is written as Terraform evaluated it. A finding says what it depended on: with other values of that, the
 * old code said something else.
 *
 * @param attribute - of the new object, which has the remark
 */
export function evaluatedRemark(
  draft: Draft,
  resource: OldResource,
  { name, attribute }: { readonly name: string; readonly attribute: string | undefined },
): Remark {
  const inputs = inputsOf(draft.old, resource, name);
  if (inputs.length > 0)
    draft.findOn(resource, {
      code: 'convert.evaluated',
      severity: 'note',
      text: `${name} is written as evaluated here, with ${inputs.join(', ')}. Other values of ${inputs.length === 1 ? 'it' : 'them'} change nothing any more.`,
    });
  return note(`As Terraform evaluated it. ${name} was:`, attribute, sourceOf(resource, name));
}

/** What an argument depends on outside of the code of its module, through its local values and loops: `var.fields`. */
export function inputsOf(old: OldConfiguration, resource: OldResource, name: string): readonly string[] {
  const files = old.modules.find(({ path }) => path === resource.module)?.files ?? [];
  const locals = new Map(
    files
      .flatMap(({ content }) => objectsOf([content.locals].flat()))
      .flatMap((each) => Object.entries(each as WrittenObject)),
  );
  const { forEach, count } = resource.meta;
  const found = new Set<string>();
  const visit = (written: Written | undefined): void => {
    if (written === undefined) return;
    for (const reference of referencesIn(written)) {
      if (found.has(reference)) continue;
      found.add(reference);
      const [root = '', member = ''] = reference.split('.');
      if (root === 'local') visit(locals.get(member));
      if (root === 'each') visit(forEach);
      if (root === 'count') visit(count);
    }
  };
  visit(own(bodyOf(resource), name));
  // Others are the names of loops.
  const isInput = /^(?:(?:var|data|module|terraform)\.|[a-z]+_\w+\.)/;
  return [...found].filter((reference) => isInput.test(reference)).sort();
}
