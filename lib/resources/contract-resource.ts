import {
  ref,
  TerraformResource,
  Token,
  type TerraformProvider,
  type IResolvable,
  type IResolveContext,
  type TerraformMetaArguments,
} from 'cdktf';
import type { Construct } from 'constructs';
import type { Contract } from '../schema';
import { mayHaveToken, toCode, withTextTokens, type GivenAttributes } from './expressions';
import { resolveIn } from './references';
import { definedOf, mapRecord, own } from '../ground/record';

export class ContractResource extends TerraformResource {
  readonly #attributes: () => GivenAttributes;
  /** The imports by the index of the instance, which is empty for a resource without instances. */
  readonly #imports = new Map<string, { readonly id: string; readonly provider: string | undefined }>();

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
    const given = definedOf(this.#attributes());
    return mayHaveToken(given) ? mapRecord(given, withTextTokens) : given;
  }

  /** The meta-arguments that are set: cdktf converts the name of each in every synth. */
  public override get terraformMetaArguments(): Record<string, unknown> {
    return definedOf(super.terraformMetaArguments);
  }

  /** The metadata that is there, for the same reason. */
  public override toMetadata(): Record<string, unknown> {
    return definedOf(super.toMetadata() as Record<string, unknown>);
  }

  /** The method of cdktf starts terraform for each object at synth, to find a version of at least 1.5. */
  public override importFrom(id: string, provider?: TerraformProvider): void {
    this.addImport('', id, provider);
  }

  public get isImported(): boolean {
    return this.#imports.size > 0;
  }

  /** One of the resources that `forEach` or `count` makes: its references and imports have the key. */
  public instance(key: unknown): ContractResource {
    const index = `[${indexCode(resolveIn(this, key))}]`;
    const reference = (path: string) =>
      ref(`${this.terraformResourceType}.${this.friendlyUniqueId}${index}${path}`, this.cdktfStack);
    const members = {
      fqn: { get: () => Token.asString(reference('')) },
      interpolationForAttribute: { value: (attribute: string) => reference(`.${attribute}`) },
      importFrom: {
        value: (id: string, provider?: TerraformProvider) => this.addImport(index, id, provider),
      },
    };
    return Object.create(this, members) as ContractResource;
  }

  private addImport(index: string, id: string, provider: TerraformProvider | undefined): void {
    this.#imports.set(index, { id, provider: provider?.fqn });
  }

  /** Adds the resource to the JSON of the stack. Marks what has no tokens, since most resources have none. */
  public override toTerraform(): object {
    const { terraformResourceType: type, friendlyUniqueId: name } = this;
    const imports = [...this.#imports].map(([index, each]) => ({ ...each, to: `${type}.${name}${index}` }));
    const json = {
      ...(super.toTerraform() as ResourceJson),
      ...(imports.length > 0 && { import: imports }),
    };
    const attributes = own(own(json.resource, type), name);
    if (attributes === undefined || mayHaveOverrides(this.cdktfStack) || mayHaveToken(attributes))
      return json;
    const resource = { [type]: { [name]: new Literal(attributes) } };
    const isAlone = imports.length === 0 && json.moved === undefined;
    return isAlone ? new Literal({ resource }) : { ...json, resource };
  }
}

/** The code of an index. A key is a template, as all texts are. The host would read `$${` in it as the start of an expression: an escape of HCL stands for the sign. */
function indexCode(key: unknown): string {
  return typeof key === 'string' ? toCode(key).replaceAll('$${', String.raw`\u0024{`) : String(key);
}

interface ResourceJson {
  readonly resource?: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly moved?: unknown;
}

/** JSON without tokens, which resolves to itself. cdktf resolves every part of a resource three times, the most expensive work of a synth. */
class Literal implements IResolvable {
  public constructor(part: object) {
    Object.assign(this, part);
  }

  public get creationStack(): string[] {
    return [];
  }

  public resolve(context: IResolveContext): undefined {
    context.registerPostProcessor({ postProcess: () => this });
  }

  public toString(): string {
    return JSON.stringify(this);
  }
}

/** A stack cannot merge overrides into an object that it takes for a token. */
function mayHaveOverrides(stack: object): boolean {
  return !('rawOverrides' in stack) || Object.keys(stack.rawOverrides ?? {}).length > 0;
}
