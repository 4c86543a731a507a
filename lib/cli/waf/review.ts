import type { MigrationStatus } from '../../client';
import { managedRulesets, type Review, type ReviewedRequest } from '../../waf';
import type { EventTally } from './events-source';
import {
  failureInEvents,
  figuresOfEvidence,
  type Evidence,
  type EventFigures,
  type UnattributedEvents,
} from './evidence';
import type { EventAssertion } from './review-assertion';
import { inlineMembers, memberLines, object } from '../project/typescript';
import { overrideOf } from './replacements';
import { changeProps, overridesProp, type SnippetOverride } from './snippet';

/** How the two implementations treat the same requests differently, as `--json` prints it. */
export interface WafReview {
  readonly zone_id: string;
  /** Empty where the credentials cannot read it. */
  readonly zone_name: string;
  readonly migration_state: string;
  readonly events: EventTally & {
    /** Events whose host is not of the zone: they are not compared. */
    readonly unattributed: readonly UnattributedEvents[];
  };
  readonly assertions: readonly string[];
  /** The counts that the assertions compare. */
  readonly figures: EventFigures;
  /** Why the review fails. */
  readonly failures: readonly string[];
  /** Requests that the previous rules stop and the new rules let pass. The most frequent first. */
  readonly missed: readonly ReportedMiss[];
  /** New rules that block or challenge requests which the previous rules did not stop, as far as the events show. */
  readonly blocking: readonly ReportedBlocking[];
  /** The overrides to set, the mildest for each rule; null where there are none. */
  readonly snippet: string | null;
}

export interface ReportedMiss {
  readonly count: number;
  readonly request: ReviewedRequest;
  readonly rule_ids: readonly string[];
  /** The custom rule that stops these requests. */
  readonly rule: {
    readonly phase: typeof customPhase;
    readonly action: string;
    readonly expression: string;
    readonly description: string;
  };
}

export interface ReportedBlocking {
  readonly rule_id: string;
  readonly ruleset_id: string | null;
  readonly is_ruleset_assumed: boolean;
  readonly count: number;
  /** How many of them are challenged, so that visitors may pass. */
  readonly challenged: number;
  readonly requests: readonly ReviewedRequest[];
  /** The mildest first. */
  readonly overrides: readonly SnippetOverride[];
}

const customPhase = 'http_request_firewall_custom';

export function reviewOf(
  { zoneId, zoneName }: { readonly zoneId: string; readonly zoneName: string },
  { migration_state: state }: Pick<MigrationStatus, 'migration_state'>,
  evidence: Evidence,
  assertions: readonly EventAssertion[],
): WafReview {
  const { zones, isRulesetAssumed, tally, unattributed } = evidence;
  const { missed = [], wronglyStopped = [] } = zones.get(zoneId)?.review ?? {};
  const blocking = wronglyStopped.map((each) => reportBlocking(each, isRulesetAssumed));
  return {
    zone_id: zoneId,
    zone_name: zoneName,
    migration_state: state,
    events: { ...tally, unattributed },
    assertions: assertions.map(({ text }) => text),
    figures: figuresOfEvidence(evidence),
    failures: assertions.flatMap((each) => failureInEvents(each, evidence, () => zoneName) ?? []),
    missed: missed.map(({ count, request, ruleIds, rule }) => ({
      count,
      request,
      rule_ids: ruleIds,
      rule: { phase: customPhase, ...rule },
    })),
    blocking,
    snippet: overridesToPaste(blocking),
  };
}

function reportBlocking(
  { ruleId, rulesetId, count, challenged, requests, overrides }: Review['wronglyStopped'][number],
  isRulesetAssumed: boolean,
): ReportedBlocking {
  return {
    rule_id: ruleId,
    ruleset_id: rulesetId ?? null,
    is_ruleset_assumed: isRulesetAssumed && rulesetId === managedRulesets.managed,
    count,
    challenged,
    requests,
    overrides: overrides.map(overrideOf),
  };
}

function overridesToPaste(blocking: readonly ReportedBlocking[]): string | null {
  const commented = blocking.flatMap(({ count, challenged, overrides: [mildest, ...stronger] }) => {
    if (mildest === undefined) return [];
    const next = stronger.map((each) => inlineMembers(object(changeProps(each))));
    const comment = `${formatActions(count, challenged)} ${count === 1 ? 'request' : 'requests'}; if this is not enough: ${next.join(', then ')}`;
    return [{ comments: [comment], item: mildest }];
  });
  if (commented.length === 0) return null;
  return memberLines(overridesProp(commented), 0)
    .map((line) => `${line}\n`)
    .join('');
}

function formatActions(count: number, challenged: number): string {
  const blocked = count - challenged;
  return [
    ...(blocked > 0 ? [`blocked ${blocked}`] : []),
    ...(challenged > 0 ? [`challenged ${challenged}`] : []),
  ].join(' and ');
}
