import type { Exchange } from '../../../logs';
import type { PreviousWaf } from '../../../waf';
import { isString } from '../../shape';
import type { World } from '../../world';
import type { Rule } from '../rulesets/model';
import type { SecurityEvent, SeenRequest } from './model';
import { judgeNew } from './new';
import type { Trips } from './parse';
import { judgePrevious } from './previous';
import type { SecurityEvents } from './state';

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
