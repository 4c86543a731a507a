import { contracts } from '../import/write/config';
import type { ResourceType } from '../../resources';
import { customFieldsRulesetContract } from '../../resources/custom-fields-ruleset/contract';
import { logpushJobContract } from '../../resources/logpush-job/contract';
import { outputAttributes } from '../../resources/logpush-job/output';
import { poolNotificationPolicyContract } from '../../resources/pool-notification-policy/contract';
import type { ConvertedObject, OldDataKind, OldKind, OldResource } from './model';
import { textOfSteps, type Step, type Traversal } from '../../hcl/expressions';
import { bareText, type WrittenObject } from '../../hcl/template';
import { localAddress } from './addresses';
import { cveNames } from '../../retired';
import { own } from '../../ground/record';
import { getOrAdd } from '../../ground/remember';

export type Resolved =
  /** A reference to something that stays in the configuration. */
  | { readonly kind: 'same' }
  | {
      readonly kind: 'successor';
      readonly text: string;
      readonly resource: OldResource;
      readonly object: ConvertedObject;
      /** The attribute; undefined for a reference to the object as a whole. */
      readonly attribute: string | undefined;
    }
  /** A reference to something that leaves the configuration, of which nothing has the value. */
  | { readonly kind: 'none'; readonly address: string };

/** Resolves the references of a module to its old resources: to the objects that replace them. */
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
    const object = this.#equivalentOf(resource);
    const at = rest.findIndex(({ kind }) => kind === 'attribute');
    const attribute = at === -1 ? undefined : rest[at]?.text.slice(1);
    const keys = at === -1 ? rest : rest.slice(0, at);
    const text =
      object &&
      textAt(object, { of: `${object.typeName}.${object.name}`, keys, path: rest.slice(keys.length) });
    if (object === undefined || text === undefined) return { kind: 'none', address };
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
   * The addresses that stand for an item of `depends_on`: those of all objects that replace it, with all their instances.
   *
   * @param item - in JSON syntax also a template
   * @returns undefined for what stays
   */
  public dependency(item: string): readonly string[] | undefined {
    const resource = this.#taken.get(bareText(item).trim().replace(/\[.*$/s, ''));
    return resource && this.objectsFor(resource).map(({ typeName, name }) => `${typeName}.${name}`);
  }

  /** The object that has the same instances. */
  #equivalentOf(resource: OldResource): ConvertedObject | undefined {
    const [successor, ...more] = this.objectsFor(resource).filter(
      ({ typeName }) => equivalents[resource.kind] === typeName,
    );
    if (successor === undefined || more.length > 0) return undefined;
    const hasSameInstances =
      (successor.meta.forEach === undefined) === (resource.meta.forEach === undefined) &&
      (successor.meta.count === undefined) === (resource.meta.count === undefined);
    return hasSameInstances ? successor : undefined;
  }
}

/** Types whose objects are the same at the service, so that their attributes have the same values. */
const equivalents: Readonly<Partial<Record<OldKind | OldDataKind, ResourceType>>> = {
  ruleset: customFieldsRulesetContract.typeName,
  logpush_job: logpushJobContract.typeName,
  notification_policy: poolNotificationPolicyContract.typeName,
};

/** A reference to a new object: the object, the keys of its instances, and the path in them that the old code has. */
interface Reference {
  /** The address of the object: `edge_logpush_job.http`. */
  readonly of: string;
  readonly keys: readonly Step[];
  readonly path: readonly Step[];
}

/** The text for a reference; undefined where nothing has the same value. */
function textAt(object: ConvertedObject, reference: Reference): string | undefined {
  const { of, keys, path } = reference;
  const [first, ...inner] = path;
  const attribute = first?.text.slice(1);
  const same = of + textOfSteps(keys) + textOfSteps(path);
  if (attribute === undefined) return same;
  if (object.typeName === logpushJobContract.typeName) {
    if (attribute === 'output_options') return outputOption(object, { ...reference, path: inner });
    // It has no credentials any more.
    if (attribute === 'destination_conf' && object.config.destination_credentials !== undefined)
      return undefined;
  }
  const known = own(contracts[object.typeName].attributes, attribute);
  return known === undefined || known.writeOnly === true ? undefined : same;
}

/** Whether a new object has an attribute of the old one, with the same value in the same place. */
export function hasAttribute(object: ConvertedObject, name: string): boolean {
  const text = `.${name}`;
  return textAt(object, { of: '', keys: [], path: [{ kind: 'attribute', text }] }) === text;
}

/** A member of `output_options`, a list of one block up to 4.x. */
function outputOption({ config }: ConvertedObject, { of, keys, path }: Reference): string | undefined {
  const [list] = path[0]?.kind === 'attribute' ? [] : path;
  const [member, ...rest] = list === undefined ? path : path.slice(1);
  const place = placeOfOption(config, member?.text.slice(1) ?? '');
  const isList = list?.kind === 'splat';
  if (place === undefined || (isList && keys.some(({ kind }) => kind === 'splat'))) return undefined;
  const value = `${of}${textOfSteps(keys)}.${place}`;
  return (isList ? `[${value}]` : value) + textOfSteps(rest);
}

function placeOfOption({ output_options: output = null }: WrittenObject, name: string): string | undefined {
  if (name === 'sample_rate' || name === 'timestamp_format') return name;
  const member = cveNames.some((each) => each === name) ? 'cve_2021_44228' : name;
  return output !== null && Object.hasOwn(outputAttributes, member) ? `output_options.${member}` : undefined;
}
