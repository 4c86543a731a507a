import type { MigrationStatus } from '../../client';
import { managedRulesets, type Review } from '../../waf';
import { failureInEvents, figuresOfEvidence, type Evidence } from './evidence';
import type { EventAssertion } from './review-assertion';
import { inlineMembers, memberLines, object } from '../project/typescript';
import { overrideOf } from './replacements';
import { itemsProp, membersOf } from './snippet';

/** How the two implementations treat the same requests differently, as `--json` prints it. */
export type WafReview = ReturnType<typeof reviewOf>;
export type ReportedMiss = WafReview['missed'][number];
export type ReportedBlocking = ReturnType<typeof reportBlocking>;

const customPhase = 'http_request_firewall_custom';

export function reviewOf(
  { zoneId, zoneName }: { readonly zoneId: string; readonly zoneName: string },
  { migration_state: state }: Pick<MigrationStatus, 'migration_state'>,
  evidence: Evidence,
  assertions: readonly EventAssertion[],
) {
  const { zones, isRulesetAssumed, tally, unattributed } = evidence;
  const { missed = [], wronglyStopped = [] } = zones.get(zoneId)?.review ?? {};
  const blocking = wronglyStopped.map((each) => reportBlocking(each, isRulesetAssumed));
  return {
    zone_id: zoneId,
    /** Empty where the credentials cannot read it. */
    zone_name: zoneName,
    migration_state: state,
    events: { ...tally, unattributed },
    assertions: assertions.map(({ text }) => text),
    figures: figuresOfEvidence(evidence),
    failures: assertions.flatMap((each) => failureInEvents(each, evidence, () => zoneName) ?? []),
    /** Requests that the previous rules stop and the new rules let pass, with the custom rule that stops them. */
    missed: missed.map(({ count, request, ruleIds, rule }) => ({
      count,
      request,
      rule_ids: ruleIds,
      rule: { phase: customPhase, ...rule },
    })),
    /** New rules that block or challenge requests which the previous rules did not stop, as far as the events show. */
    blocking,
    snippet: overridesToPaste(blocking),
  };
}

function reportBlocking(
  { ruleId, rulesetId, count, challenged, requests, overrides }: Review['wronglyStopped'][number],
  isRulesetAssumed: boolean,
) {
  return {
    rule_id: ruleId,
    ruleset_id: rulesetId ?? null,
    is_ruleset_assumed: isRulesetAssumed && rulesetId === managedRulesets.managed,
    count,
    /** How many of them are challenged, so that visitors may pass. */
    challenged,
    requests,
    /** The mildest first. */
    overrides: overrides.map(overrideOf),
  };
}

function overridesToPaste(blocking: readonly ReportedBlocking[]): string | null {
  const commented = blocking.flatMap(({ count, challenged, overrides: [mildest, ...stronger] }) => {
    if (mildest === undefined) return [];
    const next = stronger.map(({ rule_id: _rule, ruleset_id: _ruleset, ...change }) =>
      inlineMembers(object(membersOf('rule_overrides', change))),
    );
    const comment = `${formatActions(count, challenged)} ${count === 1 ? 'request' : 'requests'}; if this is not enough: ${next.join(', then ')}`;
    return [{ comments: [comment], item: mildest }];
  });
  if (commented.length === 0) return null;
  return memberLines(itemsProp('rule_overrides', commented), 0)
    .map((line) => `${line}\n`)
    .join('');
}

function formatActions(count: number, challenged: number): string {
  const blocked = count - challenged;
  if (challenged === 0) return `blocked ${count}`;
  return blocked === 0 ? `challenged ${count}` : `blocked ${blocked} and challenged ${challenged}`;
}
