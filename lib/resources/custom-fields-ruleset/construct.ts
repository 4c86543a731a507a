import { Annotations, Fn, Token, type IResolvable, type TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import { customFieldLogFields } from '../../logs';
import {
  attributesOf,
  declareResource,
  EdgeResource,
  findFaults,
  isWrittenExpression,
  refuseFaults,
  type EdgeResourceProps,
  type GivenAttributes,
} from '../edge-resource';
import { findInZone, registerInZone } from '../zone-registry';
import { customFieldsRulesetContract } from './contract';

/** What to do when the zone has custom fields already that are not managed here. */
export enum OnExisting {
  /** Nothing is changed, and the plan fails with what is there. An empty ruleset is adopted. */
  REFUSE = 'refuse',
  /** What is there is overwritten; the plan says what will be lost. */
  REPLACE = 'replace',
}

export interface CustomFieldsRulesetProps extends EdgeResourceProps {
  /** The zone's id, 32 hexadecimal digits. A zone has one such ruleset: a change makes a new one. */
  readonly zoneId: string;

  /**
   * Names of request headers to be logged, in any case; they are put in lower case. All names together, of
   * request headers, response headers and cookies, may be 40 at most.
   *
   * @default - none; see `addRequestHeaders`
   */
  readonly requestHeaders?: string[];

  /**
   * Names of response headers to be logged, in any case; they are put in lower case.
   *
   * @default - none; see `addResponseHeaders`
   */
  readonly responseHeaders?: string[];

  /**
   * Names of cookies to be logged, in the capitalization of the request.
   *
   * @default - none; see `addCookies`
   */
  readonly cookies?: string[];

  /**
   * Whether the fields are delivered.
   *
   * @default - true
   */
  readonly enabled?: boolean | IResolvable;

  /**
   * Name of the ruleset. The service can't rename one: a change makes a new ruleset.
   *
   * @default - "Custom log fields", or the name of the ruleset that is adopted
   */
  readonly name?: string;

  /**
   * Free text.
   *
   * @default - ""
   */
  readonly description?: string;

  /**
   * What to do when the zone has custom fields already.
   *
   * @default OnExisting.REFUSE
   */
  readonly onExisting?: OnExisting;
}

/**
 * The custom fields of a zone: request headers, response headers and cookies that are written into its delivered log
 * lines. They appear in the lines of every `http_requests` job of the zone that lists `RequestHeaders`,
 * `ResponseHeaders` or `Cookies`.
 *
 * A zone has one ruleset of phase `http_log_custom_fields`, so there is one construct a zone. Modules that need
 * fields of their own add them to it.
 *
 * Import: `<zone id>/http_log_custom_fields`, or `<zone id>/<ruleset id>`.
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
  /** The id of the zone. */
  public readonly zoneId: string;
  public readonly resource: TerraformResource;
  /** Lists given one after the other, by the log field that carries their names. */
  private readonly names: Readonly<Record<CustomLogField, (readonly string[])[]>> = {
    Cookies: [],
    RequestHeaders: [],
    ResponseHeaders: [],
  };

  private readonly props: CustomFieldsRulesetProps;

  public constructor(scope: Construct, id: string, props: CustomFieldsRulesetProps) {
    super(scope, id);
    this.props = props;
    this.zoneId = props.zoneId;
    this.resource = declareResource(this, customFieldsRulesetContract, props, () => this.attributes());
    registerInZone(customFieldsRulesetContract.typeName, this);
    this.addNames('RequestHeaders', lowerCase(props.requestHeaders ?? []));
    this.addNames('ResponseHeaders', lowerCase(props.responseHeaders ?? []));
    this.addNames('Cookies', props.cookies ?? []);
    this.refuseFaultsSoFar();
    this.warnOfRange(props.requestHeaders ?? []);
    this.warnOfCreateBeforeDestroy(props.lifecycle?.createBeforeDestroy);
    this.node.addValidation({ validate: () => [...this.faultsAtSynth(), ...this.rivals()] });
  }

  /** Adds request headers, in any case. Throws where a name is there already or the limit of 40 is passed. */
  public addRequestHeaders(...names: string[]): void {
    this.addNames('RequestHeaders', lowerCase(names));
    this.refuseFaultsSoFar();
    this.warnOfRange(names);
  }

  /** Adds response headers, in any case. Throws where a name is there already or the limit of 40 is passed. */
  public addResponseHeaders(...names: string[]): void {
    this.addNames('ResponseHeaders', lowerCase(names));
    this.refuseFaultsSoFar();
  }

  /** Adds cookies, in the capitalization of the request. Throws where a name is there already or the limit of 40 is passed. */
  public addCookies(...names: string[]): void {
    this.addNames('Cookies', names);
    this.refuseFaultsSoFar();
  }

  /** Whether names of a kind are configured, by the log field that carries them: `RequestHeaders` and so on. */
  public carries(logField: string): boolean {
    return customFieldLogFields.some((each) => each === logField && this.names[each].length > 0);
  }

  /** The id of the ruleset. */
  public get id(): string {
    return this.outputs.getStringAttribute('id');
  }

  /** The id of its one rule. */
  public get ruleId(): string {
    return this.outputs.getStringAttribute('rule_id');
  }

  /** The name of the ruleset. */
  public get name(): string {
    return this.outputs.getStringAttribute('name');
  }

  /** Rises with every change. */
  public get version(): string {
    return this.outputs.getStringAttribute('version');
  }

  /** Time of the last change, RFC 3339. */
  public get lastUpdated(): string {
    return this.outputs.getStringAttribute('last_updated');
  }

  private addNames(logField: CustomLogField, added: readonly string[]): void {
    if (added.length === 0) return;
    if (!this.carries(logField)) registerInZone(logField, this);
    this.names[logField].push([...added]);
  }

  private attributes(): GivenAttributes {
    return {
      ...attributesOf(customFieldsRulesetContract.attributes, this.props),
      request_headers: joinLists(this.names.RequestHeaders),
      response_headers: joinLists(this.names.ResponseHeaders),
      cookies: joinLists(this.names.Cookies),
    };
  }

  private isEmpty(): boolean {
    return !customFieldLogFields.some((each) => this.carries(each));
  }

  /** Other modules may still add: that there is nothing yet is no fault before synth. */
  private refuseFaultsSoFar(): void {
    if (!this.isEmpty()) refuseFaults(this, customFieldsRulesetContract, this.attributes());
  }

  /** Public fact, section 1.3: the one request header that the service takes and does not log. */
  private warnOfRange(names: readonly string[]): void {
    if (!names.some((name) => name.toLowerCase() === 'range')) return;
    Annotations.of(this).addWarning(
      'requestHeaders: the service does not log the request header Range; it will be missing in every line. Leave it out.',
    );
  }

  /** The new one would be the old one, adopted, and go with it; or be refused, with the state left in between. */
  private warnOfCreateBeforeDestroy(given: boolean | undefined): void {
    if (given !== true) return;
    Annotations.of(this).addWarning(
      'lifecycle.createBeforeDestroy: a zone has one ruleset of custom fields, so within a zone a new one can be made ' +
        'only when the old one is gone: a change of name would be refused half-way, and a forced replacement would ' +
        'delete the fields. Leave it out.',
    );
  }

  private faultsAtSynth(): string[] {
    return findFaults(customFieldsRulesetContract, this.attributes());
  }

  /** A zone has one ruleset of the phase: two constructs would overwrite each other. */
  private rivals(): string[] {
    return [...findInZone(customFieldsRulesetContract.typeName, this)]
      .filter((each) => each !== this)
      .map(
        ({ node }) =>
          `zoneId: the zone has another CustomFieldsRuleset, ${node.path}. A zone has one: add the fields there ` +
          'with addRequestHeaders, addResponseHeaders and addCookies. One that is retired has to be deployed and taken out ' +
          'before another one comes in.',
      );
  }
}

type CustomLogField = (typeof customFieldLogFields)[number];

/** All names of the lists, undefined where there is no list. Some lists may be known to Terraform alone. */
function joinLists(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  const known = lists.filter((list) => !Token.isUnresolved(list)).flat();
  const unknown = lists.filter((list) => Token.isUnresolved(list));
  const [first] = unknown;
  if (first === undefined) return lists.length === 0 ? undefined : known;
  if (unknown.length === 1 && known.length === 0) return first;
  return Token.asList(Fn.concat([...unknown, known].map((list) => [...list])));
}

/** Header names have no case (RFC 9110), and the service wants them in lower case (specification 2.4). */
function lowerCase(names: readonly string[]): readonly string[] {
  if (Token.isUnresolved(names)) return names;
  return names.map((name) => {
    if (Token.isUnresolved(name)) return Fn.lower(name);
    return isWrittenExpression(name) ? name : name.toLowerCase();
  });
}
