import { domainKey } from '../../client/domain';
import { filledTextOf, isObject, parseJson } from '../../ground/json';
import { limits } from '../../ground/limits';
import { messageOf } from '../../ground/words';
import { anomalyScoreRule, managedRulesets, type SecurityEvent } from '../../waf';

export type EventLine =
  | {
      readonly kind: 'event';
      readonly event: SecurityEvent;
      readonly isRulesetAssumed: boolean;
      /** The zone that the event names, otherwise its host, as {@link domainKey} spells it. */
      readonly place: string;
      /** In milliseconds since 1970; undefined where the event has no time. */
      readonly at: number | undefined;
    }
  /** An event of another product than managed rules. */
  | { readonly kind: 'ignored'; readonly source: string }
  | { readonly kind: 'bad'; readonly reason: string };

/** Reads a line in either of the two formats; undefined for one that is too long. */
export function readEventLine(text: string | undefined): EventLine {
  if (text === undefined) return bad(`it is longer than ${limits.line >> 20} MB`);
  let value;
  try {
    value = parseJson(text);
  } catch (error) {
    // Without what the parser quotes from the line.
    return bad(`it ${messageOf(error).replace(/:.*/s, '')}`);
  }
  return readEvent(value);
}

/** Reads an event of the emulator, or a line of the dataset `firewall_events`. */
export function readEvent(value: unknown): EventLine {
  if (!isObject(value)) return bad('it is not an object');
  const fields = new Map<string, unknown>(Object.entries(value));
  if (fields.has('source') || fields.has('rule_id')) return readEmulated(fields);
  if (textIn(fields, 'Source') !== undefined) return readLogLine(fields);
  return bad('it is neither a line of firewall_events (no Source) nor an event of the emulator (no source)');
}

type Fields = ReadonlyMap<string, unknown>;

function readEmulated(fields: Fields): EventLine {
  const source = textIn(fields, 'source');
  const [rule, action, ray, ruleset] = ['rule_id', 'action', 'ray_id', 'ruleset_id'].map((name) =>
    textIn(fields, name),
  );
  const request = fields.get('request');
  const inRequest = new Map<string, unknown>(
    typeof request === 'object' && request !== null ? Object.entries(request) : [],
  );
  const [method, host, path] = ['method', 'host', 'path'].map((name) => textIn(inRequest, name));
  if (source !== undefined && source !== 'previous' && source !== 'new') return { kind: 'ignored', source };
  if (source === undefined) return bad('it has no source');
  if (rule === undefined) return bad('it has no rule_id');
  if (action === undefined) return bad('it has no action');
  if (method === undefined || host === undefined || path === undefined)
    return bad('its request has no method, host or path');
  const plain = plainAction(action);
  if (plain === undefined) return bad(`its action "${action}" is unknown`);
  const spelled = spellHost(host);
  return {
    kind: 'event',
    isRulesetAssumed: false,
    place: withoutPort(spelled),
    at: timeOf(fields.get('occurred_at')),
    event: {
      rule_id: rule,
      source,
      action: plain,
      request: { method, host: spelled, path },
      ...(ray !== undefined && { ray_id: ray }),
      ...(ruleset !== undefined && { ruleset_id: ruleset }),
    },
  };
}

/** Source: the service's page on the dataset; the fields are in lib/logs/datasets.json. */
function readLogLine(fields: Fields): EventLine {
  const source = textIn(fields, 'Source') ?? '';
  const implementation = sources.get(source.toLowerCase());
  if (implementation === undefined) return { kind: 'ignored', source };
  const missing = logFields.filter((name) => textIn(fields, name) === undefined);
  if (missing.length > 0) return bad(`it has no ${missing.join(', ')}`);
  const [rule = '', action = '', ray = '', method = '', host = '', path = ''] = logFields.map(
    (name) => textIn(fields, name) ?? '',
  );
  const plain = plainAction(action);
  if (plain === undefined) return bad(`its Action "${action}" is unknown`);
  const spelled = spellHost(host);
  const zone = textIn(fields, 'ZoneName');
  const event = {
    rule_id: rule,
    ray_id: ray,
    source: implementation,
    action: plain,
    request: { method, host: spelled, path },
  };
  const common = {
    kind: 'event',
    place: zone === undefined ? withoutPort(spelled) : domainKey(zone),
    at: timeOf(fields.get('Datetime')),
  } as const;
  if (implementation === 'previous') return { ...common, event, isRulesetAssumed: false };
  // The dataset does not name the ruleset; only for the rule that acts on the score is it certain.
  const isOfScore = rule === anomalyScoreRule;
  const ruleset_id = isOfScore ? managedRulesets.owasp : managedRulesets.managed;
  return { ...common, event: { ...event, ruleset_id }, isRulesetAssumed: !isOfScore };
}

const logFields = [
  'RuleID',
  'Action',
  'RayID',
  'ClientRequestMethod',
  'ClientRequestHost',
  'ClientRequestPath',
] as const;

/** The implementations by their names in the dataset, in lower case: other sources capitalize them. */
const sources: ReadonlyMap<string, SecurityEvent['source']> = new Map([
  ['waf', 'previous'],
  ['firewallmanaged', 'new'],
]);

/**
 * The dataset writes actions without underscores, and also records whether a challenge was solved, or skipped by a
 * visitor who had solved one before. The rule acted in each case. Undefined for an action that is not known: whether the request
 * was stopped is not known either.
 */
function plainAction(action: string): string | undefined {
  const lower = action.toLowerCase();
  const [, kind] = /^(managed|js|)_?challenge/.exec(lower) ?? [];
  if (kind !== undefined) return kind === '' ? 'challenge' : `${kind}_challenge`;
  const plain = lower.replaceAll('_', '');
  if (stoppingActions.has(plain)) return 'block';
  return passingActions.has(plain) ? lower : undefined;
}

const stoppingActions: ReadonlySet<string> = new Set([
  'block',
  'drop',
  'connectionclose',
  'forceconnectionclose',
]);
const passingActions: ReadonlySet<string> = new Set([
  'allow',
  'bypass',
  'execute',
  'log',
  'rewrite',
  'score',
  'simulate',
  'skip',
]);

/** A host in one spelling, with its port. A log has few different ones. */
function spellHost(host: string): string {
  const known = spelledHosts.get(host);
  if (known !== undefined) return known;
  const [port = ''] = /:\d+$/.exec(host) ?? [];
  const spelled = domainKey(port === '' ? host : host.slice(0, -port.length)) + port;
  if (spelledHosts.size >= mostSpelledHosts) spelledHosts.clear();
  spelledHosts.set(host, spelled);
  return spelled;
}

const spelledHosts = new Map<string, string>();
const mostSpelledHosts = 10_000;

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}

/** A time as the dataset has it: RFC 3339, or seconds, milliseconds or nanoseconds since 1970. */
function timeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  const at =
    typeof number === 'number'
      ? number * (number > 1e16 ? 1e-6 : number > 1e11 ? 1 : 1000)
      : Date.parse(filledTextOf(value) ?? '');
  return Math.abs(at) <= 8.64e15 ? at : undefined;
}

function textIn(fields: Fields, name: string): string | undefined {
  const value = fields.get(name);
  return filledTextOf(value);
}

function bad(reason: string): EventLine {
  return { kind: 'bad', reason };
}
