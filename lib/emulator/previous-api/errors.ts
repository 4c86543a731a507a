import { refuse } from '../http/errors';
import { bodyRefusals } from '../schema/field';

/** Errors of the APIs that are older than rulesets. */
export const previousRefusals = {
  ...bodyRefusals((at, reason) =>
    refuse(400, 1004, `${at === '' ? 'the body' : at.slice(1).replaceAll('/', '.')} ${reason}`, at),
  ),
  nothingSent: (keys: readonly string[]) =>
    previousRefusals.invalid('', `must have one of ${keys.join(', ')}`),
  /** `what` as in "waf package". */
  notFound: (what: string, id: string) => refuse(404, 1002, `could not find ${what} ${id}`),
  noOverride: (id: string) => refuse(404, 1002, `wafuriconfig.api.not_found: could not find override ${id}`),
  notAnomaly: () => refuse(400, 1027, 'Only anomaly WAF packages can have their package attributes updated'),
  badMode: (mode: string, allowed: readonly string[]) =>
    previousRefusals.invalid(
      '/mode',
      `'${mode.slice(0, 80)}' is not allowed for this rule; allowed are ${allowed.join(', ')}`,
    ),
  planLacks: (what: string, plan: string) => refuse(403, 1015, `${what}: the plan ${plan} does not have it`),
  neverHad: (plan: string) =>
    plan === 'free'
      ? previousRefusals.planLacks('the previous WAF managed rules', plan)
      : refuse(403, 1015, 'the zone never had the previous WAF managed rules'),
  /** Specification 3.1, rule 3. The code is the one that the firewall rules answer with in their own retirement. */
  migrated: (product: string) =>
    refuse(
      403,
      10020,
      `${product}.api.migrated: the zone has the new WAF managed rules, and the API for the previous ones has stopped working; use the rulesets API`,
    ),
} as const;
