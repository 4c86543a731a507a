import { TerraformProvider, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { defaultSettings, type Settings } from './settings';

/** The settings of a provider at synth. Undefined where only Terraform knows the value. */
export type KnownSettings = { readonly [name in keyof Settings]: Settings[name] | undefined };

/** By provider, and by stack for its default provider. */
const known = new WeakMap<IConstruct, KnownSettings>();

/** The stacks with a provider of this package. */
const provided = new WeakSet<IConstruct>();

/**
 * Whether the stack of a construct has a provider: an EdgeProvider, also one of another copy of this package, or one that cdktf
 * generates.
 */
export function hasProvider(construct: IConstruct): boolean {
  const stack = TerraformStack.of(construct);
  const isOurs = (each: IConstruct) =>
    TerraformProvider.isTerraformProvider(each) && each.terraformGeneratorMetadata?.providerName === 'edge';
  return provided.has(stack) || stack.node.findAll().some(isOurs);
}

/** Sets the settings of all constructs of a provider that are created later. */
export function setProviderSettings(
  provider: TerraformProvider,
  isDefault: boolean,
  settings: KnownSettings,
): void {
  provided.add(TerraformStack.of(provider));
  known.set(provider, settings);
  if (isDefault) known.set(TerraformStack.of(provider), settings);
}

/** The settings of a construct's provider. Before there is one, those of a provider without props. */
export function findProviderSettings(
  construct: IConstruct,
  provider: TerraformProvider | undefined,
): KnownSettings {
  return known.get(provider ?? TerraformStack.of(construct)) ?? defaultSettings;
}

const addresses = new WeakMap<IConstruct, string>();

/** Sets the address of a provider's API, or what stands for one that only Terraform knows. */
export function setProviderAddress(provider: TerraformProvider, isDefault: boolean, address: string): void {
  addresses.set(provider, address);
  if (isDefault) addresses.set(TerraformStack.of(provider), address);
}

/** The address of the API of a construct's provider: two services may have zones of the same ID. */
export function findProviderAddress(construct: IConstruct, provider: TerraformProvider | undefined): string {
  return addresses.get(provider ?? TerraformStack.of(construct)) ?? '';
}

const apis = new WeakMap<IConstruct, string>();

/** Sets what tells the API of a provider from others: its address and credentials, or a hash of them. */
export function setProviderApi(provider: TerraformProvider, isDefault: boolean, api: string): void {
  apis.set(provider, api);
  if (isDefault) apis.set(TerraformStack.of(provider), api);
}

/** The API of a construct's provider: in the same API, the same name means the same zone. */
export function findProviderApi(construct: IConstruct, provider: TerraformProvider | undefined): string {
  return apis.get(provider ?? TerraformStack.of(construct)) ?? '';
}
