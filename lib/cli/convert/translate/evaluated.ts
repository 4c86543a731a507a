import { own } from '../../../ground/record';
import type { Written, WrittenObject } from '../../../hcl/template';
import { blocksIn } from '../blocks';
import type { OldConfiguration, OldResource } from '../model';
import { sourceOf, type FindingOnBlock } from './draft';
import { bodyOf } from './known';
import { referencesIn } from './references';

/** What an argument depended on that is written as Terraform evaluated it: with other values, the old code said something else. */
export function evaluatedFindings(
  old: OldConfiguration,
  resource: OldResource,
  name: string,
): readonly FindingOnBlock[] {
  const inputs = inputsOf(old, resource, name);
  if (inputs.length === 0) return [];
  const names = inputs.join(', ');
  return [
    {
      code: 'convert.evaluated',
      severity: 'note',
      text: `${name} is written as Terraform evaluated it here, with ${names}. Later changes of ${names} do not reach it.`,
    },
  ];
}

/** The account of a ruleset that is of a zone, if the code has one: with other values of variables, it is of the account. */
export function accountFindings(old: OldConfiguration, resource: OldResource): readonly FindingOnBlock[] {
  const inputs = inputsOf(old, resource, 'account_id');
  if (inputs.length === 0) return [];
  const text = `account_id is left out. The ruleset is of a zone as Terraform evaluated it here, with ${inputs.join(', ')}.`;
  return [{ code: 'convert.evaluated', severity: 'note', text, original: sourceOf(resource, 'account_id') }];
}

/** What an argument depends on outside of the code of its module, through its local values and loops: `var.fields`. */
export function inputsOf(old: OldConfiguration, resource: OldResource, name: string): readonly string[] {
  const files = old.modules.find(({ path }) => path === resource.module)?.files ?? [];
  const locals: WrittenObject = Object.fromEntries(
    blocksIn(files, 'locals').flatMap(({ body }) => Object.entries(body)),
  );
  const { forEach } = resource.meta;
  const found = new Set<string>();
  const visit = (written: Written | undefined): void => {
    if (written === undefined) return;
    for (const reference of referencesIn(written)) {
      if (found.has(reference)) continue;
      found.add(reference);
      const [root = '', member = ''] = reference.split('.');
      if (root === 'local') visit(own(locals, member));
      if (root === 'each') visit(forEach);
      if (root === 'count') visit(resource.meta.count);
    }
  };
  visit(own(bodyOf(resource), name));
  // Others are the names of loops.
  const types = blocksIn(files, 'resource').flatMap(({ labels }) => labels.slice(0, 1));
  const roots = new Set(['var', 'data', 'module', 'terraform', ...types]);
  return [...found].filter((reference) => roots.has(reference.split('.')[0] ?? '')).sort();
}
