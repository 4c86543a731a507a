import { contracts } from '../../import/write/config';
import type { ConvertedObject, OldResource, Remark } from '../model';
import { rewriteWritten } from '../source/expressions';
import type { Written } from '../template';
import { originalOf, todo, type Draft } from './draft';
import { mentions, referenceOf } from './references';

/** Objects refer to what they and other objects replace: these references become those of the new objects. */
export function redirectReferences(draft: Draft): void {
  const successors = draft.objects.flatMap((object) =>
    object.replaces.map((resource): Successor => ({ resource, object })),
  );
  for (const object of [...draft.objects]) {
    const inModule = successors.filter(({ resource }) => resource.module === object.module);
    const remarks: Remark[] = [];
    const redirect = (written: Written): Written => redirected(written, inModule);
    const config = Object.fromEntries(
      Object.entries(object.config).map(([name, value]) => {
        const written = redirect(value);
        const left = inModule.filter(({ resource }) => mentions(written, referenceOf(resource)));
        if (left.length > 0) {
          const names = left.map(({ resource }) => referenceOf(resource)).join(', ');
          const text = `Refers to ${names}, which is replaced and has no attribute of that name. Set the value.`;
          remarks.push(todo(text, name, originalOf(value)));
          draft.find({
            code: 'convert.reference',
            severity: 'todo',
            address: `${object.typeName}.${object.name}`,
            file: object.file,
            text: `${name} ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
            original: originalOf(value),
          });
        }
        return [name, written];
      }),
    );
    const { forEach, count, dependsOn, ...meta } = object.meta;
    draft.update(object, {
      config,
      remarks: [...object.remarks, ...remarks],
      meta: {
        ...meta,
        ...(forEach !== undefined && { forEach: redirect(forEach) }),
        ...(count !== undefined && { count: redirect(count) }),
        ...dependencies(object, dependsOn, inModule),
      },
    });
  }
}

interface Successor {
  readonly resource: OldResource;
  readonly object: ConvertedObject;
}

/** No object waits for itself, and what has gone without an object is no dependency. */
function dependencies(
  self: ConvertedObject,
  dependsOn: readonly string[] | undefined,
  successors: readonly Successor[],
): Pick<ConvertedObject['meta'], 'dependsOn'> {
  const addresses = (dependsOn ?? []).flatMap((address) => {
    const found = successors.filter(({ resource }) => referenceOf(resource) === address);
    if (found.length === 0) return [address];
    return found
      .filter(({ object }) => object.name !== self.name || object.typeName !== self.typeName)
      .map(({ object }) => `${object.typeName}.${object.name}`);
  });
  const all = [...new Set(addresses)];
  return all.length === 0 ? {} : { dependsOn: all };
}

/** Only attributes of the same name mean the same. A migration is another object than what it replaces. */
function redirected(written: Written, successors: readonly Successor[]): Written {
  return rewriteWritten(written, ({ root, steps }) => {
    const [name, ...rest] = steps;
    const found = successors.find(
      ({ resource }) =>
        resource.mode === 'managed' && resource.type === root && name?.text === `.${resource.name}`,
    );
    if (found === undefined || found.object.typeName === 'edge_waf_migration') return undefined;
    const { typeName, name: newName } = found.object;
    const attribute = rest.find(({ kind }) => kind === 'attribute')?.text.slice(1) ?? '';
    if (!(attribute in contracts[typeName].attributes)) return undefined;
    return `${typeName}.${newName}${rest.map(({ text }) => text).join('')}`;
  });
}
