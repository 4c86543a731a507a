import { contracts } from '../import/write/config';
import type { ResourceType } from '../../resources';
import { customFieldsRulesetContract } from '../../resources/custom-fields-ruleset/contract';
import { logpushJobContract } from '../../resources/logpush-job/contract';
import { poolNotificationPolicyContract } from '../../resources/pool-notification-policy/contract';
import type { ConvertedObject, OldDataKind, OldKind, OldResource } from './model';
import { textOfSteps, type Traversal } from '../../hcl/expressions';
import { localAddress } from './addresses';
import { own } from '../../ground/record';
import { getOrAdd } from '../../ground/remember';

export type Resolved =
  /** It refers to nothing that leaves the configuration. */
  | { readonly kind: 'same' }
  | {
      readonly kind: 'successor';
      readonly text: string;
      readonly resource: OldResource;
      readonly object: ConvertedObject;
      /** Undefined for a reference to the object as a whole. */
      readonly attribute: string | undefined;
    }
  /** What it refers to leaves, and nothing has the same value. */
  | { readonly kind: 'none'; readonly address: string };

/** Where the references of a module to its old resources lead. */
export class Successors {
  readonly #taken: ReadonlyMap<string, OldResource>;
  readonly #replacing = new Map<OldResource, ConvertedObject[]>();

  /**
   * @param taken - the blocks of the module that leave
   * @param objects - those of the module
   */
  public constructor(taken: Iterable<OldResource>, objects: readonly ConvertedObject[]) {
    this.#taken = new Map([...taken].map((resource) => [localAddress(resource), resource]));
    for (const object of objects)
      for (const resource of object.replaces) getOrAdd(this.#replacing, resource, () => []).push(object);
  }

  public resolve({ root, steps }: Traversal): Resolved {
    const length = root === 'data' ? 2 : 1;
    const address = root + textOfSteps(steps.slice(0, length));
    const resource = this.#taken.get(address);
    if (resource === undefined) return { kind: 'same' };
    const rest = steps.slice(length);
    const attribute = rest.find(({ kind }) => kind === 'attribute')?.text.slice(1);
    const object = this.#equivalentOf(resource, attribute);
    if (object === undefined) return { kind: 'none', address };
    const text = `${object.typeName}.${object.name}${textOfSteps(rest)}`;
    return { kind: 'successor', text, resource, object, attribute };
  }

  /** The text for a reference; undefined where it stays. */
  public reference(traversal: Traversal): string | undefined {
    const resolved = this.resolve(traversal);
    return resolved.kind === 'successor' ? resolved.text : undefined;
  }

  public objectsFor(resource: OldResource): readonly ConvertedObject[] {
    return this.#replacing.get(resource) ?? [];
  }

  /**
   * The addresses that stand for one in `depends_on`: those of all objects that replace it.
   *
   * @returns undefined for what stays
   */
  public dependency(address: string): readonly string[] | undefined {
    const resource = this.#taken.get(address);
    return resource && this.objectsFor(resource).map(({ typeName, name }) => `${typeName}.${name}`);
  }

  /** The object that has the same instances, and in them the same attribute. */
  #equivalentOf(resource: OldResource, attribute: string | undefined): ConvertedObject | undefined {
    const [successor, ...more] = this.objectsFor(resource).filter(
      ({ typeName }) => equivalents[resource.kind] === typeName,
    );
    if (successor === undefined || more.length > 0) return undefined;
    const hasSameInstances =
      (successor.meta.forEach === undefined) === (resource.meta.forEach === undefined) &&
      (successor.meta.count === undefined) === (resource.meta.count === undefined);
    const { attributes } = contracts[successor.typeName];
    const hasAttribute =
      attribute === undefined ||
      (Object.hasOwn(attributes, attribute) && own(attributes, attribute)?.writeOnly !== true);
    return hasSameInstances && hasAttribute ? successor : undefined;
  }
}

/** Types whose objects are the same at the service, so that their attributes have the same values. */
const equivalents: Readonly<Partial<Record<OldKind | OldDataKind, ResourceType>>> = {
  ruleset: customFieldsRulesetContract.typeName,
  logpush_job: logpushJobContract.typeName,
  notification_policy: poolNotificationPolicyContract.typeName,
};
