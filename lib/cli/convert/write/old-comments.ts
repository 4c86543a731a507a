import { findBlocks } from '../../../hcl/blocks';
import type { ConvertedObject, OldModule } from '../model';
import { localAddress } from '../addresses';
import type { Note } from '../../project/objects/object-code';
import { commentsAbove, commentsIn } from './hcl/comments';

/** The comments of the blocks that an object replaces: above and in them. Each block's are given once. */
export class OldComments {
  readonly #sources: ReadonlyMap<string, ReadonlyMap<string, Source>>;
  readonly #given = new Set<string>();

  public constructor({ files }: OldModule) {
    const sources = files.filter(({ syntax }) => syntax === 'hcl');
    this.#sources = new Map(sources.map(({ path, text }) => [path, sourcesIn(text)]));
  }

  /** @param options.stayAbove - whether those above the first block of the object's file stay where they are, above the object */
  public of({ replaces, file }: ConvertedObject, { stayAbove = false } = {}): readonly Note[] {
    const found = replaces.flatMap((resource) => {
      const address = localAddress(resource);
      const source = this.#sources.get(resource.file)?.get(address);
      return source === undefined ? [] : [{ address, of: resource.file, ...source }];
    });
    const inFile = found.filter((each) => each.of === file);
    const place = Math.min(...inFile.map(({ block }) => block.start));
    return found.flatMap(({ address, of, text, block }) => {
      if (this.#given.has(address)) return [];
      this.#given.add(address);
      const stays = stayAbove && of === file && block.start === place;
      const above = stays ? [] : commentsAbove(text, block);
      return [...(above.length > 0 ? [{ lines: above }] : []), ...commentsIn(text, block)];
    });
  }
}

interface Source {
  readonly text: string;
  readonly block: ReturnType<typeof findBlocks>[number];
}

function sourcesIn(text: string): ReadonlyMap<string, Source> {
  return new Map(
    findBlocks(text)
      .filter(({ type }) => type === 'resource' || type === 'data')
      .map((block) => {
        const [type = '', name = ''] = block.labels;
        const mode = block.type === 'data' ? 'data' : 'managed';
        return [localAddress({ mode, type, name }), { text, block }];
      }),
  );
}
