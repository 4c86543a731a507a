import {
  TerraformProvider,
  TerraformResource,
  type TerraformMetaArguments,
  type TerraformStack,
} from 'cdktf';
import type { Construct } from 'constructs';

/** The provider `hashicorp/null`, as `@cdktf/provider-null` declares it too, which a stack may use beside this package. */
const nullProvider = {
  terraformResourceType: 'null',
  terraformGeneratorMetadata: {
    providerName: 'null',
    providerVersion: '3.2.4',
    providerVersionConstraint: '~> 3.0',
  },
  terraformProviderSource: 'null',
};

export interface NullResourceConfig extends TerraformMetaArguments {
  readonly triggers: Readonly<Record<string, string>>;
}

/** A `null_resource`. */
export class NullResource extends TerraformResource {
  readonly #triggers: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { triggers, ...meta }: NullResourceConfig) {
    const { terraformGeneratorMetadata } = nullProvider;
    super(scope, id, { ...meta, terraformResourceType: 'null_resource', terraformGeneratorMetadata });
    this.#triggers = triggers;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { triggers: this.#triggers };
  }
}

/** Requires the provider of `null_resource` without configuring it: another construct may do so. */
class RequiredNullProvider extends TerraformProvider {
  constructor(scope: Construct, id: string) {
    super(scope, id, nullProvider);
  }

  override toTerraform(): { terraform: object } {
    const { terraform } = super.toTerraform() as { terraform: object };
    return { terraform };
  }
}

/** Requires the provider of `null_resource` where the stack does not use it yet. */
export function requireNullProvider(stack: TerraformStack): void {
  const isNull = (each: unknown) =>
    TerraformProvider.isTerraformProvider(each) &&
    each.terraformResourceType === nullProvider.terraformResourceType;
  if (!stack.node.findAll().some(isNull)) new RequiredNullProvider(stack, 'null-of-edge');
}
