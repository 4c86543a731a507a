import { highestScoreThreshold } from './core-rule-set';
import type { ManagedOverride } from './losses';
import { anomalyScoreRule } from './managed';
import { enumerate } from './prose';
import { quote } from './url-pattern';

/** What a managed rule, previous or new, did to a request. Source: specification 4.6, step 5, and 6. */
export interface SecurityEvent {
  readonly rule_id: string;
  readonly ruleset_id?: string;
  /** What events of one request have in common. An event without it stands for a request of its own. */
  readonly ray_id?: string;
  readonly source: 'previous' | 'new';
  readonly action: string;
  readonly request: ReviewedRequest;
}

/** Enough of a request to write a rule for others like it. `path` is without the query. */
export interface ReviewedRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
}

export interface Review {
  readonly missed: readonly MissedRequest[];
  readonly wronglyStopped: readonly StoppingRule[];
}

/** Requests that the previous rules challenge or block and the new ones allow. */
export interface MissedRequest {
  readonly request: ReviewedRequest;
  /** How many of them there were. */
  readonly count: number;
  /** The previous rules that acted. */
  readonly ruleIds: readonly string[];
  /** The custom rule that acts on them instead. */
  readonly rule: { readonly action: string; readonly expression: string; readonly description: string };
}

/**
 * A new rule that blocks or challenges what the previous ones allowed. A person has to say whether the requests were
 * legitimate.
 */
export interface StoppingRule {
  readonly ruleId: string;
  /** The managed ruleset that it is in, where the events name it. */
  readonly rulesetId?: string;
  /** How many requests it blocked or challenged. */
  readonly count: number;
  /** How many of them it challenged: visitors who pass the challenge are let through. */
  readonly challenged: number;
  /** Them, each once. */
  readonly requests: readonly ReviewedRequest[];
  /**
   * Gentle first: let the rule act from a higher score on, where it acts on the score; log what it finds; disable it.
   * Empty where the events do not name the ruleset.
   */
  readonly overrides: readonly ManagedOverride[];
}

/**
 * The review of validation mode, the most frequent first. The new rules run before the previous ones (specification
 * 3.1), so of a request that they block, or challenge in vain, nothing is known of the previous rules: it is a candidate,
 * no more.
 */
export function reviewEvents(events: readonly SecurityEvent[]): Review {
  const requests = [...groupBy(events, ({ ray_id: ray }, at) => ray ?? `#${at}`).values()];
  return { missed: byCount(findMissed(requests)), wronglyStopped: byCount(findStopping(requests)) };
}

function findMissed(requests: readonly (readonly SecurityEvent[])[]): MissedRequest[] {
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
    const ruleIds = [...new Set(acted.map(({ rule_id: id }) => id))];
    const rule = {
      action: acted.some(({ action }) => action === 'block') ? 'block' : 'managed_challenge',
      expression: expressionOf(request),
      description: `Acted on by previous rules: ${enumerate(ruleIds)}`,
    };
    return [{ request, count: alike.length, ruleIds, rule }];
  });
}

function findStopping(requests: readonly (readonly SecurityEvent[])[]): StoppingRule[] {
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
          ...(ruleset !== undefined && { rulesetId: ruleset }),
          count: events.length,
          challenged: events.filter(({ action }) => isChallenge(action)).length,
          requests: [...distinct.values()].flatMap(([event]) => (event === undefined ? [] : [event.request])),
          overrides: ruleset === undefined ? [] : overridesOf(ruleset, ruleId),
        },
      ];
    },
  );
}

function overridesOf(ruleset: string, id: string): ManagedOverride[] {
  // Without it, the whole ruleset would only log.
  const gentlest = id === anomalyScoreRule ? [{ score_threshold: highestScoreThreshold }] : [];
  return [...gentlest, { action: 'log' }, { enabled: false }].map((change) => ({
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
  for (const [at, item] of items.entries()) {
    const key = keyOf(item, at);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
