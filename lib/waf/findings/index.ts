import { describeBy, findingFactory, findings, type FindingIn } from '../../ground/findings';
import type { TextLimits } from '../prose';
import { lossKinds } from './losses';
import { settingKinds, unknownKinds } from './previous';
import { ruleKinds } from './rules';

export type { LossItem, ManagedOverride, Replacement } from './losses';
export { listPrevious, type ChangedSetting, type ExpectedSetting } from './previous';
export type { ChangedOverride } from './rules';

export const ruleFindings = findings('waf', ruleKinds);
export const lossFindings = findings('waf', lossKinds);
export const settingFindings = findings('waf', settingKinds);
export const previousFindings = { ...settingFindings, ...findings('waf', unknownKinds) };

export const wafFindings = { ...ruleFindings, ...previousFindings, ...lossFindings };

type Kinds = typeof wafFindings;
export type WafFinding<Code extends keyof Kinds = keyof Kinds> = FindingIn<Kinds, Code>;
export const wafFinding = findingFactory(wafFindings);
export type Loss = FindingIn<typeof lossFindings>;
export type PreviousFinding = FindingIn<typeof settingFindings>;

/** The findings of a zone that would have no WAF: nobody can accept them. */
export const unacceptable: readonly string[] = ['waf.no_managed_ruleset', 'waf.skip_all'];

/** The codes that `accept_differences` can accept: all other errors. */
export const acceptable: readonly string[] = [
  ...Object.entries(ruleFindings).flatMap(([code, { severity }]) =>
    severity === 'error' && !unacceptable.includes(code) ? [code] : [],
  ),
  ...Object.keys(previousFindings),
];

/** A finding in one line, without a full stop: `2 overrides missing from Cloudflare Managed Ruleset: 100001 (log), 100002 (disabled)`. */
export function describeFinding(finding: WafFinding, limits: TextLimits = {}): string {
  return describeBy(wafFindings, finding, limits);
}

/** A loss on two lines: what does not carry over, and why, with the fix. Without a limit, as a record, each object has its replacement too. */
export function describeLoss(loss: Loss, limits: TextLimits = {}): string {
  return `${describeFinding(loss, limits)}.\n${lossFindings[loss.code].explanation}`;
}
