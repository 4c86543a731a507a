import { plural } from '../../ground/words';
import { describeSetting } from '../deployment';
import { cut } from '../prose';
import { rulesetName, subjectOf, type OverrideSetting } from '../rule-parts';
import { listing, ofRules, ofRulesets } from './kind';

const ofNarrowed = listing<{ rulesets: readonly { readonly id: string; readonly expression: string }[] }>(
  ({ rulesets }, limits) =>
    rulesets.map(({ id, expression }) => `${rulesetName(id)} (${cut(expression, limits)})`),
);

const placeOf = ({ ruleset }: { readonly ruleset: string }) => ` ${rulesetName(ruleset)}`;

const ofOverrides = listing<{ ruleset: string; overrides: readonly OverrideSetting[] }>(
  ({ overrides }) => overrides.map((each) => `${subjectOf(each)} (${describeSetting(each)})`),
  placeOf,
);

export interface ChangedOverride {
  readonly actual: OverrideSetting;
  readonly expected?: OverrideSetting;
}

const ofChanges = listing<{ ruleset: string; overrides: readonly ChangedOverride[] }>(
  ({ overrides }) =>
    overrides.map(({ actual, expected }) => {
      const before = expected === undefined ? 'not expected' : `expected ${describeSetting(expected)}`;
      return `${subjectOf(actual)} (${describeSetting(actual)}, ${before})`;
    }),
  placeOf,
);

const ofUncounted = listing<{ rulesets?: readonly string[] }>(({ rulesets = [] }) =>
  rulesets.map((id) => `${rulesetName(id)} does not count`),
);

export const ruleKinds = {
  no_managed_ruleset: ofUncounted({
    severity: 'error',
    meaning: 'no enabled rule executes a managed ruleset of the WAF other than the Exposed Credentials Check',
    head: () => 'No enabled rule executes a managed ruleset',
  }),
  skip_all: ofRules({
    severity: 'error',
    meaning: 'skip rules exempt all requests from every managed ruleset',
    head: (count) => `${plural(count, 'skip rule')} exempting all requests from every managed ruleset`,
  }),
  reach_unknown: ofRules({
    severity: 'warning',
    meaning:
      'it cannot be determined whether skip rules together exempt every request from a managed ruleset',
    head: (count) =>
      `${plural(count, 'rule')} of unknown reach, so whether requests reach the managed rules cannot be determined`,
  }),
  only_logs: ofRulesets({
    severity: 'warning',
    meaning: 'an override sets a whole managed ruleset to `log`',
    head: (count) => `${plural(count, 'managed ruleset')} set to log only`,
  }),
  protection_lost: ofRulesets({
    severity: 'error',
    meaning:
      'the previous version of a zone in validation mode has managed rulesets on that no request would reach once the migration is ' +
      'complete; a `warning` while it is not completed',
    head: (count) =>
      `${plural(count, 'managed ruleset')} that the previous version has on, reached by no request`,
  }),
  ruleset_missing: ofRulesets({
    severity: 'error',
    meaning: 'an expected managed ruleset is not executed',
    head: (count) => `${plural(count, 'managed ruleset')} missing`,
  }),
  ruleset_disabled: ofRulesets({
    severity: 'error',
    meaning: 'the rule that executes a managed ruleset is disabled',
    head: (count) => `${plural(count, 'managed ruleset')} disabled`,
  }),
  ruleset_enabled: ofRulesets({
    severity: 'error',
    meaning: 'a managed ruleset that should be disabled is enabled',
    head: (count) => `${plural(count, 'managed ruleset')} enabled that should be disabled`,
  }),
  ruleset_narrowed: ofNarrowed({
    severity: 'error',
    meaning:
      'a managed ruleset is executed for other requests than expected; `info` while the rule is disabled',
    head: (count) => `${plural(count, 'managed ruleset')} with a different expression`,
  }),
  override_missing: ofOverrides({
    severity: 'error',
    meaning: 'overrides are missing; `info` while the ruleset is disabled',
    head: (count) => `${plural(count, 'override')} missing from`,
  }),
  group_override_missing: ofOverrides({
    severity: 'warning',
    meaning:
      'no override disables rules of a disabled group: they come on, unless they are off by default, which the API does not return; ' +
      '`info` while the ruleset is disabled',
    head: (count) =>
      `${plural(count, 'rule')} of disabled groups not disabled by an override, on unless off by default, in`,
  }),
  override_changed: ofChanges({
    severity: 'error',
    meaning: 'overrides have other values, or are not expected; `info` while the ruleset is disabled',
    head: (count) => `${plural(count, 'override')} changed in`,
  }),
  skip_missing: ofRules({
    severity: 'error',
    meaning: 'a skip rule is missing, disabled or narrower: requests are no longer exempt',
    head: (count) => `${plural(count, 'skip rule')} missing or narrower, so requests are no longer exempt`,
  }),
  skip_added: ofRules({
    severity: 'error',
    meaning: 'an enabled skip rule for requests that should not be exempt',
    head: (count) => plural(count, 'unexpected skip rule'),
  }),
  skip_widened: ofRules({
    severity: 'error',
    meaning: 'a skip rule exempts its requests from more rules than expected',
    head: (count) => `${plural(count, 'skip rule')} with a wider scope than expected`,
  }),
  rule_unknown: ofRules({
    severity: 'error',
    meaning: 'a rule whose effect is not known was added or is missing; `info` while it is disabled',
    head: (count) => `${plural(count, 'rule')} of unknown effect, added or missing`,
  }),
  rule_added: ofRules({
    severity: 'info',
    meaning: 'an additional rule that executes a ruleset, or a skip rule without an effect',
    head: (count) => plural(count, 'additional rule'),
  }),
  disabled_rule_missing: ofRules({
    severity: 'info',
    meaning: 'an expected disabled rule is missing',
    head: (count) => `${plural(count, 'disabled rule')} missing`,
  }),
};
