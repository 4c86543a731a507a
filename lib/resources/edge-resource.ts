import {
  Annotations,
  Aspects,
  TerraformResource,
  TerraformStack,
  type ITerraformDependable,
  type TerraformMetaArguments,
  type TerraformProvider,
} from 'cdktf';
import { Construct } from 'constructs';
import {
  checkConfig,
  formatPath,
  isSettable,
  unknown,
  type Attributes,
  type AttributeType,
  type Contract,
  type Diagnostic,
  type Path,
  type Value,
} from '../schema';
import { findElementDriver, metaOf, type ElementDriver, type ElementRequest } from './element-driver';
import { isExpression, propName, withTextTokens, type GivenAttributes } from './expressions';

export { isExpression, isWrittenExpression, propName, type GivenAttributes } from './expressions';

/** What every construct of a resource can be told, beside what is its own. */
export interface EdgeResourceProps extends TerraformMetaArguments {
  /**
   * Deletes the object and keeps the construct: the step before it is taken out of the code, for a driver that does not
   * see constructs that are gone (`EdgeDriver.PROVISIONER`). Its other props are checked as ever, and no other construct
   * may have its object until it is taken out: deploy first.
   *
   * @default false
   */
  readonly retired?: boolean;
}

/** What every construct of a resource is: it holds the Terraform resource and stands for it where one is asked for. */
export abstract class EdgeResource extends Construct implements ITerraformDependable {
  /**
   * The Terraform resource behind this construct: for `addOverride`, `lifecycle` and the like. Of the provisioner driver
   * it is the `null_resource` whose triggers are the attributes.
   */
  public abstract readonly resource: TerraformResource;

  /** The address of the resource, `edge_logpush_job.logs`; lets other constructs depend on this one. */
  public get fqn(): string {
    return this.resource.fqn;
  }

  /**
   * Takes over an object that exists already, at the next deploy. Not with the provisioner driver.
   *
   * @param id - what stands behind `terraform import` for this resource; see the class
   * @param provider - the provider to import with; default: the one of the resource
   */
  public importFrom(id: string, provider?: TerraformProvider): void {
    const reason = whyWithout(this, 'imports');
    if (reason !== undefined) throw new Error(`[${this.node.path}] ${this.constructor.name}: ${reason}`);
    this.resource.importFrom(id, provider);
  }

  /** What outputs are read from; an error that says why, where there are none. */
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
 * The Terraform resource of a construct. Its address in plan and state is that of the construct,
 * `edge_logpush_job.logs`, without the hash that the inner id would bring.
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
  const request: ElementRequest = { construct, logicalId, contract, meta: props, isRetired, attributes };
  return driver === undefined ? declareOfProvider(request) : driver.declare(request);
}

function declareOfProvider(request: ElementRequest) {
  const { construct, logicalId, contract, attributes } = request;
  const resource = new ContractResource(construct, 'Resource', contract, metaOf(request), attributes);
  resource.overrideLogicalId(logicalId);
  return resource;
}

/** The attributes that are set by props of their name: `zone_id` by `zoneId`, and so on in nested objects. */
export function attributesOf(attributes: Attributes, props: object): GivenAttributes {
  const given = new Map<string, unknown>(Object.entries(props));
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => isSettable(attribute))
      .map(([name, { type }]) => [name, attributeOf(type, given.get(propName(name)))]),
  );
}

function attributeOf(type: AttributeType, value: unknown): unknown {
  if (type.kind !== 'nested' || typeof value !== 'object' || value === null || isExpression(value))
    return value;
  return Array.isArray(value)
    ? value.map((item) => attributeOf(type, item))
    : attributesOf(type.attributes, value);
}

/**
 * Throws what the contract finds wrong, all of it at once, under the construct's path and in the names of its props,
 * with what the construct has found itself.
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

/** What the contract finds wrong, one line each. Expressions are left alone: Terraform checks them at plan. */
export function findFaults(contract: Contract, given: GivenAttributes): string[] {
  const names = Object.keys(contract.attributes);
  const values = Object.fromEntries(names.map((name) => [name, toValue(given[name])]));
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

/** Keys of maps are the user's own, names of nested attributes are not. */
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

/** An attribute in a text, alone or with the prop behind it: `ownership_challenge (ownershipChallenge)`. */
function spellings(name: string): RegExp {
  return new RegExp(`\\b${name}\\b(?: \\(${propName(name)}\\))?`, 'g');
}

function toValue(given: unknown): Value {
  if (given === undefined || given === null) return null;
  if (isExpression(given)) return unknown;
  if (Array.isArray(given)) return given.map(toValue);
  if (typeof given === 'object') return toObject(given);
  return given as Value;
}

/** A map token is an object with one key, which is the token. */
function toObject(given: object): Value {
  if (Object.keys(given).some(isExpression)) return unknown;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, toValue(value)]));
}

class ContractResource extends TerraformResource {
  readonly #attributes: () => GivenAttributes;

  constructor(
    scope: Construct,
    id: string,
    contract: Contract,
    meta: TerraformMetaArguments,
    attributes: () => GivenAttributes,
  ) {
    const { dependsOn, count, provider, lifecycle, forEach, provisioners, connection } = meta;
    super(scope, id, {
      terraformResourceType: contract.typeName,
      terraformGeneratorMetadata: { providerName: 'edge' },
      dependsOn,
      count,
      provider,
      lifecycle,
      forEach,
      provisioners,
      connection,
    });
    this.#attributes = attributes;
  }

  protected override synthesizeAttributes(): GivenAttributes {
    return Object.fromEntries(
      Object.entries(this.#attributes()).map(([name, value]) => [name, withTextTokens(value)]),
    );
  }
}
