import { ApiRefusal, refuse } from '../http/errors';
import { bodyRefusals } from '../schema/field';

/** Errors of the APIs that are older than rulesets. `at` is for the error of a fixture; it is never sent. */
export const previousRefusals = {
  ...bodyRefusals(
    (at, reason) =>
      new ApiRefusal(400, [
        {
          code: codes.validation,
          message: `${at === '' ? 'the body' : at.slice(1).replaceAll('/', '.')} ${reason}`,
          at,
        },
      ]),
  ),
  nothingSent: (keys: readonly string[]) =>
    previousRefusals.invalid('', `must have one of ${keys.join(', ')}`),
  /** `what` as in "waf package". */
  notFound: (what: string, id: string) => refuse(404, codes.notFound, `could not find ${what} ${id}`),
  noOverride: (id: string) =>
    refuse(404, codes.notFound, `wafuriconfig.api.not_found: could not find override ${id}`),
  notAnomaly: () =>
    refuse(400, codes.notAnomaly, 'Only anomaly WAF packages can have their package attributes updated'),
  badMode: (mode: string, allowed: readonly string[]) =>
    new ApiRefusal(400, [
      {
        code: codes.validation,
        message: `mode '${mode.slice(0, 80)}' is not allowed for this rule; allowed are ${allowed.join(', ')}`,
        at: '/mode',
      },
    ]),
  planLacks: (what: string, plan: string) =>
    refuse(403, codes.notEntitled, `${what}: the plan ${plan} does not have it`),
  neverHad: (plan: string) =>
    plan === 'free'
      ? previousRefusals.planLacks('the previous WAF managed rules', plan)
      : refuse(403, codes.notEntitled, 'the zone never had the previous WAF managed rules'),
  /** Specification 3.1, rule 3. The code is the one that the firewall rules answer with in their own retirement. */
  migrated: (product: string) =>
    refuse(
      403,
      codes.retired,
      `${product}.api.migrated: the zone has the new WAF managed rules, and the API for the previous ones has stopped working; use the rulesets API`,
    ),
} as const;

const codes = {
  notFound: 1002,
  validation: 1004,
  notEntitled: 1015,
  notAnomaly: 1027,
  retired: 10020,
} as const;
