import { isObject, type JsonObject } from '../../ground/json';
import { own } from '../../ground/record';
import { onceFor } from '../../ground/remember';
import { findBlocks, type SourceBlock } from '../../hcl/blocks';
import type { WrittenObject } from '../../hcl/template';
import { joinAddress, pathsTo } from './addresses';
import type { OldFile, OldModule, OldResource } from './model';

/** A top-level block of a file: the one at a position among those with the same type and labels. */
export interface BlockPosition {
  readonly type: string;
  readonly labels: readonly string[];
  readonly at: number;
}

export interface Block extends BlockPosition {
  readonly body: WrittenObject;
  /** The path of the file, relative to the root module. */
  readonly file: string;
}

/** The blocks of files, all or those of some types. With types, the blocks of each file are in the order of the types. */
export function blocksIn(files: readonly OldFile[], ...types: readonly string[]): readonly Block[] {
  return files.flatMap((file) => {
    const all = blocksOf(file);
    return types.length === 0 ? all : types.flatMap((type) => all.filter((each) => each.type === type));
  });
}

/** The blocks of a file, found once: every reader and writer needs some of them. */
const blocksOf = onceFor(({ path, content }: OldFile): readonly Block[] => {
  const blocks: Block[] = [];
  mapContent(content, (place, body) => {
    blocks.push({ ...place, body: body as WrittenObject, file: path });
    return body;
  });
  return blocks;
});

/** The blocks of a module that are evaluated, each local value as one. Override files are merged into what they override. */
export function mergedBlocks({ files: given }: OldModule): readonly Block[] {
  const blocks = new Map<string, Block>();
  const files = given.toSorted((a, b) => Number(isOverrideFile(a.path)) - Number(isOverrideFile(b.path)));
  for (const block of blocksIn(files, 'resource', 'data', 'variable', 'output', 'module', 'locals'))
    for (const each of localValues(block)) {
      const key = keyOf({ ...each, at: 0 });
      const before = blocks.get(key);
      blocks.set(key, before === undefined ? each : { ...before, body: { ...before.body, ...each.body } });
    }
  return [...blocks.values()];
}

export const localsOf = onceFor(({ files }: OldModule): WrittenObject =>
  Object.fromEntries(blocksIn(files, 'locals').flatMap(({ body }) => Object.entries(body))),
);

function localValues(block: Block): readonly Block[] {
  if (block.type !== 'locals') return [block];
  return Object.entries(block.body).map(([name, value]) => ({
    ...block,
    type: 'local',
    labels: [name],
    body: { value },
  }));
}

/** The addresses of the resource blocks of a configuration without keys, once for each path of calls that leads to their module. */
export function declaredIn(modules: readonly OldModule[]): ReadonlySet<string> {
  return new Set(
    modules.flatMap(({ path, files }) =>
      blocksIn(files, 'resource').flatMap((block) =>
        pathsTo(path, modules).map((module) => joinAddress(module, addressOfBlock(block))),
      ),
    ),
  );
}

/** The blocks in the text of a file in HCL, by their keys. */
export const sourcesIn = onceFor(({ syntax, text }: OldFile): ReadonlyMap<string, SourceBlock> => {
  const positionOf = placer();
  const blocks = syntax === 'json' ? [] : findBlocks(text);
  return new Map(blocks.map((block) => [keyOf(positionOf(block)), block]));
});

export function keyOf({ type, labels, at }: BlockPosition): string {
  return JSON.stringify([type, ...labels, at]);
}

export function positionOf({ mode, type, name }: Pick<OldResource, 'mode' | 'type' | 'name'>): BlockPosition {
  return { type: mode === 'data' ? 'data' : 'resource', labels: [type, name], at: 0 };
}

/** The address of a block in its module: `cloudflare_logpush_job.a`, `data.cloudflare_zone.a`, `var.a`, `output.a`. */
export function addressOfBlock({ type, labels }: Pick<BlockPosition, 'type' | 'labels'>): string {
  const prefixes: Readonly<Record<string, readonly string[]>> = { resource: [], variable: ['var'] };
  return [...(own(prefixes, type) ?? [type]), ...labels].join('.');
}

/** The number of labels of each type of block whose number is not one. */
const labelCounts: Readonly<Record<string, number>> = {
  resource: 2,
  data: 2,
  ephemeral: 2,
  action: 2,
  terraform: 0,
  locals: 0,
  moved: 0,
  removed: 0,
  import: 0,
};

/** The content with each block changed, in each of the forms that JSON syntax has. A block that becomes undefined is removed. */
export function mapContent(
  content: JsonObject,
  change: (place: BlockPosition, body: JsonObject) => JsonObject | undefined,
): JsonObject {
  const placeOf = placer();
  const mapped = Object.entries(content).flatMap(([type, value]): (readonly [string, unknown])[] => {
    if (type === '//') return [[type, value]];
    const left = mapBlocks(value, own(labelCounts, type) ?? 1, (labels, body) =>
      change(placeOf({ type, labels }), body),
    );
    return left === undefined ? [] : [[type, left]];
  });
  return Object.fromEntries(mapped);
}

type MapBody = (labels: readonly string[], body: JsonObject) => JsonObject | undefined;

export function mapBlocks(
  value: unknown,
  depth: number,
  map: MapBody,
  labels: readonly string[] = [],
): unknown {
  if (Array.isArray(value)) {
    const left = (value as unknown[])
      .map((each) => mapBlocks(each, depth, map, labels))
      .filter((each) => each !== undefined);
    return left.length === 0 && value.length > 0 ? undefined : left;
  }
  if (!isObject(value)) return value;
  if (depth === 0) return map(labels, value);
  const left = Object.entries(value).flatMap(([label, inner]): (readonly [string, unknown])[] => {
    if (label === '//') return [[label, inner]];
    const mapped = mapBlocks(inner, depth - 1, map, [...labels, label]);
    return mapped === undefined ? [] : [[label, mapped]];
  });
  return left.length === 0 && Object.keys(value).length > 0 ? undefined : Object.fromEntries(left);
}

/** Returns a function that gives the blocks of a file their positions, in their order. */
function placer(): (block: Pick<BlockPosition, 'type' | 'labels'>) => BlockPosition {
  const counts = new Map<string, number>();
  return ({ type, labels }) => {
    const key = JSON.stringify([type, ...labels]);
    const at = counts.get(key) ?? 0;
    counts.set(key, at + 1);
    return { type, labels, at };
  };
}

export function isOverrideFile(path: string): boolean {
  return /(?:^|[/_])override\.tf(?:\.json)?$/.test(path);
}
