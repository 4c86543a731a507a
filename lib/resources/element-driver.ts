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
import { usageError } from './user-frames';

/** A construct whose Terraform elements are to be added to the stack. */
export interface ElementRequest {
  readonly construct: Construct;
  readonly logicalId: string;
  readonly contract: Contract;
  /** The meta-arguments as the user gave them. Use {@link metaOf} for those to synthesize. */
  readonly meta: TerraformMetaArguments;
  readonly isRetired: boolean;
  /** The attributes, complete only at synth: until then, a construct can still be changed. */
  readonly attributes: () => GivenAttributes;
  /** Faults for a driver that keeps no state, one line each. */
  readonly faultsWithoutState: () => readonly string[];
}

/** The meta-arguments to synthesize. A retired construct has no instances. */
export function metaOf({ meta, isRetired }: ElementRequest): TerraformMetaArguments {
  if (!isRetired) return meta;
  // Other arguments may refer to each.value, which is invalid beside a count: use an empty set instead.
  return meta.forEach === undefined
    ? { ...meta, count: 0 }
    : { ...meta, forEach: TerraformIterator.fromList([]) };
}

/** A driver that adds other elements to the stack instead of a resource of the `edge` provider. */
export interface ElementDriver {
  declare(request: ElementRequest): TerraformResource;
  /** Why its constructs have no outputs and what to do instead, phrased as the end of a sentence. */
  readonly whyNoOutputs: string;
  readonly whyNoImport: string;
}

/** Drivers by provider, and by stack for its default provider. */
const drivers = new WeakMap<IConstruct, ElementDriver>();
/** Stacks that already have constructs of their default provider. */
const stacksInUse = new WeakSet<TerraformStack>();

/** Sets the driver of all constructs of a provider. Throws where the stack already has constructs. */
export function setElementDriver(
  provider: TerraformProvider,
  isDefault: boolean,
  driver: ElementDriver,
): void {
  drivers.set(provider, driver);
  if (!isDefault) return;
  const stack = TerraformStack.of(provider);
  if (stacksInUse.has(stack))
    throw usageError(
      `[${provider.node.path}] EdgeProvider: the stack already has constructs of this package, which use another ` +
        'driver. Create the EdgeProvider before them.',
    );
  drivers.set(stack, driver);
}

/** The driver of a construct, undefined for the provider plugin. */
export function findElementDriver(
  construct: IConstruct,
  provider: TerraformProvider | undefined,
): ElementDriver | undefined {
  if (provider !== undefined) return drivers.get(provider);
  const stack = TerraformStack.of(construct);
  stacksInUse.add(stack);
  return drivers.get(stack);
}
