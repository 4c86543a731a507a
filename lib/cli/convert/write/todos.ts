import { getOrAdd } from '../../../ground/remember';
import { localAddress } from '../addresses';
import type { Conversion, ConvertedObject, Finding, FindingPlace, OldResource, Remark } from '../model';

export interface WrittenCode {
  readonly files: ReadonlyMap<string, string>;
  /** The findings of the conversion and of the new text. A to-do has a file if the text has its `TODO`. */
  readonly findings: readonly Finding[];
  /** The blocks of a further section of `CONVERSION.md`. */
  readonly section?: readonly string[];
}

/**
 * Findings with the file of the new code that has their `TODO`. A to-do has no other file.
 *
 * @param fileOf - the file of the new code
 */
export function withTodoFiles(
  findings: readonly Finding[],
  fileOf: (place: FindingPlace) => string,
): readonly Finding[] {
  return findings.map(({ file, place, ...finding }) => {
    const own = finding.severity === 'todo' ? place && fileOf(place) : file;
    return own === undefined ? finding : { ...finding, file: own };
  });
}

export type Todos = ReturnType<typeof placeTodos>;

/** The to-dos of a conversion as comments: at the object that replaces their block, or above the block of their address. */
export function placeTodos({ objects, findings }: Conversion) {
  const replacing = new Map<OldResource, ConvertedObject>();
  for (const object of objects)
    for (const resource of object.replaces) getOrAdd(replacing, resource, () => object);
  const onObjects = new Map<ConvertedObject, Remark[]>();
  const aboveBlocks = new Map<string, Remark[]>();
  return {
    findings: findings.map((finding): Finding => {
      const { severity, address, on, file = on?.file } = finding;
      if (severity !== 'todo' || finding.place !== undefined || file === undefined) return finding;
      const object = on && replacing.get(on);
      if (object !== undefined) add(onObjects, object, finding);
      else add(aboveBlocks, JSON.stringify([file, on === undefined ? address : localAddress(on)]), finding);
      return { ...finding, place: { file: object?.file ?? file, isObject: object !== undefined } };
    }),
    /** The objects, each with the to-dos about what it replaces as remarks. */
    objects: objects.map((object) => ({
      ...object,
      remarks: [...object.remarks, ...(onObjects.get(object) ?? [])],
    })),
    aboveBlock: (file: string, address: string) => aboveBlocks.get(JSON.stringify([file, address])) ?? [],
  };
}

function add<Key>(remarks: Map<Key, Remark[]>, key: Key, { text, original }: Finding): void {
  const known = getOrAdd(remarks, key, () => []);
  if (known.every((each) => each.text !== text))
    known.push({ isTodo: true, text, ...(original !== undefined && { original }) });
}
