import { getOrAdd } from '../ground/remember';
import { highestScoreThreshold } from './core-rule-set';
import type { ManagedOverride } from './findings';
import { anomalyScoreRule } from './managed';
import { enumerate, mostIds } from './prose';
import { quote } from './url-pattern';

/** An action of a previous or new managed rule on a request. Source: specification 4.6, step 5, and 6. */
export interface SecurityEvent {
  readonly rule_id: string;
  readonly ruleset_id?: string;
  /** Identifies the request. An event without it counts as a separate request. */
  readonly ray_id?: string;
  readonly source: 'previous' | 'new';
  readonly action: string;
  readonly request: ReviewedRequest;
}

/** The part of a request that a rule for similar requests needs. `path` excludes the query. */
export interface ReviewedRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
}

export type Review = ReturnType<typeof reviewEvents>;

/**
 * The review of validation mode, most frequent findings first. The new rules run before the previous ones (specification
 * 3.1). So if a new rule blocks a request, or the visitor fails its challenge, the action of the previous rules is
 * unknown, and the request is only a candidate.
 */
export function reviewEvents(events: readonly SecurityEvent[]) {
  const requests = [...groupBy(events, ({ ray_id: ray }, at) => ray ?? `#${at}`).values()];
  return { missed: byCount(findMissed(requests)), wronglyStopped: byCount(findStopping(requests)) };
}

/** Similar requests that the previous rules challenge or block and the new ones allow. */
function findMissed(requests: readonly (readonly SecurityEvent[])[]) {
  const missed = requests.flatMap((events) => {
    if (events.some((event) => event.source === 'new' && isStopped(event))) return [];
    const acted = events.filter((event) => event.source === 'previous' && isStopped(event));
    return acted.length === 0 ? [] : [acted];
  });
  return [...groupBy(missed, ([first]) => keyOf(first?.request)).values()].flatMap((alike) => {
    const acted = alike.flat();
    const [first] = acted;
    if (first === undefined) return [];
    const { request } = first;
    // The previous rules that acted, and a custom rule that acts on these requests.
    const ruleIds = [...new Set(acted.map(({ rule_id: id }) => id))];
    const rule = {
      action: acted.some(({ action }) => action === 'block') ? 'block' : 'managed_challenge',
      expression: expressionOf(request),
      description: `Acted on by previous rules: ${enumerate(ruleIds, mostIds)}`,
    };
    return [{ request, count: alike.length, ruleIds, rule }];
  });
}

/** The new rules that stop requests which the previous rules allowed. A person must decide whether the requests were legitimate. */
function findStopping(requests: readonly (readonly SecurityEvent[])[]) {
  const stopping = requests.flatMap((events) => {
    if (events.some((event) => event.source === 'previous' && isStopped(event))) return [];
    return events.filter((event) => event.source === 'new' && isStopped(event));
  });
  return [...groupBy(stopping, (event) => `${event.ruleset_id ?? ''} ${event.rule_id}`).values()].flatMap(
    (events) => {
      const [first] = events;
      if (first === undefined) return [];
      const { rule_id: ruleId, ruleset_id: ruleset } = first;
      const distinct = groupBy(events, ({ request }) => keyOf(request));
      return [
        {
          ruleId,
          /** The managed ruleset that contains the rule, if the events name it. */
          ...(ruleset !== undefined && { rulesetId: ruleset }),
          count: events.length,
          /** Visitors who pass the challenge are allowed. */
          challenged: events.filter(({ action }) => isChallenge(action)).length,
          requests: [...distinct.values()].flatMap(([event]) => (event === undefined ? [] : [event.request])),
          overrides: ruleset === undefined ? [] : overridesOf(ruleset, ruleId),
        },
      ];
    },
  );
}

/** Least invasive first: raise the threshold of the rule that acts on the score; only log; disable. */
function overridesOf(ruleset: string, id: string): ManagedOverride[] {
  // Without the threshold override, the first one would make the whole ruleset only log.
  const leastInvasive = id === anomalyScoreRule ? [{ score_threshold: highestScoreThreshold }] : [];
  return [...leastInvasive, { action: 'log' }, { enabled: false }].map((change) => ({
    kind: 'override',
    ruleset,
    rule: { id, ...change },
  }));
}

function byCount<T extends { readonly count: number }>(findings: readonly T[]): T[] {
  return [...findings].sort((a, b) => b.count - a.count);
}

function isStopped({ action }: SecurityEvent): boolean {
  return action === 'block' || isChallenge(action);
}

function isChallenge(action: string): boolean {
  return action.endsWith('challenge');
}

function expressionOf({ method, host, path }: ReviewedRequest): string {
  return `http.request.method eq ${quote(method)} and http.host eq ${quote(host)} and http.request.uri.path eq ${quote(path)}`;
}

function keyOf(request: ReviewedRequest | undefined): string {
  return JSON.stringify([request?.method, request?.host, request?.path]);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T, at: number) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [at, item] of items.entries()) getOrAdd(groups, keyOf(item, at), () => []).push(item);
  return groups;
}
