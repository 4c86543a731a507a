import type { MigrationStatus } from '../../client';
import {
  managedRulesets,
  reviewEvents,
  type ManagedOverride,
  type Review,
  type ReviewedRequest,
} from '../../waf';
import { defaultBaseUrl } from '../../drivers/configuration';
import type { Connection } from '../connection';
import { readEmulatedEvents, readEventsFile, type EventHarvest, type EventTally } from './events-source';
import { changeProps, overridesAsCode, type SnippetOverride } from './snippet';
import { isMigrated, isSideBySide } from './zone';

/** What the two implementations do otherwise to the same requests, as `--json` prints it. */
export interface WafReview {
  readonly zone_id: string;
  readonly migration_state: string;
  readonly events: EventTally;
  /** The new rules let them pass, and the previous ones do not. The most frequent first. */
  readonly missed: readonly ToldMiss[];
  /** New rules that block or challenge what the previous ones let pass, as far as that is known. */
  readonly blocking: readonly ToldBlocking[];
  /** The overrides to set, the gentlest of each rule; null where there are none. */
  readonly snippet: string | null;
}

export interface ToldMiss {
  readonly count: number;
  readonly request: ReviewedRequest;
  readonly rule_ids: readonly string[];
  /** The custom rule that acts on them. */
  readonly rule: {
    readonly phase: typeof customPhase;
    readonly action: string;
    readonly expression: string;
    readonly description: string;
  };
}

export interface ToldBlocking {
  readonly rule_id: string;
  readonly ruleset_id: string | null;
  readonly is_ruleset_assumed: boolean;
  readonly count: number;
  /** How many of them are challenged, so that visitors may get through. */
  readonly challenged: number;
  readonly requests: readonly ReviewedRequest[];
  /** The gentlest first. */
  readonly overrides: readonly SnippetOverride[];
}

const customPhase = 'http_request_firewall_custom';

export async function readReview(
  { client, baseUrl }: Connection,
  zoneId: string,
  path: string | undefined,
): Promise<{ readonly review: WafReview; readonly warnings: readonly string[] }> {
  const status = await client.wafMigration.status(zoneId);
  const comparison = isSideBySide(status) ? undefined : whyNot(zoneId, status);
  if (path === undefined && comparison !== undefined)
    throw new Error(`${comparison} Give the events of the time when it was in that mode with --events.`);
  const harvest = path === undefined ? await emulatedEvents(baseUrl, zoneId) : await readEventsFile(path);
  const { reviewed, ignored, bad, bad_lines: lines } = harvest.tally;
  if (bad > 0 && reviewed + ignored === 0)
    throw new Error(
      `no line is an event: in line ${lines[0]?.line ?? 1}, ${lines[0]?.reason ?? ''}. ${howToGet}`,
    );
  return {
    review: reviewOf(zoneId, status, harvest),
    warnings: [...(comparison === undefined ? [] : [`warning: ${comparison}`]), ...badLines(harvest.tally)],
  };
}

export function reviewOf(
  zoneId: string,
  { migration_state: state }: Pick<MigrationStatus, 'migration_state'>,
  { events, isRulesetAssumed, tally }: EventHarvest,
): WafReview {
  const { missed, wronglyStopped } = reviewEvents(events);
  const blocking = wronglyStopped.map((each) => toldBlocking(each, isRulesetAssumed));
  return {
    zone_id: zoneId,
    migration_state: state,
    events: tally,
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

function toldBlocking(
  { ruleId, rulesetId, count, challenged, requests, overrides }: Review['wronglyStopped'][number],
  isRulesetAssumed: boolean,
): ToldBlocking {
  return {
    rule_id: ruleId,
    ruleset_id: rulesetId ?? null,
    is_ruleset_assumed: isRulesetAssumed && rulesetId === managedRulesets.managed,
    count,
    challenged,
    requests,
    overrides: overrides.map(toSnippet),
  };
}

function toSnippet({ ruleset, rule: { id, ...change } }: ManagedOverride): SnippetOverride {
  return { rule_id: id, ruleset_id: ruleset, ...change };
}

function overridesToPaste(blocking: readonly ToldBlocking[]): string | null {
  const commented = blocking.flatMap(({ count, challenged, overrides: [gentlest, ...harder] }) => {
    if (gentlest === undefined) return [];
    const next = harder.map((each) => changeProps(each).join(', '));
    const comment = `${pastOf(count, challenged)} ${count === 1 ? 'request' : 'requests'}; if this is not enough: ${next.join(', then ')}`;
    return [{ comments: [comment], item: gentlest }];
  });
  if (commented.length === 0) return null;
  return overridesAsCode(commented)
    .map((line) => `${line}\n`)
    .join('');
}

function pastOf(count: number, challenged: number): string {
  const blocked = count - challenged;
  return [
    ...(blocked > 0 ? [`blocked ${blocked}`] : []),
    ...(challenged > 0 ? [`challenged ${challenged}`] : []),
  ].join(' and ');
}

/** Nothing is sent to the service that it does not know. */
async function emulatedEvents(baseUrl: string, zoneId: string): Promise<EventHarvest> {
  const isService = new URL(baseUrl).origin === new URL(defaultBaseUrl).origin;
  const harvest = isService ? undefined : await readEmulatedEvents(baseUrl, zoneId);
  if (harvest === undefined)
    throw new Error(`the API has no call for the activity log of security events. ${howToGet}`);
  return harvest;
}

const howToGet =
  'Let a LogpushJob of the dataset firewall_events deliver the fields RayID, Action, RuleID, Source, ' +
  'ClientRequestMethod, ClientRequestHost and ClientRequestPath, and give a file of it with --events.';

function whyNot(zoneId: string, status: MigrationStatus): string {
  return isMigrated(status)
    ? `zone ${zoneId} has the new managed rules only (state ${status.migration_state}), so nothing new is known of what the previous ones would do.`
    : `zone ${zoneId} has the previous managed rules only (state ${status.migration_state}): it is not in validation mode, where the two can be compared.`;
}

function badLines({ bad, bad_lines: lines }: EventTally): string[] {
  if (bad === 0) return [];
  const shown = lines.slice(0, 5).map(({ line, reason }) => `line ${line}: ${reason}`);
  const more = bad > shown.length ? `; and ${bad - shown.length} more` : '';
  return [
    `warning: ${bad} ${bad === 1 ? 'line' : 'lines'} could not be read and ${bad === 1 ? 'was' : 'were'} left out: ${shown.join('; ')}${more}`,
  ];
}
