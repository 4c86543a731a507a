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

/** What to do with an entry point that has rules already. */
export const onExistingValues = ['refuse', 'replace'] as const;

/** The name of a ruleset whose user gave none. */
export const defaultRulesetName = 'Custom log fields';

const checkName: Check = (value, path) => {
  if (typeof value !== 'string' || value.trim() !== '') return [];
  const detail = `name is ${JSON.stringify(value)}, and a ruleset has to have one. Write it, or leave name out: "${defaultRulesetName}" then.`;
  return [errorAt(path, 'Empty name', detail)];
};

/** The zone's ruleset of phase http_log_custom_fields: specification 2.2 to 2.4, limits of section 8. */
export const customFieldsRulesetContract = defineContract({
  typeName: 'edge_custom_fields_ruleset',
  version: 0,
  description:
    'The custom fields of a zone: which request headers, response headers and cookies are written into delivered log ' +
    'lines. A zone has one such ruleset.',
  naturalKey: { attributes: ['zone_id'], isUnique: true },
  attributes: {
    zone_id: required(string, {
      description: 'The zone. A change makes a new ruleset.',
      replaces: true,
      checks: [checkIdentifier],
    }),
    request_headers: optional(setOf(string), {
      description: `Names of request headers, in lower case. At most ${customFieldLimits.names} names in all three sets together.`,
    }),
    response_headers: optional(setOf(string), { description: 'Names of response headers, in lower case.' }),
    cookies: optional(setOf(string), {
      description: 'Names of cookies, in the capitalization of the request.',
    }),
    enabled: optional(bool, {
      description: 'Whether the fields are delivered. True by default.',
      default: true,
    }),
    name: optionalComputed(string, {
      description: `Name of the ruleset, "${defaultRulesetName}" by default. The service can't rename one: a change makes a new ruleset.`,
      replaces: true,
      stable: true,
      checks: [checkName],
    }),
    description: optional(string, { description: 'Free text.', default: '' }),
    on_existing: optional(string, {
      description:
        'What to do when the zone has such a ruleset with rules in it already: `refuse` (default) tells what is in ' +
        'it, `replace` overwrites it. An empty one is adopted.',
      default: 'refuse',
      checks: [oneOf(onExistingValues)],
      // It speaks of the moment of creation alone: a later change of mind changes nothing.
      sameMeaning: () => true,
    }),
    id: computed(string, { description: 'The id of the ruleset.', stable: true }),
    rule_id: computed(string, { description: 'The id of its one rule.' }),
    version: computed(string, { description: 'Rises with every change.' }),
    last_updated: computed(string, { description: 'Time of the last change, RFC 3339.' }),
  },
  check: checkNames,
});

export type CustomFieldsRulesetAttributes = (typeof customFieldsRulesetContract)['attributes'];

/** The key under which the log room knows each set. */
const sets = [
  { key: 'requestHeaders', attribute: 'request_headers' },
  { key: 'responseHeaders', attribute: 'response_headers' },
  { key: 'cookies', attribute: 'cookies' },
] as const;

/** None at all, more than the limit, a header not in lower case: whatever can be told of the sets that are known. */
function checkNames(values: ObjectValue): readonly Diagnostic[] {
  const given = sets.map((set) => ({ ...set, value: values[set.attribute] ?? null }));
  const allKnown = given.every(({ value }) => isWhollyKnown(value));
  const known = Object.fromEntries(given.map(({ key, value }) => [key, knownNames(value)]));
  const faults = checkCustomFields({ requestHeaders: [], responseHeaders: [], cookies: [], ...known });
  // What is wrong with all together is told where there is something to look at.
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
