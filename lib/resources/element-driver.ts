import {
  TerraformIterator,
  TerraformStack,
  type TerraformMetaArguments,
  type TerraformProvider,
  type TerraformResource,
} from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import type { Contract } from '../schema';
import type { GivenAttributes } from './expressions';

/** A construct that asks for its place in the stack. */
export interface ElementRequest {
  readonly construct: Construct;
  /** The name of its resource in plan and state. */
  readonly logicalId: string;
  readonly contract: Contract;
  /** As the user gave them; see {@link metaOf} for a construct that is retired. */
  readonly meta: TerraformMetaArguments;
  readonly isRetired: boolean;
  /** Complete only at synth: constructs may be told more until then. */
  readonly attributes: () => GivenAttributes;
}

/** Terraform's own arguments of a construct's resource: one that is retired has no instance, and keeps its kind of them. */
export function metaOf({ meta, isRetired }: ElementRequest): TerraformMetaArguments {
  if (!isRetired) return meta;
  // Of for_each something may be said in the other arguments, each.value: so an empty set takes its place, not a count.
  return meta.forEach === undefined
    ? { ...meta, count: 0 }
    : { ...meta, forEach: TerraformIterator.fromList([]) };
}

/** Puts other elements into the stack than a resource of the provider `edge`. */
export interface ElementDriver {
  declare(request: ElementRequest): TerraformResource;
  /** Why its constructs have no outputs, and what to do instead. */
  readonly whyNoOutputs: string;
  readonly whyNoImport: string;
}

/** By the provider of a stack, or by the stack where the provider is its default. */
const drivers = new WeakMap<IConstruct, ElementDriver>();
/** Stacks that have constructs of the default provider already. */
const settled = new WeakSet<TerraformStack>();

/** Makes a driver that of all constructs of a provider. Throws where constructs were made before. */
export function setElementDriver(
  provider: TerraformProvider,
  isDefault: boolean,
  driver: ElementDriver,
): void {
  drivers.set(provider, driver);
  if (!isDefault) return;
  const stack = TerraformStack.of(provider);
  if (settled.has(stack)) {
    throw new Error(
      `[${provider.node.path}] EdgeProvider: the stack has constructs of this package already, which follow another ` +
        'driver. Make the EdgeProvider before them.',
    );
  }
  drivers.set(stack, driver);
}

/** The driver of a construct; undefined for the provider's own. */
export function findElementDriver(
  construct: IConstruct,
  provider: TerraformProvider | undefined,
): ElementDriver | undefined {
  if (provider !== undefined) return drivers.get(provider);
  const stack = TerraformStack.of(construct);
  settled.add(stack);
  return drivers.get(stack);
}
