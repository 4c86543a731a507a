import { contracts } from '../../import/write/config';
import { localAddress } from '../addresses';
import type { ConvertedObject, OldResource, Remark } from '../model';
import { rewriteWritten } from '../../../hcl/expressions';
import type { Written } from '../../../hcl/template';
import { originalOf, todo, type Draft } from './draft';
import { referencesIn } from './references';

/** Objects refer to what they and other objects replace: these references become those of the new objects. */
export function redirectReferences(draft: Draft): void {
  const successors = new Successors(draft.objects);
  for (const object of draft.objects) {
    const { module } = object;
    const redirect = (written: Written) => successors.redirect(written, module);
    const { forEach, count, dependsOn, ...meta } = object.meta;
    const config = Object.fromEntries(
      Object.entries(object.config).map(([name, value]) => [name, redirect(value)]),
    );
    const written = { ...config, for_each: forEach ?? null, count: count ?? null };
    const remarks = Object.entries(written).flatMap(([name, value]) =>
      remarksOn(draft, object, name, successors.leftIn(value, module), value),
    );
    draft.update(object, {
      config,
      remarks: [...object.remarks, ...remarks],
      meta: {
        ...meta,
        ...(forEach !== undefined && { forEach: redirect(forEach) }),
        ...(count !== undefined && { count: redirect(count) }),
        ...successors.dependencies(object, dependsOn ?? []),
      },
    });
  }
}

function remarksOn(
  draft: Draft,
  { typeName, name: objectName, file, config }: ConvertedObject,
  name: string,
  left: readonly string[],
  value: Written,
): Remark[] {
  if (left.length === 0) return [];
  const text = `${name} refers to ${left.join(', ')}, which is replaced. Write the value or another reference.`;
  const original = originalOf(value);
  draft.find({
    code: 'convert.reference',
    severity: 'todo',
    address: `${typeName}.${objectName}`,
    file,
    text,
    original,
  });
  return [todo(text, Object.hasOwn(config, name) ? name : undefined, original)];
}

/** The objects that replace resources, by module and reference. */
class Successors {
  readonly #all = new Map<string, { readonly resource: OldResource; readonly object: ConvertedObject }>();

  public constructor(objects: readonly ConvertedObject[]) {
    for (const object of objects)
      for (const resource of object.replaces)
        this.#all.set(`${resource.module} ${localAddress(resource)}`, { resource, object });
  }

  /** Only attributes of the same name mean the same. A migration is another object than what it replaces. */
  public redirect(written: Written, module: string): Written {
    return rewriteWritten(written, ({ root, steps }) => {
      const [name, ...rest] = steps;
      const object = this.#all.get(`${module} ${root}${name?.text ?? ''}`)?.object;
      if (object === undefined || object.typeName === 'edge_waf_migration') return undefined;
      const attribute = rest.find(({ kind }) => kind === 'attribute')?.text.slice(1) ?? '';
      if (!Object.hasOwn(contracts[object.typeName].attributes, attribute)) return undefined;
      return `${object.typeName}.${object.name}${rest.map(({ text }) => text).join('')}`;
    });
  }

  /** The references to what is replaced. */
  public leftIn(written: Written, module: string): string[] {
    return [...referencesIn(this.redirect(written, module))].filter((each) =>
      this.#all.has(`${module} ${each}`),
    );
  }

  /** No object waits for itself, and what has gone without an object is no dependency. */
  public dependencies(
    self: ConvertedObject,
    dependsOn: readonly string[],
  ): Pick<ConvertedObject['meta'], 'dependsOn'> {
    const addresses = dependsOn.flatMap((address) => {
      const object = this.#all.get(`${self.module} ${address}`)?.object;
      if (object === undefined) return [address];
      const isSelf = object.name === self.name && object.typeName === self.typeName;
      return isSelf ? [] : [`${object.typeName}.${object.name}`];
    });
    const all = [...new Set(addresses)];
    return all.length === 0 ? {} : { dependsOn: all };
  }
}
