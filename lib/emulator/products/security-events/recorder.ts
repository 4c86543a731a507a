import type { Exchange } from '../../../logs';
import type { PreviousWaf } from '../../../waf';
import { isString, isArray } from '../../shape';
import type { World } from '../../world';
import type { Rule } from '../rulesets/model';
import type { SecurityEvent, SeenRequest, SecurityEvents } from './state';
import type { Trips, NewTrip } from './parse';
import { judgePrevious } from './previous';
import { fieldsOf, isObject, isTexts, type JsonObject } from '../../../ground/json';
import { own } from '../../../ground/record';

export interface Protection {
  /** The previous WAF of a zone; undefined if its managed rules are disabled. */
  readonly previousOf: (zoneId: string) => PreviousWaf | undefined;
  /** The rules of the entry point for the new managed rules. */
  readonly rulesOf: (zoneId: string) => readonly Rule[];
}

interface Line {
  readonly exchange: Exchange;
  readonly trips: Trips | undefined;
}

/** Records what both WAFs do or would do to requests, the new one first, as it runs first. */
export function recordEvents(
  world: World,
  events: SecurityEvents,
  { previousOf, rulesOf }: Protection,
  zoneId: string,
  lines: readonly Line[],
): void {
  if (lines.every(({ trips }) => trips === undefined)) return;
  const previous = previousOf(zoneId);
  const rules = rulesOf(zoneId);
  const occurred_at = world.now().toISOString();
  const made = lines.flatMap(({ exchange: { fields = {} }, trips }) => {
    if (trips === undefined) return [];
    const ray_id = textOf(fields.RayID) || world.newId().slice(0, 16);
    const request = seen(fields);
    const noted = (
      source: SecurityEvent['source'],
      rule_id: string,
      action: string | undefined,
      ruleset?: { readonly ruleset_id: string },
    ): readonly SecurityEvent[] =>
      action === undefined
        ? []
        : [{ id: world.newId(), ray_id, occurred_at, source, ...ruleset, rule_id, action, request }];
    return [
      ...trips.new.flatMap((trip) =>
        noted('new', trip.rule_id, judgeNew(rules, trip), { ruleset_id: trip.ruleset_id }),
      ),
      ...trips.previous.flatMap((trip) =>
        previous === undefined
          ? []
          : noted('previous', trip.rule_id, judgePrevious(previous, request.host + uriOf(fields), trip)),
      ),
    ];
  });
  events.add(zoneId, made);
}

type Fields = NonNullable<Exchange['fields']>;

function seen(fields: Fields): SeenRequest {
  const [path = ''] = uriOf(fields).split('?');
  return {
    method: textOf(fields.ClientRequestMethod) || 'GET',
    host: textOf(fields.ClientRequestHost),
    path,
  };
}

function uriOf({ ClientRequestURI: uri, ClientRequestPath: path }: Fields): string {
  return textOf(uri) || textOf(path) || '/';
}

function textOf(value: unknown): string {
  return isString(value) ? value : '';
}

/**
 * The action of the new managed rules on a request that matches a rule; undefined for none. Expressions are not evaluated:
 * only rules of the entry point with the expression `true` match.
 */
function judgeNew(rules: readonly Rule[], trip: NewTrip): string | undefined {
  for (const { enabled, expression, action, action_parameters: parameters = {} } of rules) {
    if (!enabled || expression.trim() !== 'true') continue;
    if (action === 'skip' && skips(parameters, trip)) return undefined;
    if (action === 'execute' && parameters.id === trip.ruleset_id)
      return executed(parameters.overrides, trip);
  }
  return undefined;
}

function skips({ ruleset, phase, rulesets, rules }: JsonObject, trip: NewTrip): boolean {
  if (ruleset === 'current' || phase === 'current') return true;
  if (isTexts(rulesets) && rulesets.includes(trip.ruleset_id)) return true;
  const skipped = isObject(rules) ? own(rules, trip.ruleset_id) : undefined;
  return isTexts(skipped) && skipped.includes(trip.rule_id);
}

/** Rule overrides take precedence over category overrides, and those over ruleset overrides. */
function executed(overrides: unknown, trip: NewTrip): string | undefined {
  const all = fieldsOf(overrides);
  const levels = [
    ...itemsOf(all.rules).filter(({ id }) => id === trip.rule_id),
    ...itemsOf(all.categories).filter(
      ({ category }) => isString(category) && trip.categories.includes(category),
    ),
    all,
  ];
  const enabled = levels.map((level) => level.enabled).find((one) => one !== undefined);
  if (enabled === false) return undefined;
  return levels.map((level) => level.action).find(isString) ?? trip.action;
}

function itemsOf(value: unknown): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}
