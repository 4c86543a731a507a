import { textsOf } from '../../ground/json';
import {
  bool,
  computed,
  defineContract,
  isWhollyKnown,
  optional,
  optionalComputed,
  required,
  setOf,
  string,
  isFilled,
  ofText,
  type Diagnostic,
  type ObjectValue,
} from '../../schema';
import {
  checkCustomFieldLimits,
  checkCustomFieldNames,
  currentCustomFieldLimits,
  customFieldKinds,
  customFieldLimits,
  type CustomFieldLimitSet,
  type CustomFields,
  type Fault,
} from '../../logs';
import { faultDiagnostics } from '../faults';
import { checkIdentifier } from '../identifiers';
import { own } from '../../ground/record';

export const defaultRulesetName = 'Custom log fields';

const checkName = ofText(
  'Empty name',
  isFilled,
  (name) =>
    `name is ${JSON.stringify(name)}, and a ruleset needs a name. Set it, or omit it to use "${defaultRulesetName}".`,
);

const needsCurrent = 'Needs `custom_field_limits = "current"` of the provider.';

/** The zone's ruleset of custom log fields: specification 2.2 to 2.4. What depends on the provider's limits is in {@link checkLimits}. */
export const customFieldsRulesetContract = defineContract({
  typeName: 'edge_custom_fields_ruleset',
  version: 0,
  description:
    'The custom log fields of a zone: the request headers, response headers and cookies that Logpush includes in log ' +
    'lines. A zone has at most one such ruleset.',
  naturalKey: { attributes: ['zone_id'], isUnique: true },
  importForms: ['<zone>/http_log_custom_fields', '<zone>/<ruleset id>'],
  identity: ['zone_id'],
  attributes: {
    zone_id: required(string, {
      description: 'ID of the zone.',
      replaces: true,
      checks: [checkIdentifier],
    }),
    request_headers: optional(setOf(string), {
      description:
        'Names of request headers, in lower case, which are logged as the client sent them, for example `x-request-id`. ' +
        `\`request_headers\`, \`response_headers\` and \`cookies\` together hold at most ${customFieldLimits.names} names, ` +
        `or ${currentCustomFieldLimits.namesPerKind} each with the provider's \`custom_field_limits = "current"\`.`,
    }),
    transformed_request_headers: optional(setOf(string), {
      description:
        `Names of request headers, in lower case, which are logged as transform rules left them. ${needsCurrent} A header is ` +
        'one of these or of `request_headers`, but not both.',
    }),
    response_headers: optional(setOf(string), {
      description:
        'Names of response headers, in lower case. With `custom_field_limits = "current"` they are logged as transform ' +
        'rules left them, otherwise as the origin sent them.',
    }),
    raw_response_headers: optional(setOf(string), {
      description:
        `Names of response headers, in lower case, which are logged as the origin sent them. ${needsCurrent} A header is one ` +
        'of these or of `response_headers`, but not both.',
    }),
    preserve_duplicates: optional(setOf(string), {
      description:
        'Names in `response_headers` or `raw_response_headers` of which every instance is logged, as an array: for example ' +
        `\`set-cookie\`. If omitted, the first instance of each header is logged. ${needsCurrent}`,
    }),
    cookies: optional(setOf(string), {
      description: 'Names of cookies, with the same capitalization as in the request.',
    }),
    enabled: optional(bool, {
      description: 'Whether log lines include the fields.',
      default: true,
    }),
    name: optionalComputed(string, {
      member: 'name',
      description:
        `Name of the ruleset. If omitted, "${defaultRulesetName}", or the name of the ruleset without rules that the zone has. The API cannot ` +
        'rename a ruleset: a new name makes an update that deletes the ruleset and creates it again, with another `id`. Refused if the ' +
        'ruleset also has rules of others.',
      isOutput: true,
      useStateForUnknown: true,
      checks: [checkName],
    }),
    description: optional(string, {
      member: 'description',
      description: 'Description of the ruleset, free text.',
      default: '',
    }),
    id: computed(string, { member: 'id', description: 'ID of the ruleset.', useStateForUnknown: true }),
    rule_id: computed(string, {
      description:
        'ID of the rule of this resource in the ruleset. Other rules of the ruleset belong to others.',
    }),
    version: computed(string, {
      member: 'version',
      description: 'Version of the ruleset. The API increments it with every change.',
    }),
    last_updated: computed(string, {
      member: 'last_updated',
      description: 'Time of the last change (RFC 3339).',
    }),
  },
  check: checkNames,
});

export type CustomFieldsRulesetAttributes = (typeof customFieldsRulesetContract)['attributes'];

const attributes = {
  requestHeaders: 'request_headers',
  transformedRequestHeaders: 'transformed_request_headers',
  responseHeaders: 'response_headers',
  rawResponseHeaders: 'raw_response_headers',
  cookies: 'cookies',
  preserveDuplicates: 'preserve_duplicates',
} as const satisfies Record<Exclude<keyof CustomFields, 'limits'>, string>;

export const namesAttributes = Object.values(attributes);
export type NamesAttribute = (typeof namesAttributes)[number];

export const fieldSets = customFieldKinds.map((kind) => ({ ...kind, attribute: attributes[kind.key] }));

export type FieldSet = (typeof fieldSets)[number];

export function contractWith(limits: CustomFieldLimitSet): typeof customFieldsRulesetContract {
  return limitedContracts[limits];
}

export function checkLimits(values: ObjectValue, limits: CustomFieldLimitSet): readonly Diagnostic[] {
  const { known, diagnose } = readNames(values);
  return checkCustomFieldLimits({ ...known, limits }).flatMap(diagnose);
}

/** Reports no names and invalid names. Skips sets that are unknown until apply. */
function checkNames(values: ObjectValue): readonly Diagnostic[] {
  const { known, diagnose, isKnown } = readNames(values);
  const areResponsesKnown = isKnown(attributes.responseHeaders) && isKnown(attributes.rawResponseHeaders);
  const skipped = [
    ...(fieldSets.every(({ attribute }) => isKnown(attribute)) ? [] : ['custom_fields.none']),
    ...(areResponsesKnown ? [] : ['custom_fields.not_listed']),
  ];
  return checkCustomFieldNames(known)
    .filter(({ code }) => !skipped.includes(code))
    .flatMap(diagnose);
}

function readNames(values: ObjectValue) {
  const valueOf = (attribute: string) => own(values, attribute) ?? null;
  const known = Object.fromEntries(
    Object.entries(attributes).map(([key, attribute]) => [key, textsOf(valueOf(attribute))]),
  );
  // A fault of all sets together is reported at the first set in the configuration.
  const first = Object.values(attributes).find((attribute) => valueOf(attribute) !== null);
  return {
    known: { requestHeaders: [], responseHeaders: [], cookies: [], ...known },
    isKnown: (attribute: string) => isWhollyKnown(valueOf(attribute)),
    diagnose: (fault: Fault) => {
      const [, attribute] = Object.entries(attributes).find(([key]) => key === fault.path[0]) ?? [];
      return faultDiagnostics([attribute ?? first ?? attributes.requestHeaders], 'Custom fields', [fault]);
    },
  };
}

const limitedContracts = {
  specification: withLimits('specification'),
  current: withLimits('current'),
};

function withLimits(limits: CustomFieldLimitSet): typeof customFieldsRulesetContract {
  return {
    ...customFieldsRulesetContract,
    check: (values) => [...checkLimits(values, limits), ...checkNames(values)],
  };
}
