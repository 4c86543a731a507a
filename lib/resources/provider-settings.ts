import { TerraformProvider, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { defaultSettings, type Settings } from './settings';

export interface ProviderFacts {
  /** The settings; each is undefined where only Terraform knows the value. */
  readonly settings: { readonly [name in keyof Settings]: Settings[name] | undefined };
  /** The address of the API, or a text for one that only Terraform knows: two services may have zones of the same ID. */
  readonly address: string;
  /** Address and credentials, or a hash of them. In the same API, the same name means the same zone. */
  readonly api: string;
}

/** Facts by provider, and by stack for its default provider. */
const known = new WeakMap<IConstruct, ProviderFacts>();

const provided = new WeakSet<IConstruct>();

/** Whether a stack has a provider: an EdgeProvider, also one of another copy of this package, or one that cdktf generates. */
export function hasProvider(construct: IConstruct): boolean {
  const stack = TerraformStack.of(construct);
  const isOurs = (each: IConstruct) =>
    TerraformProvider.isTerraformProvider(each) && each.terraformGeneratorMetadata?.providerName === 'edge';
  return provided.has(stack) || stack.node.findAll().some(isOurs);
}

export function setProviderFacts(
  provider: TerraformProvider,
  isDefault: boolean,
  facts: ProviderFacts,
): void {
  const stack = TerraformStack.of(provider);
  provided.add(stack);
  known.set(provider, facts);
  if (isDefault) known.set(stack, facts);
}

/** The facts about a construct's provider; before there is one, the facts of a provider without props. */
export function providerFacts(construct: IConstruct, provider: TerraformProvider | undefined): ProviderFacts {
  const found = known.get(provider ?? TerraformStack.of(construct));
  return found ?? { settings: defaultSettings, address: '', api: '' };
}
