import {
  TerraformResource,
  type TerraformProvider,
  type IResolvable,
  type IResolveContext,
  type TerraformMetaArguments,
} from 'cdktf';
import type { Construct } from 'constructs';
import type { Contract } from '../schema';
import { mayHaveToken, withTextTokens, type GivenAttributes } from './expressions';
import { own } from '../ground/record';

export class ContractResource extends TerraformResource {
  readonly #attributes: () => GivenAttributes;
  #imported: { readonly id: string; readonly provider: string | undefined } | undefined;

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
    const given = Object.entries(this.#attributes()).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given.map(([name, value]) => [name, withTextTokens(value)]));
  }

  /** Only those that are set: cdktf converts the name of each in every synth. */
  public override get terraformMetaArguments(): Record<string, unknown> {
    const all: Record<string, unknown> = super.terraformMetaArguments;
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }

  /** cdktf's own one starts terraform for each object at synth, to find a version of at least 1.5. */
  public override importFrom(id: string, provider?: TerraformProvider): void {
    this.#imported = { id, provider: provider?.fqn };
  }

  /** Whether the configuration imports an object that exists already. */
  public get isImported(): boolean {
    return this.#imported !== undefined;
  }

  /** Adds the resource to the JSON of the stack. Marks attributes without tokens, since most resources have none. */
  public override toTerraform(): object {
    const { terraformResourceType: type, friendlyUniqueId: name } = this;
    const imported = this.#imported && { import: [{ ...this.#imported, to: `${type}.${name}` }] };
    const json = {
      ...(super.toTerraform() as { readonly resource?: Readonly<Record<string, Instances>> }),
      ...imported,
    };
    const attributes = own(own(json.resource, type), name);
    if (attributes === undefined || mayHaveToken(attributes)) return json;
    return { ...json, resource: { [type]: { [name]: new LiteralAttributes(attributes) } } };
  }
}

type Instances = Readonly<Record<string, object>>;

/**
 * Attributes that need no resolution: they resolve to themselves. cdktf resolves every value of a resource three times in
 * each synth, which takes longer than everything else that a synth does.
 */
class LiteralAttributes implements IResolvable {
  public constructor(attributes: object) {
    Object.assign(this, attributes);
  }

  public get creationStack(): string[] {
    return [];
  }

  public resolve(context: IResolveContext): undefined {
    context.registerPostProcessor({
      postProcess: () => (mayHaveOverrides(context.scope) ? Object.fromEntries(Object.entries(this)) : this),
    });
  }

  public toString(): string {
    return JSON.stringify(this);
  }
}

/** Whether a stack may have overrides. cdktf cannot merge them into an object that it takes for a token. */
function mayHaveOverrides(stack: object): boolean {
  return !('rawOverrides' in stack) || Object.keys(stack.rawOverrides ?? {}).length > 0;
}
