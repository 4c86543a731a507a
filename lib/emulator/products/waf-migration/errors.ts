import { refuse } from '../../http/errors';

export const migrationRefusals = {
  noTransition: (reason: string) => refuse(400, codes.noTransition, `migration is not allowed: ${reason}`),
  incompatible: (reasons: readonly string[]) =>
    refuse(
      400,
      codes.incompatible,
      `migration is not allowed: the zone is not compatible. ${reasons.join(' ')}`,
    ),
  limits: (reasons: readonly string[]) =>
    refuse(400, codes.limits, `migration error: contact support. ${reasons.join(' ')}`),
  enabledRules: (plan: string) =>
    refuse(
      400,
      codes.enabledRules,
      `a zone of the plan ${plan} can deploy enabled WAF managed rules by migrating only; send every rule with enabled false, or migrate`,
    ),
  unprotected: () =>
    refuse(
      400,
      codes.unprotected,
      'migration is not allowed: the configuration executes no enabled managed ruleset, so the zone would have no WAF once the previous one is disabled',
    ),
  sentIdentity: (key: string, index: number) =>
    refuse(
      400,
      codes.body,
      `rules[${index}].${key}: the rules of a validation call come without id, version and ref`,
    ),
} as const;

const codes = {
  body: 10040,
  noTransition: 10041,
  incompatible: 10042,
  limits: 10043,
  enabledRules: 10044,
  unprotected: 10045,
} as const;
