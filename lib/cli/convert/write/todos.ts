import { getOrAdd } from '../../../ground/remember';
import { blockAddresses, localAddress, withoutKeys } from '../addresses';
import { addressOfBlock, blocksIn } from '../blocks';
import type {
  Conversion,
  ConvertedObject,
  Finding,
  OldConfiguration,
  OldFile,
  OldModule,
  OldResource,
  Remark,
} from '../model';

/** A finding with the place of its `TODO`. A to-do has a place if, and only if, the code has its `TODO`. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly place?: {
    readonly file: string;
    /** Whether the `TODO` is at a new object. */
    readonly isObject: boolean;
  };
}

/** The files of a converted configuration. */
export interface WrittenCode {
  /** Text by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The findings of the conversion and of the new text. A to-do has a file if the text has its `TODO`. */
  readonly findings: readonly Finding[];
}

/**
 * Findings with the file of the new code that has their `TODO`. A to-do has no other file.
 *
 * @param fileOf - the file of the new code
 */
export function withTodoFiles(
  findings: readonly PlacedFinding[],
  fileOf: (place: NonNullable<PlacedFinding['place']>) => string,
): readonly Finding[] {
  return findings.map(({ finding: { file, ...finding }, place }) => {
    const own = finding.severity === 'todo' ? place && fileOf(place) : file;
    return own === undefined ? finding : { ...finding, file: own };
  });
}

export type Todos = ReturnType<typeof placeTodos>;

export function placeTodos(old: OldConfiguration, conversion: Conversion, taken: ReadonlySet<OldResource>) {
  const blocks = new Map(
    [...old.resources, ...old.dataSources].flatMap((resource) =>
      [
        ...blockAddresses(resource, old.modules),
        ...resource.instances.map(({ address }) => withoutKeys(address)),
      ].map((address) => [address, resource] as const),
    ),
  );
  const replacing = grouped(
    conversion.objects.flatMap((object) => object.replaces.map((resource) => [resource, object] as const)),
  );
  const objects = grouped<string, ConvertedObject>(
    conversion.objects.map((object) => [`${object.typeName}.${object.name}`, object] as const),
  );
  const places = new Set(
    old.modules.flatMap(({ path, files }) =>
      blocksIn(files).map((block) => placeKey(path, block.file, addressOfBlock(block))),
    ),
  );
  const moduleOf = new Map(
    old.modules.flatMap(({ path, files }) => files.map((file) => [file.path, path] as const)),
  );
  const onObjects = new Map<ConvertedObject, Remark[]>();
  const inPlaceOfBlocks = new Map<OldResource, Remark[]>();
  const aboveBlocks = new Map<string, Remark[]>();

  const resourceOfFinding = new Map(
    conversion.outcomes.flatMap(({ address, findings: positions }) =>
      positions.map((at) => [at, blocks.get(withoutKeys(address))] as const),
    ),
  );
  const findings = conversion.findings.map((finding, at): PlacedFinding => {
    const { severity, address, file } = finding;
    const resource = blocks.get(withoutKeys(address)) ?? resourceOfFinding.get(at);
    // A finding on an object of ours names it.
    const named = objects.get(withoutKeys(address).split('.').slice(-2).join('.')) ?? [];
    const replacements = (resource && replacing.get(resource)) ?? [];
    const object = replacements[0] ?? named.find((each) => each.file === file) ?? named[0];
    const remark = remarkOf(finding);
    if (resource !== undefined && object === undefined && taken.has(resource)) {
      if (severity !== 'note') add(inPlaceOfBlocks, resource, remark);
      return { finding, place: { file: resource.file, isObject: false } };
    }
    if (severity !== 'todo') return { finding };
    if (object !== undefined) {
      const isThere = [object, ...replacements].some(({ remarks }) =>
        remarks.some(({ isTodo, text }) => isTodo && text.includes(finding.text)),
      );
      if (!isThere) add(onObjects, object, remark);
      return { finding, place: { file: object.file, isObject: true } };
    }
    if (resource !== undefined) {
      add(aboveBlocks, placeKey(resource.module, resource.file, localAddress(resource)), remark);
      return { finding, place: { file: resource.file, isObject: false } };
    }
    if (file === undefined) return { finding };
    const key = placeKey(moduleOf.get(file) ?? '', file, withoutKeys(address));
    if (!places.has(key)) return { finding };
    add(aboveBlocks, key, remark);
    return { finding, place: { file, isObject: false } };
  });

  return {
    /** The objects, each with the to-dos about it or about what it replaces as remarks. */
    objects: conversion.objects.map((object) => ({
      ...object,
      remarks: [...object.remarks, ...(onObjects.get(object) ?? [])],
    })),
    /** The remarks in place of a block that nothing replaces. */
    inPlaceOf: (resource: OldResource) => inPlaceOfBlocks.get(resource) ?? [],
    /** The remarks above a block that stays. */
    aboveBlock: ({ path }: OldModule, file: OldFile, address: string) =>
      aboveBlocks.get(placeKey(path, file.path, address)) ?? [],
    /** The findings of the conversion with their places. */
    findings,
  };
}

function add<Key>(remarks: Map<Key, Remark[]>, key: Key, remark: Remark): void {
  const known = getOrAdd(remarks, key, () => []);
  if (known.every(({ text }) => text !== remark.text)) known.push(remark);
}

function remarkOf({ text, original }: Finding): Remark {
  return { isTodo: true, text, ...(original !== undefined && { original }) };
}

function grouped<Key, Value>(entries: readonly (readonly [Key, Value])[]) {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of entries) getOrAdd(groups, key, () => []).push(value);
  return groups;
}

function placeKey(module: string, file: string, address: string): string {
  return JSON.stringify([module, file, address]);
}
