import type { Traversal } from '../../../hcl/expressions';
import type { Written } from '../../../hcl/template';
import type { ConvertedObject, OldFile, Remark } from '../model';

/**
 * A member of a block: attributes and nested blocks by their names, and the position of a block among those of its name; `dynamic` has the
 * name of its blocks behind it.
 */
export type MemberPath = readonly (string | number)[];

export type Change =
  /** Removes the block, with the comments above it or without. */
  | { readonly kind: 'remove'; readonly withComments: boolean }
  /** Replaces the block by objects. */
  | { readonly kind: 'replace'; readonly objects: readonly ConvertedObject[] }
  /** Removes attributes and nested blocks. */
  | { readonly kind: 'unset'; readonly names: readonly string[] }
  /** Sets an attribute that the block has to another value. */
  | { readonly kind: 'set'; readonly path: MemberPath; readonly value: Written }
  /** Adds attributes. `inner` is the nested block, or the attribute with an object, that gets them instead. */
  | {
      readonly kind: 'insert';
      readonly inner?: string;
      readonly members: Readonly<Record<string, Member>>;
    }
  /** Adds names to a list in a nested block, both of which the block may lack. */
  | {
      readonly kind: 'append';
      readonly inner: string;
      readonly list: string;
      readonly names: readonly string[];
    }
  /** Adds a comment above the block, or above a member. */
  | { readonly kind: 'comment'; readonly path: MemberPath; readonly remark: Remark }
  /** Rewrites the references of the block to new names. */
  | { readonly kind: 'refer' };

/** The new value of a member, or a name such as that of a provider configuration, which JSON has without the marks of an expression. */
export type Member = { readonly value: Written } | { readonly name: string };

export interface FileChanges {
  readonly file: OldFile;
  /** The changes of each block, by its key. */
  readonly blocks: ReadonlyMap<string, readonly Change[]>;
  /** Objects that replace no block of the file. */
  readonly added: readonly ConvertedObject[];
  readonly renames: Renames;
}

/** The new names of objects whose blocks leave. */
export interface Renames {
  /** The text for a reference; undefined where it stays. */
  reference(traversal: Traversal): string | undefined;
  /** The addresses for an item of `depends_on`; undefined where it stays. */
  dependency(item: string): readonly string[] | undefined;
}
