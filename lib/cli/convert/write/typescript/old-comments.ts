import type { ConvertedObject, OldModule, OldResource } from '../../model';
import { findBlocks } from '../../../../hcl/blocks';
import { commentsAbove, commentsIn, type OldComment } from '../hcl/comments';

/** The comments of the blocks that an object replaces: above and in them. Each block's are given once. */
export class OldComments {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #given = new Set<OldResource>();

  public constructor({ files }: OldModule) {
    const sources = files.filter(({ syntax }) => syntax === 'hcl');
    this.#texts = new Map(sources.map(({ path, text }) => [path, text]));
  }

  public of({ replaces }: ConvertedObject): readonly OldComment[] {
    return replaces.flatMap((resource) => {
      const isFirst = !this.#given.has(resource);
      this.#given.add(resource);
      return isFirst ? this.#ofBlock(resource) : [];
    });
  }

  #ofBlock({ mode, type, name, file }: OldResource): readonly OldComment[] {
    const text = this.#texts.get(file) ?? '';
    const block = findBlocks(text).find(
      (each) =>
        each.type === (mode === 'data' ? 'data' : 'resource') && each.labels.join('.') === `${type}.${name}`,
    );
    if (block === undefined) return [];
    const above = commentsAbove(text, block);
    return [...(above.length === 0 ? [] : [{ lines: above }]), ...commentsIn(text, block)];
  }
}
