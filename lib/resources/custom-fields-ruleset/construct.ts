import { Fn, Token, type TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import type { CustomFieldLimitSet } from '../../logs';
import { describeValue } from '../../schema';
import {
  declareResource,
  formOf,
  isExpression,
  hasTemplateSequence,
  refuseFaults,
  type GivenAttributes,
  instanceOf,
} from '../edge-resource';
import { resolveOwners, zoneNameRule } from '../named-owners';
import { findFaults, findFormFaults, constructLabel, readProps, refuse } from '../props';
import { providerFacts } from '../provider-settings';
import { addWarning } from '../synth-warnings';
import { findInZone, registerInZone } from '../zone-registry';
import { CustomFieldsRulesetOutputs, type CustomFieldsRulesetProps } from './construct-props';
import {
  contractWith,
  customFieldsRulesetContract,
  fieldSets,
  namesAttributes,
  type NamesAttribute,
} from './contract';

export type { CustomFieldsRulesetProps } from './construct-props';

/**
 * The custom log fields of a zone: request headers, response headers and cookies that the service adds to log lines. An
 * `http_requests` job of the zone delivers them if its `fields` include `RequestHeaders`, `ResponseHeaders` or `Cookies`.
 *
 * A zone has one ruleset of the phase `http_log_custom_fields`. So create one construct for each zone, and let modules
 * that need further fields add them with `addRequestHeaders`, `addResponseHeaders`, `addCookies` and so on. The construct
 * converts the names of headers to lower case.
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
export class CustomFieldsRuleset extends CustomFieldsRulesetOutputs {
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
