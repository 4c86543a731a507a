import { isObject, type JsonObject } from '../../../ground/json';
import { own } from '../../../ground/record';
import type { Traversal } from '../../../hcl/expressions';
import type { Written } from '../../../hcl/template';
import type { ConvertedObject, OldFile, Remark } from '../model';

/** A top-level block of a file: the one at a position among those with the same type and labels. */
export interface BlockPlace {
  /** `resource`, `output`. */
  readonly type: string;
  readonly labels: readonly string[];
  readonly at: number;
}

/**
 * A member of a block: attributes and nested blocks by their names, and the position of a block among those of its name; `dynamic` has the
 * name of its blocks behind it.
 */
export type MemberPath = readonly (string | number)[];

/** What changes in a block. */
export type Change =
  /** It leaves, and with it the comments above it, unless a comment is written in its place. */
  | { readonly kind: 'remove'; readonly withComments: boolean; readonly remarks: readonly Remark[] }
  /** Objects stand where it was. */
  | { readonly kind: 'replace'; readonly objects: readonly ConvertedObject[] }
  /** Attributes and blocks leave. */
  | { readonly kind: 'unset'; readonly names: readonly string[] }
  /** An attribute that it has gets another value. */
  | { readonly kind: 'set'; readonly path: MemberPath; readonly value: Written }
  /** It gets attributes. `inner` is the nested block, or the attribute with an object, that gets them instead. */
  | {
      readonly kind: 'insert';
      readonly inner?: string;
      readonly members: Readonly<Record<string, Member>>;
    }
  /** A list of names in a nested block, both of which it may lack, gets names. */
  | {
      readonly kind: 'append';
      readonly inner: string;
      readonly list: string;
      readonly names: readonly string[];
    }
  /** A comment above it, or above a member. */
  | { readonly kind: 'comment'; readonly path: MemberPath; readonly remark: Remark }
  /** What it refers to has other names. */
  | { readonly kind: 'refer' };

/** A value, or the name of something, such as a configuration of a provider, which JSON has without the marks of an expression. */
export type Member = { readonly value: Written } | { readonly name: string };

/** The changes of one file. */
export interface FileChanges {
  readonly file: OldFile;
  /** By {@link keyOf} their block. */
  readonly blocks: ReadonlyMap<string, readonly Change[]>;
  /** Objects that stand at no block of the file. */
  readonly added: readonly ConvertedObject[];
  readonly renames: Renames;
}

/** The names that what leaves has now. */
export interface Renames {
  /** The text for a reference; undefined where it stays. */
  reference(traversal: Traversal): string | undefined;
  /** The addresses for an item of `depends_on`; undefined where it stays. */
  dependency(address: string): readonly string[] | undefined;
}

export function keyOf({ type, labels, at }: BlockPlace): string {
  return JSON.stringify([type, ...labels, at]);
}

/** Gives the blocks of a file their places, in their order. */
export function placer(): (block: Pick<BlockPlace, 'type' | 'labels'>) => BlockPlace {
  const counts = new Map<string, number>();
  return ({ type, labels }) => {
    const key = JSON.stringify([type, ...labels]);
    const at = counts.get(key) ?? 0;
    counts.set(key, at + 1);
    return { type, labels, at };
  };
}

/** `cloudflare_logpush_job.a`, `data.cloudflare_zone.a`, `var.a`, `output.a`. */
export function addressOfBlock({ type, labels }: Pick<BlockPlace, 'type' | 'labels'>): string {
  const prefixes: Readonly<Record<string, readonly string[]>> = { resource: [], variable: ['var'] };
  return [...(own(prefixes, type) ?? [type]), ...labels].join('.');
}

/** A block of a file with its body, in the form of JSON. */
export interface PlacedBlock extends BlockPlace {
  readonly body: JsonObject;
}

/** Of the types that have not one. */
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

/** The top-level blocks of a content. */
export function placedBlocks(content: JsonObject): readonly PlacedBlock[] {
  const blocks: PlacedBlock[] = [];
  mapContent(content, (block) => {
    blocks.push(block);
    return block.body;
  });
  return blocks;
}

/** The content with each block changed, in each of the forms that JSON syntax has. Those without a body leave. */
export function mapContent(
  content: JsonObject,
  change: (block: PlacedBlock) => JsonObject | undefined,
): JsonObject {
  const placeOf = placer();
  const mapped = Object.entries(content).flatMap(([type, value]): (readonly [string, unknown])[] => {
    if (type === '//') return [[type, value]];
    const left = mapBlocks(value, own(labelCounts, type) ?? 1, (labels, body) =>
      change({ ...placeOf({ type, labels }), body }),
    );
    return left === undefined ? [] : [[type, left]];
  });
  return Object.fromEntries(mapped);
}

type MapBody = (labels: readonly string[], body: JsonObject) => JsonObject | undefined;

/** Blocks below some labels. */
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

/** The address of an item of `depends_on`, which JSON syntax may have as a template. */
export function addressOfItem(item: string): string {
  return (/^\$\{(.*)\}$/s.exec(item)?.[1] ?? item).trim().replace(/\[.*$/s, '');
}
