import { findBody, type SourceBlock } from '../../../../hcl/blocks';
import { tokenize, type Token } from '../../../../hcl/tokens';
import { own } from '../../../../ground/record';
import type { Note } from '../../../project/objects/object-code';

/** Attributes whose first part has another name now. */
const renamed: Readonly<Record<string, string>> = { logpull_options: 'fields' };

/**
 * The comments in a block, without those above it: each at the attribute that it is above, in or behind. Their lines have no marks; one
 * that has more marks keeps them, such as `## Part` of `### Part`.
 */
export function commentsIn(text: string, block: SourceBlock): readonly Note[] {
  const { attributes } = findBody(text, block);
  const { start, end } = block.body;
  return commentTokens(text, start, end).map((comment) => {
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

/** The comment lines directly above a block. */
export function commentsAbove(text: string, { commentsStart, start }: SourceBlock): readonly string[] {
  return commentTokens(text, commentsStart, start).flatMap(linesOf);
}

function commentTokens(text: string, start: number, end: number): Token[] {
  return tokenize(text.slice(start, end))
    .filter(({ kind }) => kind === 'comment')
    .map((token) => ({ ...token, start: token.start + start, end: token.end + start }));
}

function linesOf({ text }: Token): string[] {
  if (!text.startsWith('/*')) return [text.replace(/^(?:#|\/\/) ?/, '').trimEnd()];
  return text
    .slice(2, text.endsWith('*/') ? -2 : undefined)
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .filter((line, at, all) => line !== '' || (at > 0 && at < all.length - 1));
}
