import { findBody, type SourceBlock } from '../../../hcl/blocks';
import { tokenize, type Token } from '../../../hcl/tokens';
import { own } from '../../../ground/record';
import type { Note } from '../../project/objects/object-code';
import { keyOf, positionOf, sourcesIn } from '../blocks';
import { codeIn } from '../translate/expressions';
import type { ConvertedObject, OldModule } from '../model';

/** The comments above and in the blocks that an object replaces. Those of each block are returned once. */
export class OldComments {
  readonly #given = new Set<string>();

  public constructor(private readonly module: OldModule) {}

  /** @param options.stayAbove - whether those above the first block of the object's file stay where they are, above the object */
  public of({ replaces, file, config }: ConvertedObject, { stayAbove = false } = {}): readonly Note[] {
    const found = replaces.flatMap((resource) => {
      const of = this.module.files.find(({ path }) => path === resource.file);
      const key = keyOf(positionOf(resource));
      const block = of && sourcesIn(of).get(key);
      return of === undefined || block === undefined ? [] : [{ key, of, block }];
    });
    const inFile = found.filter(({ of }) => of.path === file);
    const place = Math.min(...inFile.map(({ block }) => block.start));
    return found.flatMap(({ key, of: { path, text }, block }) => {
      if (this.#given.has(key)) return [];
      this.#given.add(key);
      const stays = stayAbove && path === file && block.start === place;
      const above = stays ? [] : commentsAbove(text, block);
      return [...(above.length > 0 ? [{ lines: above }] : []), ...commentsIn(text, block, codeIn(config))];
    });
  }
}

/** Attributes whose first part has another name now. */
const renamed: Readonly<Record<string, string>> = { logpull_options: 'fields' };

/**
 * The comments in a block, without those above it: each at the attribute that it is above, in or behind. Their lines have no marks; one
 * that has more marks keeps them, such as `## Part` of `### Part`.
 *
 * @param kept - the expressions of the new object, which have their comments
 */
function commentsIn(text: string, block: SourceBlock, kept: string): readonly Note[] {
  const { attributes } = findBody(text, block);
  const { start, end } = block.body;
  const isKept = (comment: Token) =>
    kept.includes(comment.text) &&
    attributes.some(({ value }) => comment.start >= value.start && comment.end <= value.end);
  const leaving = commentTokens(text, start, end).filter((comment) => !isKept(comment));
  return leaving.map((comment) => {
    const owner = attributes.find(
      (each) =>
        (comment.start >= each.commentsStart && comment.start < each.end) ||
        (comment.start >= each.end && !text.slice(each.end, comment.start).includes('\n')),
    );
    return {
      ...(owner !== undefined && { attribute: own(renamed, owner.name) ?? owner.name }),
      lines: linesOf(comment),
    };
  });
}

function commentsAbove(text: string, { commentsStart, start }: SourceBlock): readonly string[] {
  return commentTokens(text, commentsStart, start).flatMap(linesOf);
}

function commentTokens(text: string, start: number, end: number): Token[] {
  return tokenize(text, { start, end }).filter(({ kind }) => kind === 'comment');
}

function linesOf({ text }: Token): string[] {
  if (!text.startsWith('/*')) return [text.replace(/^(?:#|\/\/) ?/, '').trimEnd()];
  return text
    .slice(2, text.endsWith('*/') ? -2 : undefined)
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .filter((line, at, all) => line !== '' || (at > 0 && at < all.length - 1));
}
