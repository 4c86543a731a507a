import {
  bool,
  computed,
  defineContract,
  isListValue,
  isWhollyKnown,
  oneOf,
  optional,
  optionalComputed,
  required,
  setOf,
  string,
  errorAt,
  type Check,
  type Diagnostic,
  type ObjectValue,
  type Value,
} from '../../schema';
import { checkCustomFields, customFieldLimits } from '../../logs';
import { faultDiagnostics } from '../faults';
import { checkIdentifier } from '../identifiers';

/** What to do if the zone's entry point ruleset already has rules. */
export const onExistingValues = ['refuse', 'replace'] as const;

/** The name of a ruleset whose user gave none. */
export const defaultRulesetName = 'Custom log fields';

const checkName: Check = (value, path) => {
  if (typeof value !== 'string' || value.trim() !== '') return [];
  const detail = `name is ${JSON.stringify(value)}, and a ruleset needs a name. Set it, or omit it to use "${defaultRulesetName}".`;
  return [errorAt(path, 'Empty name', detail)];
};

/** The zone's ruleset of phase http_log_custom_fields: specification 2.2 to 2.4, limits of section 8. */
export const customFieldsRulesetContract = defineContract({
  typeName: 'edge_custom_fields_ruleset',
  version: 0,
  description:
    'The custom log fields of a zone: the request headers, response headers and cookies that Logpush includes in log ' +
    'lines. A zone has at most one such ruleset.',
  naturalKey: { attributes: ['zone_id'], isUnique: true },
  importForms: ['<zone id>/http_log_custom_fields', '<zone id>/<ruleset id>'],
  attributes: {
    zone_id: required(string, {
      description: 'ID of the zone.',
      replaces: true,
      checks: [checkIdentifier],
    }),
    request_headers: optional(setOf(string), {
      description: `Names of request headers, in lower case. The three sets together hold at most ${customFieldLimits.names} names.`,
    }),
    response_headers: optional(setOf(string), { description: 'Names of response headers, in lower case.' }),
    cookies: optional(setOf(string), {
      description: 'Names of cookies, with the same capitalization as in the request.',
    }),
    enabled: optional(bool, {
      description: 'Whether log lines include the fields.',
      default: true,
    }),
    name: optionalComputed(string, {
      description: `Name of the ruleset. Defaults to "${defaultRulesetName}". The API cannot rename a ruleset.`,
      replaces: true,
      stable: true,
      checks: [checkName],
    }),
    description: optional(string, {
      description: 'Description of the ruleset.',
      default: '',
    }),
    on_existing: optional(string, {
      description:
        'What to do if the zone already has such a ruleset with rules: `refuse` fails and lists the rules, ' +
        '`replace` overwrites them. An empty ruleset is always adopted.',
      default: 'refuse',
      checks: [oneOf(onExistingValues)],
      // It only affects creation, so a later change is a no-op.
      sameMeaning: () => true,
    }),
    id: computed(string, { description: 'ID of the ruleset.', stable: true }),
    rule_id: computed(string, { description: 'ID of the only rule in the ruleset.' }),
    version: computed(string, {
      description: 'Version of the ruleset. The API increments it with every change.',
    }),
    last_updated: computed(string, { description: 'Time of the last change (RFC 3339).' }),
  },
  check: checkNames,
});

export type CustomFieldsRulesetAttributes = (typeof customFieldsRulesetContract)['attributes'];

/** The key of each set in `checkCustomFields`. */
const sets = [
  { key: 'requestHeaders', attribute: 'request_headers' },
  { key: 'responseHeaders', attribute: 'response_headers' },
  { key: 'cookies', attribute: 'cookies' },
] as const;

/** Reports no names, too many names and invalid names. Skips sets that are unknown until apply. */
function checkNames(values: ObjectValue): readonly Diagnostic[] {
  const given = sets.map((set) => ({ ...set, value: values[set.attribute] ?? null }));
  const allKnown = given.every(({ value }) => isWhollyKnown(value));
  const known = Object.fromEntries(given.map(({ key, value }) => [key, knownNames(value)]));
  const faults = checkCustomFields({ requestHeaders: [], responseHeaders: [], cookies: [], ...known });
  // A fault of all sets together is reported at the first set in the configuration.
  const first = given.find(({ value }) => value !== null) ?? sets[0];
  return faults
    .filter(({ code }) => allKnown || code !== 'custom_fields.none')
    .flatMap((fault) => {
      const { attribute } = sets.find(({ key }) => key === fault.path[0]) ?? first;
      return faultDiagnostics([attribute], 'Custom fields', [fault]);
    });
}

function knownNames(value: Value): string[] {
  return isListValue(value) ? value.filter((each) => typeof each === 'string') : [];
}
