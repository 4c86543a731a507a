import {
  Aspects,
  TerraformStack,
  type ITerraformDependable,
  type TerraformMetaArguments,
  type TerraformProvider,
  type TerraformResource,
} from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { withTimeouts, type Contract } from '../schema';
import { checkAddress } from './addresses';
import { ContractResource } from './contract-resource';
import { findElementDriver, metaOf, type ElementDriver, type ElementRequest } from './element-driver';
import { isExpression, type GivenAttributes } from './expressions';
import { checkImportId, readImportId } from './import-id';
import { isString, sharedProps } from './meta-arguments';
import { readReferences } from './meta-references';
import { findOtherOwner } from './named-owners';
import {
  brokenRule,
  checkedId,
  findFaults,
  findFaultsWithoutState,
  constructLabel,
  refuse,
  templatesWithoutValue,
  type PropForm,
  type PropRules,
} from './props';
import { hasProvider } from './provider-settings';
import { resolveIn } from './references';
import { addWarning } from './synth-warnings';
import { usageError } from './user-frames';
import { findDuplicate, registerObject, type ZoneConstruct } from './zone-registry';
import { quoted } from '../ground/visible';

export { isExpression, hasTemplateSequence, propName, type GivenAttributes } from './expressions';

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

  public constructor(scope: Construct, id: string) {
    super(scope, checkedId(new.target, scope, id));
  }

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
    if (reason !== undefined) throw usageError(`${constructLabel(this)}: ${reason}`);
    const { contract = {}, attributes = () => ({}) } = declared.get(this) ?? {};
    const faults = isExpression(id) ? [] : checkImportId(contract, id);
    const isWellFormed = !isExpression(id) && faults.length === 0;
    const otherOwner = isWellFormed ? findOtherOwner(this, readImportId(contract, id), attributes()) : [];
    const wrongProvider =
      provider === undefined ? undefined : brokenRule(sharedProps.provider, provider, 'provider');
    refuse(`${constructLabel(this)}.importFrom`, [
      ...faults.map(({ summary, detail }) => `id: ${summary}: ${detail}`),
      ...otherOwner,
      ...(wrongProvider ?? []),
    ]);
    this.resource.importFrom(id, provider);
  }

  /** The resource that outputs refer to. Throws where the construct has no outputs. */
  protected get outputs(): TerraformResource {
    const reason = whyWithout(this, 'outputs');
    if (reason === undefined) return this.resource;
    throw usageError(`${constructLabel(this)}: ${reason}`);
  }
}

interface Declared {
  readonly contract: Contract;
  readonly driver?: ElementDriver;
  readonly isRetired: boolean;
  /** The meta-argument that makes several instances. */
  readonly instancesBy?: 'forEach' | 'count' | undefined;
  readonly attributes: () => GivenAttributes;
}

const declared = new WeakMap<EdgeResource, Declared>();

const users = { outputs: 'what uses them', imports: 'importFrom' } as const;

function whyWithout(construct: EdgeResource, what: 'outputs' | 'imports'): string | undefined {
  const { driver, isRetired = false, instancesBy } = declared.get(construct) ?? {};
  if (isRetired) return `it is retired, and has no ${what}. Take ${users[what]} out first.`;
  const reason = what === 'outputs' ? driver?.whyNoOutputs : driver?.whyNoImport;
  if (reason !== undefined || instancesBy === undefined) return reason;
  return `it has ${instancesBy}. Say which instance first: at(${instancesBy === 'count' ? 'index' : 'key'}).`;
}

/**
 * One instance of a construct with `forEach` or `count`: the construct itself, with the outputs, the address and the import of the
 * instance.
 *
 * @throws where the construct has no instances, or the key cannot be one of them
 */
export function instanceOf<T extends EdgeResource>(construct: T, key: unknown): T {
  const place = `${constructLabel(construct)}.at`;
  const { instancesBy, ...one } = declared.get(construct) ?? {};
  if (instancesBy === undefined)
    throw usageError(`${place}: it has neither forEach nor count, so it is one object. Leave at out.`);
  const rule = instanceKeys[instancesBy];
  refuse(place, isExpression(key) ? [] : brokenRule(rule, key, 'key'));
  const { resource } = construct;
  const ofInstance = resource instanceof ContractResource ? resource.instance(key) : resource;
  const instance = Object.create(construct, { resource: { value: ofInstance } }) as T;
  declared.set(instance, one as Declared);
  return instance;
}

const instanceKeys = {
  forEach: { rule: 'a string, the key of an instance', accepts: isString },
  count: {
    rule: 'a whole number from 0, the index of an instance',
    accepts: (key) => Number.isInteger(key) && Number(key) >= 0,
  },
} satisfies PropRules;

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
  const meta = readReferences(construct, contract, props);
  const instancesBy =
    props.forEach !== undefined ? 'forEach' : props.count !== undefined ? 'count' : undefined;
  declared.set(construct, { contract, ...(driver && { driver }), isRetired, instancesBy, attributes });
  const logicalId = TerraformStack.of(construct).getLogicalId(construct.node);
  construct.node.addValidation({ validate: () => withProvider(construct) });
  const request: ElementRequest = {
    construct,
    logicalId,
    contract: withTimeouts(contract),
    meta,
    isRetired,
    attributes,
    faultsWithoutState: () => (isRetired ? [] : findFaultsWithoutState(contract, attributes())),
  };
  return driver === undefined ? declareOfProvider(request) : driver.declare(request);
}

/** The host reports a missing provider in the words of another one, after all other faults. */
function withProvider(construct: EdgeResource): string[] {
  if (hasProvider(construct)) return [];
  const { id } = TerraformStack.of(construct).node;
  throw usageError(
    `${constructLabel(construct)}: the stack ${id} has no provider. Add new EdgeProvider(this, 'edge') to it, before its constructs.`,
  );
}

function declareOfProvider(request: ElementRequest) {
  const { construct, logicalId, contract, attributes } = request;
  const resource = new ContractResource(construct, 'Resource', contract, metaOf(request), attributes);
  resource.overrideLogicalId(logicalId);
  checkAddress(resource, construct);
  return resource;
}

/**
 * The form of the props of a resource construct: those of its attributes, shared ones, and others. Make it once for all
 * constructs.
 *
 * @param set - attributes that the construct sets by other props
 */
export function formOf(contract: Contract, others: PropRules = {}, set: readonly string[] = []): PropForm {
  const attributes = Object.entries(withTimeouts(contract).attributes).filter(
    ([name]) => !set.includes(name),
  );
  const { typeName } = contract;
  return { attributes: Object.fromEntries(attributes), others: { ...sharedProps, ...others }, typeName };
}

/**
 * Throws one error with all faults: those that the contract finds, in the names of the props, and those that the construct
 * has found itself. What may be wrong becomes warnings of the construct.
 */
export function refuseFaults(
  construct: Construct,
  contract: Contract,
  given: GivenAttributes,
  furtherFaults: readonly string[] = [],
): void {
  const { faults, warnings } = findFaults(withTimeouts(contract), given);
  refuse(constructLabel(construct), [...faults, ...furtherFaults]);
  for (const warning of warnings) addWarning(construct, 'checked', warning);
  for (const warning of templatesWithoutValue(given)) addWarning(construct, 'undefined_value', warning);
}

/** The rule by which two objects of one zone or account are the same to the service. */
export interface UniquenessRule {
  /** Identity of the construct's object, at synth. */
  readonly identity: () => readonly unknown[];
  /** The prop to change, and its value. */
  readonly prop: string;
  readonly value: unknown;
  /** Further properties that the two have in common: `dataset and destination`. */
  readonly others: string;
  /** The effect of two of them, as a sentence. */
  readonly effect: string;
}

/**
 * Registers a construct in its zone, for the type of its resource, and refuses at synth a second one that makes the same object. The
 * provisioner driver identifies objects by less, and refuses that itself.
 */
export function refuseDuplicate(
  construct: EdgeResource & ZoneConstruct,
  { typeName }: Contract,
  props: EdgeResourceProps,
  { identity, prop, value, others, effect }: UniquenessRule,
): void {
  registerObject(construct, { topic: typeName, meta: props, isRetired: props.retired === true, identity });
  if (findElementDriver(construct, props.provider) !== undefined) return;
  const validate = () => {
    const duplicate = findDuplicate(typeName, construct);
    // Two that exist already can both be imported: the plan warns about them.
    if (duplicate === undefined || [construct, duplicate.construct].every(isImported)) return [];
    const fix =
      props.retired === true || duplicate.isRetired
        ? 'Deploy the retired one alone, remove it from the code, then add the other one.'
        : 'Keep one of them, or give one of them another name.';
    const given = isExpression(value) ? resolveIn(construct, value) : value;
    return [
      `${prop}: ${duplicate.construct.node.path} is another ${construct.constructor.name} ${typeof given === 'string' ? `with the ${prop} ${quoted(given)}` : `without a ${prop}`} and the same ` +
        `${others}. ${effect} ${fix}`,
    ];
  };
  construct.node.addValidation({ validate });
}

function isImported(construct: IConstruct): boolean {
  return (
    construct instanceof EdgeResource &&
    'isImported' in construct.resource &&
    construct.resource.isImported === true
  );
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
  addWarning(
    construct,
    'literal',
    `${prop} is a literal: anyone who can read the synthesized configuration can read it. ${fix}`,
  );
}
