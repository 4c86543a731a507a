import {
  Annotations,
  Aspects,
  TerraformStack,
  type ITerraformDependable,
  type TerraformMetaArguments,
  type TerraformProvider,
  type TerraformResource,
} from 'cdktf';
import { Construct } from 'constructs';
import {
  checkConfig,
  defineContract,
  formatPath,
  hasProp,
  timeoutAttributes,
  unknown,
  withTimeouts,
  type Attributes,
  type AttributeType,
  type Contract,
  type Diagnostic,
  type Path,
  type Value,
} from '../schema';
import { ContractResource } from './contract-resource';
import { findElementDriver, metaOf, type ElementDriver, type ElementRequest } from './element-driver';
import { isExpression, propName, type GivenAttributes } from './expressions';

export { isExpression, isWrittenExpression, propName, type GivenAttributes } from './expressions';

/**
 * Time limits of the operations on one object. Each is a duration such as `10m`, `90s` or `1h30m`, more than 0 and at most
 * `24h`. In that time the operation waits for the API and repeats calls that fail in a way that may pass; a call that is on its
 * way is not interrupted. Without a limit, each call is repeated as long as `retryTimeoutSeconds` of the provider says.
 */
export interface ResourceTimeouts {
  /** @default - none */
  readonly create?: string;
  /**
   * For the refresh, and for what a plan reads.
   *
   * @default - none
   */
  readonly read?: string;
  /** @default - none */
  readonly update?: string;
  /**
   * Not available with `EdgeDriver.PROVISIONER`.
   *
   * @default - none
   */
  readonly delete?: string;
}

/** Props that all resource constructs share. */
export interface EdgeResourceProps extends TerraformMetaArguments {
  /**
   * Deletes the object at the next deploy, and keeps the construct in the code. `EdgeDriver.PROVISIONER` needs this step
   * before you remove a construct, because it cannot see constructs that no longer exist. The other props are still
   * checked. Deploy, then remove the construct; only then may another construct manage the object.
   *
   * @default false
   */
  readonly retired?: boolean;

  /**
   * How long the operations on this object may wait for the API. A change of the timeouts alone calls no API.
   *
   * @default - none: `retryTimeoutSeconds` of the provider counts
   */
  readonly timeouts?: ResourceTimeouts;
}

/**
 * Base class of the resource constructs. It contains one Terraform resource, and you can pass it wherever cdktf takes a
 * dependency.
 */
export abstract class EdgeResource extends Construct implements ITerraformDependable {
  /**
   * The Terraform resource of this construct, for escape hatches such as `addOverride`. With
   * `EdgeDriver.PROVISIONER` it is the `null_resource` whose triggers are the attributes.
   */
  public abstract readonly resource: TerraformResource;

  /** The address of the Terraform resource, for example `edge_logpush_job.logs`. */
  public get fqn(): string {
    return this.resource.fqn;
  }

  /**
   * Imports an existing object at the next deploy. Not available with `EdgeDriver.PROVISIONER`.
   *
   * @param id - the import id; the documentation of each class states its form
   * @param provider - the provider to import with, by default the provider of this construct
   */
  public importFrom(id: string, provider?: TerraformProvider): void {
    const reason = whyWithout(this, 'imports');
    if (reason !== undefined) throw new Error(`[${this.node.path}] ${this.constructor.name}: ${reason}`);
    this.resource.importFrom(id, provider);
  }

  /** The resource that outputs refer to. Throws where the construct has no outputs. */
  protected get outputs(): TerraformResource {
    const reason = whyWithout(this, 'outputs');
    if (reason === undefined) return this.resource;
    throw new Error(`[${this.node.path}] ${this.constructor.name}: ${reason}`);
  }
}

const declared = new WeakMap<
  EdgeResource,
  { readonly driver?: ElementDriver; readonly isRetired: boolean }
>();

const users = { outputs: 'what uses them', imports: 'importFrom' } as const;

function whyWithout(construct: EdgeResource, what: 'outputs' | 'imports'): string | undefined {
  const { driver, isRetired = false } = declared.get(construct) ?? {};
  if (isRetired) return `it is retired, and has no ${what}. Take ${users[what]} out first.`;
  return what === 'outputs' ? driver?.whyNoOutputs : driver?.whyNoImport;
}

/**
 * Adds the Terraform resource of a construct to the stack. Its address is derived from the construct, for example
 * `edge_logpush_job.logs`, without the hash that cdktf adds for a nested id.
 *
 * @param attributes - called at synth, when the construct is complete
 */
export function declareResource(
  construct: EdgeResource,
  contract: Contract,
  props: EdgeResourceProps,
  attributes: () => GivenAttributes,
): TerraformResource {
  const isRetired = props.retired === true;
  const driver = findElementDriver(construct, props.provider);
  declared.set(construct, { ...(driver && { driver }), isRetired });
  const logicalId = TerraformStack.of(construct).getLogicalId(construct.node);
  const timeouts = timeoutsOf(construct, props);
  const request: ElementRequest = {
    construct,
    logicalId,
    contract: withTimeouts(contract),
    meta: props,
    isRetired,
    attributes: () => ({ ...attributes(), ...timeouts }),
  };
  return driver === undefined ? declareOfProvider(request) : driver.declare(request);
}

const timeoutsContract = defineContract({
  typeName: 'timeouts',
  version: 0,
  description: 'The timeouts of any resource, checked at synth.',
  attributes: timeoutAttributes,
});

/** The attribute `timeouts`, checked. */
function timeoutsOf(construct: EdgeResource, { timeouts }: EdgeResourceProps): GivenAttributes {
  if (timeouts === undefined) return {};
  const given = attributesOf(timeoutAttributes, { timeouts });
  refuseFaults(construct, timeoutsContract, given);
  return given;
}

function declareOfProvider(request: ElementRequest) {
  const { construct, logicalId, contract, attributes } = request;
  const all = () => ({ ...attributes(), ...expressionsOf(contract.attributes) });
  const resource = new ContractResource(construct, 'Resource', contract, metaOf(request), all);
  resource.overrideLogicalId(logicalId);
  return resource;
}

const expressionTables = new WeakMap<Attributes, GivenAttributes>();

/** The attributes that have the same expression in all constructs of a contract. */
function expressionsOf(attributes: Attributes): GivenAttributes {
  const known = expressionTables.get(attributes);
  if (known !== undefined) return known;
  const table = Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { expression }]) =>
      expression === undefined ? [] : [[name, expression]],
    ),
  );
  expressionTables.set(attributes, table);
  return table;
}

/** The attributes that are set by props of their name: `zone_id` by `zoneId`, and so on in nested objects. */
export function attributesOf(attributes: Attributes, props: object): GivenAttributes {
  const values = props as Readonly<Record<string, unknown>>;
  const given: Record<string, unknown> = {};
  for (const { name, prop, type } of propsOf(attributes)) {
    const value = values[prop];
    if (value !== undefined) given[name] = attributeOf(type, value);
  }
  return given;
}

function attributeOf(type: AttributeType, value: unknown): unknown {
  if (type.kind !== 'nested' || typeof value !== 'object' || value === null || isExpression(value))
    return value;
  return Array.isArray(value)
    ? value.map((item) => attributeOf(type, item))
    : attributesOf(type.attributes, value);
}

interface PropOfAttribute {
  /** Of the attribute. */
  readonly name: string;
  readonly prop: string;
  readonly type: AttributeType;
}

const propTables = new WeakMap<Attributes, readonly PropOfAttribute[]>();

/** The attributes that can be set, each with its prop. One table for all constructs of a contract. */
function propsOf(attributes: Attributes): readonly PropOfAttribute[] {
  const known = propTables.get(attributes);
  if (known !== undefined) return known;
  const table = Object.entries(attributes)
    .filter(([, attribute]) => hasProp(attribute))
    .map(([name, { type }]) => ({ name, prop: propName(name), type }));
  propTables.set(attributes, table);
  return table;
}

/**
 * Throws one error with all faults: those that the contract finds, in the names of the props, and those that the construct
 * has found itself.
 */
export function refuseFaults(
  construct: Construct,
  contract: Contract,
  given: GivenAttributes,
  furtherFaults: readonly string[] = [],
): void {
  const faults = [...findFaults(contract, given), ...furtherFaults];
  if (faults.length === 0) return;
  throw new Error([`[${construct.node.path}] ${construct.constructor.name}:`, ...faults].join('\n  '));
}

/** The faults that the contract finds, one line each. Expressions are skipped: the provider checks them at plan. */
export function findFaults(contract: Contract, given: GivenAttributes): string[] {
  const values: Record<string, Value> = {};
  for (const { name } of propsOf(contract.attributes)) values[name] = toValue(given[name]);
  return checkConfig(contract, values)
    .filter(({ severity }) => severity === 'error')
    .map((fault) => faultLine(fault, contract.attributes));
}

/** Runs a check at synth, when all constructs are made except those that later aspects add. */
export function atSynth(construct: Construct, check: () => void): void {
  Aspects.of(construct).add({
    visit: (node) => {
      if (node === construct) check();
    },
  });
}

/** Warns that the value of a secret prop is a literal. The value itself is not shown. */
export function warnOfLiteral(construct: Construct, prop: string, value: unknown, fix: string): void {
  if (value === undefined || isExpression(value)) return;
  Annotations.of(construct).addWarning(
    `${prop} is a literal: anyone who can read the synthesized configuration can read it. ${fix}`,
  );
}

function faultLine({ path, summary, detail }: Diagnostic, attributes: Attributes): string {
  const [attribute, ...rest] = path ?? [];
  const place =
    typeof attribute === 'string' ? `${formatPath(inPropNames(attribute, rest, attributes))}: ` : '';
  const inProps = namesIn(attributes)
    .filter((name) => name.includes('_'))
    .reduce((text, name) => text.replace(spellings(name), propName(name)), detail);
  return `${place}${summary}: ${inProps}`;
}

/** Names of nested attributes become names of props; keys of maps stay as the user wrote them. */
function inPropNames(attribute: string, rest: Path, attributes: Attributes): Path {
  const isNested = attributes[attribute]?.type.kind === 'nested';
  return [
    propName(attribute),
    ...rest.map((step) => (isNested && typeof step === 'string' ? propName(step) : step)),
  ];
}

function namesIn(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, { type }]) => [
    name,
    ...(type.kind === 'nested' ? namesIn(type.attributes) : []),
  ]);
}

/** Matches an attribute in a text, alone or followed by its prop: `ownership_challenge (ownershipChallenge)`. */
function spellings(name: string): RegExp {
  return new RegExp(`\\b${name}\\b(?: \\(${propName(name)}\\))?`, 'g');
}

function toValue(given: unknown): Value {
  if (given === undefined || given === null) return null;
  if (isExpression(given)) return unknown;
  if (typeof given !== 'object') return given as Value;
  return Array.isArray(given) ? given.map(toValue) : toObject(given);
}

/** cdktf encodes a map token as an object with one key, which is the token. */
function toObject(given: object): Value {
  if (Object.keys(given).some(isExpression)) return unknown;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, toValue(value)]));
}
