import { own } from '../../../../ground/record';
import type { Written } from '../../../../hcl/template';
import { blocksIn } from '../../blocks';
import type { OldConfiguration, OldResource } from '../../model';
import { referencesIn } from '../references';

/**
 * The resources and data sources of the previous WAF that values of a block, and what repeats it, depend on, through local values too.
 * They leave the configuration, so no new code can have the values.
 */
export function previousInputs(
  { body, meta, module, type }: OldResource,
  { modules }: OldConfiguration,
  ...values: readonly Written[]
): readonly string[] {
  const files = modules.find(({ path }) => path === module)?.files ?? [];
  const locals = Object.fromEntries(blocksIn(files, 'locals').flatMap((each) => Object.entries(each.body)));
  const found = new Set<string>();
  const visit = (written: Written): void => {
    for (const reference of referencesIn(written)) {
      if (found.has(reference)) continue;
      found.add(reference);
      if (reference.startsWith('local.')) visit(own(locals, reference.slice('local.'.length)) ?? null);
    }
  };
  [...values, body.zone_id ?? null, meta.forEach ?? null, meta.count ?? null].forEach(visit);
  const prefix = type.replace(/_waf_.*$|_ruleset$/, '');
  return [...found].filter((each) => each.replace(/^data\./, '').startsWith(`${prefix}_waf_`)).sort();
}
