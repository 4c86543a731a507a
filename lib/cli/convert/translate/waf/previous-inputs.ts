import { own } from '../../../../ground/record';
import type { Written } from '../../../../hcl/template';
import { localsOf } from '../../blocks';
import type { OldConfiguration, OldResource } from '../../model';
import { referencesIn } from '../references';

/**
 * The resources and data sources of the previous WAF that values in the module of a block depend on, through local values too. They
 * leave the configuration, so no new code can have the values.
 */
export function previousInputs(
  { module, type }: OldResource,
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
  const prefix = type.replace(/_waf_.*$|_ruleset$/, '');
  return [...found].filter((each) => each.replace(/^data\./, '').startsWith(`${prefix}_waf_`)).sort();
}

/** What an argument needs in a loop over the instances of its block. */
export function neededFor(resource: OldResource, old: OldConfiguration, ...values: readonly Written[]) {
  const { body, meta } = resource;
  return previousInputs(
    resource,
    old,
    ...values,
    body.zone_id ?? null,
    meta.forEach ?? null,
    meta.count ?? null,
  );
}
