import type { Written } from '../../../../hcl/template';
import type { OldConfiguration, OldResource } from '../../model';
import { dependenciesOf } from '../references';

/**
 * The resources and data sources of the previous WAF that values in the module of a block depend on, through local values too. They
 * leave the configuration, so no new code can have the values.
 */
export function previousInputs(
  { module, type }: OldResource,
  old: OldConfiguration,
  ...values: readonly Written[]
): readonly string[] {
  const prefix = type.replace(/_waf_.*$|_ruleset$/, '');
  return dependenciesOf(module, old, ...values)
    .filter((each) => each.replace(/^data\./, '').startsWith(`${prefix}_waf_`))
    .sort();
}

/** The previous inputs of values in a loop over the instances of their block. */
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
