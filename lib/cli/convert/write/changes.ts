import type { Traversal } from '../../../hcl/expressions';
import type { Written } from '../../../hcl/template';
import type { ConvertedObject, OldFile, Remark } from '../model';

/**
 * A member of a block: attributes and nested blocks by their names, and the position of a block among those of its name; `dynamic` has the
 * name of its blocks behind it.
 */
export type MemberPath = readonly (string | number)[];

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

export interface FileChanges {
  readonly file: OldFile;
  /** By the key of their block. */
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

/** The address of an item of `depends_on`, which JSON syntax may have as a template. */
export function addressOfItem(item: string): string {
  return (/^\$\{(.*)\}$/s.exec(item)?.[1] ?? item).trim().replace(/\[.*$/s, '');
}
