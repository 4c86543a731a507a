import type { Draw } from '../random';
import { description, oddText, type MakeId } from './names';

const customFieldsPhase = 'http_log_custom_fields';

/** The keys of a zone in a fixture. */
export interface RulesetsOfZone {
  readonly custom_field_limits?: 'current';
  readonly rulesets: readonly object[];
}

/** Custom log fields of every form, and rulesets of other products. */
export function makeRulesets(index: number, zoneName: string, draw: Draw, id: MakeId): RulesetsOfZone {
  const rules = rulesOf(index);
  const limits = index % 8 >= 5 ? { custom_field_limits: 'current' as const } : {};
  const others =
    index % 4 === 1 ? [otherRuleset('http_request_firewall_custom'), otherRuleset('http_ratelimit')] : [];
  if (rules === undefined) return { ...limits, rulesets: others };
  const fields = {
    id: id(`custom fields of ${zoneName}`),
    name: index % 3 === 0 ? 'Custom log fields' : oddText(draw, 'Custom log fields', index),
    description: description(draw),
    phase: customFieldsPhase,
    rules,
  };
  return { ...limits, rulesets: [fields, ...others] };
}

/** Undefined where the zone has no such ruleset. */
function rulesOf(index: number): readonly object[] | undefined {
  switch (index % 8) {
    case 0:
      return [rule({ request_fields: named('x-trace-id', 'user-agent'), cookie_fields: named('session') })];
    case 1:
      return undefined;
    case 2:
      return [
        rule(
          {
            request_fields: named("x-!#$%&'*+-.^_`|~0"),
            cookie_fields: named('cart[id]', '${cookie}', '%{cookie}', "it's`x`", '__Host-Sid'),
          },
          { description: 'two lines\n${x} "quoted"' },
        ),
      ];
    case 3:
      // An enabled rule beside a disabled one, which the resource does not have.
      return [
        rule({ request_fields: named('x-a') }),
        rule({ response_fields: named('x-b') }, { enabled: false }),
      ];
    case 4:
      return [
        rule({ request_fields: named(...Array.from({ length: 20 }, (_, at) => `x-request-${at}`)) }),
        rule({ response_fields: named('server', 'range') }, { description: 'second rule' }),
      ];
    case 5:
      return [
        rule({
          request_fields: named('x-trace-id'),
          transformed_request_fields: named('x-transformed'),
          response_fields: [{ name: 'set-cookie', preserve_duplicates: true }, { name: 'server' }],
          raw_response_fields: [{ name: 'via', preserve_duplicates: true }],
          cookie_fields: named('a'),
        }),
      ];
    case 6:
      return index % 16 === 6 ? [] : [rule({ cookie_fields: named('sid') }, { enabled: false })];
    default:
      return [
        rule({
          raw_response_fields: named(...Array.from({ length: 60 }, (_, at) => `x-raw-${at}`)),
          transformed_request_fields: named('x-only'),
        }),
      ];
  }
}

function rule(parameters: object, more: object = {}): object {
  return {
    action: 'log_custom_field',
    expression: 'true',
    description: '',
    action_parameters: parameters,
    ...more,
  };
}

function named(...names: readonly string[]): readonly object[] {
  return names.map((name) => ({ name }));
}

function otherRuleset(phase: string): object {
  return {
    name: `Other ${phase}`,
    phase,
    rules: [{ action: 'block', expression: 'ip.src eq 192.0.2.1', description: "it's ${not} ours" }],
  };
}
