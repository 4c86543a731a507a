import { Fn, Token, type IResolvable, type TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import type { CustomFieldLimitSet } from '../../logs';
import { describeValue } from '../../schema';
import {
  declareResource,
  EdgeResource,
  formOf,
  isExpression,
  hasTemplateSequence,
  refuseFaults,
  type EdgeResourceProps,
  type GivenAttributes,
  instanceOf,
} from '../edge-resource';
import { resolveOwners, zoneNameRule } from '../named-owners';
import { findFaults, findFormFaults, constructLabel, readProps, refuse } from '../props';
import { providerFacts } from '../provider-settings';
import { addWarning } from '../synth-warnings';
import { findInZone, registerInZone } from '../zone-registry';
import { contractWith, customFieldsRulesetContract, fieldSets } from './contract';

export interface CustomFieldsRulesetProps extends EdgeResourceProps {
  /**
   * Id of the zone, 32 hexadecimal digits. Give either this or `zoneName`. A change replaces the ruleset.
   *
   * @default - `zoneName` says which zone it is
   */
  readonly zoneId?: string;

  /**
   * Name of the zone, its domain. The plan finds its id. Not available with `EdgeDriver.PROVISIONER`.
   *
   * @default - `zoneId` says which zone it is
   */
  readonly zoneName?: string;

  /**
   * Names of the request headers to log as the client sent them, for example `x-request-id`. They are case-insensitive and
   * converted to lower case. A ruleset holds at most 40 names: request headers, response headers and cookies together. With
   * `CustomFieldLimits.CURRENT` of the provider, it holds 100 names of each kind.
   *
   * @default - none; `addRequestHeaders` adds some later
   */
  readonly requestHeaders?: string[];

  /**
   * Names of the request headers to log as transform rules left them. Needs `CustomFieldLimits.CURRENT` of the provider. A
   * header is logged as the client sent it, or so, but not both.
   *
   * @default - none; `addTransformedRequestHeaders` adds some later
   */
  readonly transformedRequestHeaders?: string[];

  /**
   * Names of the response headers to log. They are case-insensitive and converted to lower case. With
   * `CustomFieldLimits.CURRENT` of the provider, they are logged as transform rules left them, otherwise as the origin sent
   * them.
   *
   * @default - none; `addResponseHeaders` adds some later
   */
  readonly responseHeaders?: string[];

  /**
   * Names of the response headers to log as the origin sent them. Needs `CustomFieldLimits.CURRENT` of the provider. A
   * header is logged so, or as transform rules left it, but not both.
   *
   * @default - none; `addRawResponseHeaders` adds some later
   */
  readonly rawResponseHeaders?: string[];

  /**
   * Names of headers in `responseHeaders` or `rawResponseHeaders` that are logged with every instance, as an array: for
   * example `set-cookie`. Needs `CustomFieldLimits.CURRENT` of the provider.
   *
   * @default - none: the first instance of a header is logged; `preserveDuplicates` adds some later
   */
  readonly preserveDuplicates?: string[];

  /**
   * Names of the cookies to log. They are case-sensitive.
   *
   * @default - none; `addCookies` adds some later
   */
  readonly cookies?: string[];

  /**
   * Whether the fields appear in the delivered log lines.
   *
   * @default - true
   */
  readonly enabled?: boolean | IResolvable;

  /**
   * Name of the ruleset. The service cannot rename a ruleset, so an update deletes it and creates it again, unless it also has rules of
   * others: then the plan fails.
   *
   * @default - "Custom log fields", or the name of the ruleset without rules that the zone has
   */
  readonly name?: string;

  /**
   * Description of the ruleset, free text.
   *
   * @default - ""
   */
  readonly description?: string;
}

/**
 * The custom log fields of a zone: request headers, response headers and cookies that the service adds to log lines. An
 * `http_requests` job of the zone delivers them if its `fields` include `RequestHeaders`, `ResponseHeaders` or `Cookies`.
 *
 * A zone has one ruleset of the phase `http_log_custom_fields`. So create one construct for each zone, and let modules
 * that need further fields add them with `addRequestHeaders`, `addResponseHeaders`, `addCookies` and so on.
 *
 * Import id: `<zone>/http_log_custom_fields`, or `<zone>/<ruleset id>`. `<zone>` is the id or the name of the zone.
 *
 * @example
 * const fields = new CustomFieldsRuleset(this, 'fields', {
 *   zoneId,
 *   requestHeaders: ['X-Request-Id'],
 *   cookies: ['sessionId'],
 * });
 * fields.addResponseHeaders('Server-Timing');
 */
export class CustomFieldsRuleset extends EdgeResource {
  /** Id of the zone. With `zoneName` it is known in the plan. */
  public readonly zoneId: string;
  public readonly resource: TerraformResource;
  /** The lists of names in the order in which they were added, by their attribute. */
  private readonly names = new Map<NamesAttribute, (readonly string[])[]>(
    namesAttributes.map((attribute) => [attribute, []]),
  );

  private readonly given: GivenAttributes;
  private readonly limits: CustomFieldLimitSet | undefined;

  public constructor(scope: Construct, id: string, props: CustomFieldsRulesetProps) {
    super(scope, id);
    const read = readProps(constructLabel(this), form, props);
    const { zoneId = '', attributes, faults } = resolveOwners(this, props, 'zone');
    this.given = { ...read.given, ...attributes };
    refuse(constructLabel(this), [...read.faults, ...faults, ...findFormFaults(form.attributes, this.given)]);
    this.zoneId = zoneId;
    this.limits = providerFacts(this, props.provider).settings.customFieldLimits;
    this.resource = declareResource(this, customFieldsRulesetContract, props, () => this.attributes());
    registerInZone(customFieldsRulesetContract.typeName, this);
    for (const attribute of namesAttributes) this.addNames(attribute, listOf(read.given[attribute]));
    this.refuseFaultsOfNames();
    this.warnOfCreateBeforeDestroy(props.lifecycle?.createBeforeDestroy);
    this.node.addValidation({ validate: () => [...this.faultsAtSynth(), ...this.duplicatesOfZone()] });
  }

  /** Adds request headers. Throws if a name is a duplicate, or if the ruleset would have too many names. */
  public addRequestHeaders(...names: string[]): void {
    this.addChecked('addRequestHeaders', 'request_headers', names);
  }

  /**
   * Adds request headers as transform rules left them. Throws if a name is a duplicate, if the ruleset would have too many
   * names, or without `CustomFieldLimits.CURRENT` of the provider.
   */
  public addTransformedRequestHeaders(...names: string[]): void {
    this.addChecked('addTransformedRequestHeaders', 'transformed_request_headers', names);
  }

  /** Adds response headers. Throws if a name is a duplicate, or if the ruleset would have too many names. */
  public addResponseHeaders(...names: string[]): void {
    this.addChecked('addResponseHeaders', 'response_headers', names);
  }

  /**
   * Adds response headers as the origin sent them. Throws if a name is a duplicate, if the ruleset would have too many names,
   * or without `CustomFieldLimits.CURRENT` of the provider.
   */
  public addRawResponseHeaders(...names: string[]): void {
    this.addChecked('addRawResponseHeaders', 'raw_response_headers', names);
  }

  /** Adds cookies. Throws if a name is a duplicate, or if the ruleset would have too many names. */
  public addCookies(...names: string[]): void {
    this.addChecked('addCookies', 'cookies', names);
  }

  /**
   * Logs every instance of response headers that the ruleset has, as an array. Throws if it does not have one of them, or
   * without `CustomFieldLimits.CURRENT` of the provider.
   */
  public preserveDuplicates(...names: string[]): void {
    this.addChecked('preserveDuplicates', 'preserve_duplicates', names);
  }

  /** Whether the ruleset has names for a log field: `RequestHeaders`, `ResponseHeaders` or `Cookies`. */
  public carries(logField: string): boolean {
    return fieldSets.some(
      (each) => each.logField === logField && this.names.get(each.attribute)?.length !== 0,
    );
  }

  /**
   * One instance of a construct with `forEach` or `count`, with its outputs, its address and its import.
   *
   * @param key - the key of the iterator, or the index from 0
   */
  public at(key: string | number): CustomFieldsRuleset {
    return instanceOf<CustomFieldsRuleset>(this, key);
  }

  /** Id of the ruleset. */
  public get id(): string {
    return this.outputs.getStringAttribute('id');
  }

  /** Id of the rule with these fields. Other rules of the ruleset belong to others. */
  public get ruleId(): string {
    return this.outputs.getStringAttribute('rule_id');
  }

  /** Name of the ruleset. */
  public get name(): string {
    return this.outputs.getStringAttribute('name');
  }

  /** Version of the ruleset. The service increments it with every change. */
  public get version(): string {
    return this.outputs.getStringAttribute('version');
  }

  /** Time of the last change, in RFC 3339 format. */
  public get lastUpdated(): string {
    return this.outputs.getStringAttribute('last_updated');
  }

  private addNames(attribute: NamesAttribute, added: readonly string[]): void {
    if (added.length === 0) return;
    const logField = fieldSets.find((each) => each.attribute === attribute)?.logField;
    if (logField !== undefined && !this.carries(logField)) registerInZone(logField, this);
    this.names.get(attribute)?.push([...(attribute === 'cookies' ? added : lowerCase(added))]);
  }

  private addChecked(method: string, attribute: NamesAttribute, names: readonly string[]): void {
    const place = `${constructLabel(this)}.${method}`;
    const lines = names.flatMap((name: unknown, index) => {
      if (typeof name === 'string' || isExpression(name)) return [];
      const fix = Array.isArray(name)
        ? 'Spread the array: write ... before it.'
        : 'Correct it, or leave it out.';
      return [
        `names[${index}]: Wrong type: names[${index}] is ${describeValue(name)}. It must be a string. ${fix}`,
      ];
    });
    refuse(place, lines);
    this.addNames(attribute, names);
    this.refuseFaultsOfNames();
  }

  private attributes(): GivenAttributes {
    const lists = [...this.names].map(([attribute, names]) => [attribute, joinLists(names)] as const);
    return { ...this.given, ...Object.fromEntries(lists) };
  }

  /** Contract with the rules for names that depend on the provider, unless only Terraform knows its limits. */
  private get contract(): typeof customFieldsRulesetContract {
    return this.limits === undefined ? customFieldsRulesetContract : contractWith(this.limits);
  }

  private isEmpty(): boolean {
    return [...this.names.values()].every((lists) => lists.length === 0);
  }

  /** A ruleset without names is valid until synth, because other modules may add some. */
  private refuseFaultsOfNames(): void {
    if (!this.isEmpty()) refuseFaults(this, this.contract, this.attributes());
  }

  /** The old ruleset would be in the way of the new one. */
  private warnOfCreateBeforeDestroy(given: boolean | undefined): void {
    if (given !== true) return;
    addWarning(
      this,
      'create_before_destroy',
      'lifecycle.createBeforeDestroy: a zone has one ruleset of custom fields, so Terraform must delete the old one ' +
        'before it can create a new one. The apply of a replacement would fail, and leave the old one as a deposed object. Leave it out.',
    );
  }

  private faultsAtSynth(): string[] {
    return findFaults(this.contract, this.attributes()).faults;
  }

  /** Two constructs for one zone would overwrite each other. */
  private duplicatesOfZone(): string[] {
    return [...findInZone(customFieldsRulesetContract.typeName, this)]
      .filter((each) => each !== this)
      .map(
        ({ node }) =>
          `zoneId: the zone has another CustomFieldsRuleset, ${node.path}. A zone has one: add the fields there ` +
          'with addRequestHeaders, addResponseHeaders and addCookies. If one of them is retired, deploy and remove it ' +
          'before you add the other one.',
      );
  }
}

const form = formOf(customFieldsRulesetContract, zoneNameRule);

const namesAttributes = [...fieldSets.map(({ attribute }) => attribute), 'preserve_duplicates'] as const;
type NamesAttribute = (typeof namesAttributes)[number];

/** A list that only Terraform knows may be given as any token or expression. */
function listOf(given: unknown): string[] {
  if (given === undefined) return [];
  return Array.isArray(given) ? (given as string[]) : Token.asList(given);
}

/** All names of the lists, undefined without lists. A list that only Terraform knows makes the result an expression. */
function joinLists(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  const known = lists.filter((list) => !Token.isUnresolved(list)).flat();
  const unknown = lists.filter((list) => Token.isUnresolved(list));
  const [first] = unknown;
  if (first === undefined) return lists.length === 0 ? undefined : known;
  if (unknown.length === 1 && known.length === 0) return first;
  return Token.asList(Fn.concat([...unknown, known].map((list) => [...list])));
}

/** Header names are case-insensitive (RFC 9110), and the service takes them in lower case (specification 2.4). */
function lowerCase(names: readonly string[]): readonly string[] {
  if (Token.isUnresolved(names)) return names;
  return names.map((name) => {
    if (Token.isUnresolved(name)) return Fn.lower(name);
    return hasTemplateSequence(name) ? name : name.toLowerCase();
  });
}
