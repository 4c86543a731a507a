import { domainKey } from '../../client/domain';
import { asFields, filledTextOf, isObject, parseJson } from '../../ground/json';
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

type Part = 'source' | 'rule' | 'action' | 'ray' | 'method' | 'host' | 'path' | 'at';

/** The names of what an event has, in one of the two formats. */
interface Format {
  readonly names: Readonly<Record<Part, string>>;
  readonly sources: ReadonlyMap<string, SecurityEvent['source']>;
  readonly required: readonly Part[];
}

const emulatorFormat: Format = {
  names: {
    source: 'source',
    rule: 'rule_id',
    action: 'action',
    ray: 'ray_id',
    method: 'method',
    host: 'host',
    path: 'path',
    at: 'occurred_at',
  },
  sources: new Map([
    ['previous', 'previous'],
    ['new', 'new'],
  ]),
  required: ['rule', 'action', 'method', 'host', 'path'],
};

/** Source: the service's page on the dataset; the fields are in lib/logs/datasets.json. */
const datasetFormat: Format = {
  names: {
    source: 'Source',
    rule: 'RuleID',
    action: 'Action',
    ray: 'RayID',
    method: 'ClientRequestMethod',
    host: 'ClientRequestHost',
    path: 'ClientRequestPath',
    at: 'Datetime',
  },
  // In lower case: other sources capitalize them.
  sources: new Map([
    ['waf', 'previous'],
    ['firewallmanaged', 'new'],
  ]),
  required: ['rule', 'action', 'ray', 'method', 'host', 'path'],
};

/** Reads an event of the emulator, or a line of the dataset `firewall_events`. */
export function readEvent(value: unknown): EventLine {
  if (!isObject(value)) return bad('it is not an object');
  const isEmulated = Object.hasOwn(value, 'source') || Object.hasOwn(value, 'rule_id');
  const { names, sources, required } = isEmulated ? emulatorFormat : datasetFormat;
  const fields = new Map(Object.entries(isEmulated ? { ...value, ...asFields(value.request) } : value));
  const textOf = (part: Part) => filledTextOf(fields.get(names[part])) ?? '';
  const source = textOf('source');
  if (source === '')
    return bad(
      isEmulated
        ? 'it has no source'
        : 'it is neither a line of firewall_events (no Source) nor an event of the emulator (no source)',
    );
  const implementation = sources.get(source.toLowerCase());
  if (implementation === undefined) return { kind: 'ignored', source };
  const missing = required.filter((part) => textOf(part) === '').map((part) => names[part]);
  if (missing.length > 0) return bad(`it has no ${missing.join(', ')}`);
  const [rule_id, ray, action] = [textOf('rule'), textOf('ray'), plainAction(textOf('action'))];
  if (action === undefined) return bad(`its ${names.action} "${textOf('action')}" is unknown`);
  const host = spellHost(textOf('host'));
  const zone = isEmulated ? undefined : filledTextOf(fields.get('ZoneName'));
  // The dataset does not name the ruleset; only for the rule that acts on the score is it certain.
  const isOfScore = rule_id === anomalyScoreRule;
  const assumed = implementation === 'new' ? managedRulesets[isOfScore ? 'owasp' : 'managed'] : undefined;
  const ruleset = isEmulated ? filledTextOf(fields.get('ruleset_id')) : assumed;
  return {
    kind: 'event',
    isRulesetAssumed: !isEmulated && implementation === 'new' && !isOfScore,
    place: zone === undefined ? host.replace(/:\d+$/, '') : domainKey(zone),
    at: timeOf(fields.get(names.at)),
    event: {
      rule_id,
      source: implementation,
      action,
      request: { method: textOf('method'), host, path: textOf('path') },
      ...(ray !== '' && { ray_id: ray }),
      ...(ruleset !== undefined && { ruleset_id: ruleset }),
    },
  };
}

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

/** A time as the dataset has it: RFC 3339, or seconds, milliseconds or nanoseconds since 1970. */
function timeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  const at =
    typeof number === 'number'
      ? number * (number > 1e16 ? 1e-6 : number > 1e11 ? 1 : 1000)
      : Date.parse(filledTextOf(value) ?? '');
  return Math.abs(at) <= 8.64e15 ? at : undefined;
}

function bad(reason: string): EventLine {
  return { kind: 'bad', reason };
}
