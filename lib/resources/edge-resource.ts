import {
  DefaultTokenResolver,
  StringConcat,
  TerraformResource,
  TerraformStack,
  Token,
  Tokenization,
  type ITerraformDependable,
  type TerraformMetaArguments,
  type TerraformProvider,
} from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import {
  checkConfig,
  formatPath,
  unknown,
  type Contract,
  type Diagnostic,
  type ObjectValue,
  type Value,
} from '../schema';

/** The attributes of a construct by their Terraform names, as the user gave them: tokens unresolved, undefined where left out. */
export type GivenAttributes = Readonly<Record<string, unknown>>;

/**
 * What every construct of a resource is: it holds the Terraform resource and its meta-arguments, and checks
 * attributes against the contract.
 */
export abstract class EdgeResource extends Construct implements ITerraformDependable {
  /** The Terraform resource behind this construct: for `addOverride`, `lifecycle` and the like. */
  public readonly resource: TerraformResource;

  protected constructor(
    scope: Construct,
    id: string,
    contract: Contract,
    meta: TerraformMetaArguments,
    attributes: () => GivenAttributes,
  ) {
    super(scope, id);
    this.resource = new ContractResource(this, 'Resource', contract, meta, attributes);
    // The address in plan and state is that of the construct: `edge_logpush_job.logs`, without the inner id's hash.
    this.resource.overrideLogicalId(TerraformStack.of(this).getLogicalId(this.node));
  }

  /** The address of the resource, `edge_logpush_job.logs`; lets other constructs depend on this one. */
  public get fqn(): string {
    return this.resource.fqn;
  }

  /**
   * Takes over an object that exists already, at the next deploy.
   *
   * @param id - what stands behind `terraform import` for this resource; see the class
   * @param provider - the provider to import with; default: the one of the resource
   */
  public importFrom(id: string, provider?: TerraformProvider): void {
    this.resource.importFrom(id, provider);
  }
}

/** Throws what the contract finds wrong, all of it at once, under the construct's path and in the names of its props. */
export function refuseFaults(construct: Construct, contract: Contract, given: GivenAttributes): void {
  const faults = findFaults(contract, given);
  if (faults.length === 0) return;
  throw new Error([`[${construct.node.path}] ${construct.constructor.name}:`, ...faults].join('\n  '));
}

/** What the contract finds wrong, one line each. Tokens are left alone: Terraform checks them at plan. */
export function findFaults(contract: Contract, given: GivenAttributes): string[] {
  const values = Object.fromEntries(
    Object.keys(contract.attributes).map((name) => [name, toValue(given[name])]),
  );
  return checkConfig(contract, values)
    .filter(({ severity }) => severity === 'error')
    .map(tell);
}

/** A value as Terraform will see it, so that two tokens of the same attribute compare as equal. */
export function spelled(scope: IConstruct, value: string): string {
  const resolver = new DefaultTokenResolver(new StringConcat());
  return String(Tokenization.resolve(value, { scope, resolver, preparing: false }));
}

/** `request_headers` to `requestHeaders`: the only place where names change case. */
export function propName(attribute: string): string {
  return attribute.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function tell({ path, summary, detail }: Diagnostic): string {
  const [attribute, ...rest] = path ?? [];
  const place = typeof attribute === 'string' ? `${formatPath([propName(attribute), ...rest])}: ` : '';
  return `${place}${summary}: ${detail}`;
}

function toValue(given: unknown): Value {
  if (given === undefined || given === null) return null;
  if (Token.isUnresolved(given)) return unknown;
  if (Array.isArray(given)) return given.map(toValue);
  if (typeof given === 'object') return toObject(given);
  return given as Value;
}

function toObject(given: object): ObjectValue {
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
    return this.#attributes();
  }
}
