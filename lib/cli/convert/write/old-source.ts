import { isObject, type JsonObject } from '../../../ground/json';
import { own } from '../../../ground/record';
import type { SourceBlock } from '../../../hcl/blocks';
import { HclFile } from '../../../hcl/file';
import type { OldFile } from '../model';
import { addressOfBlock, blocksIn, keyOf, sourcesIn, type Block } from '../blocks';
import type { MemberPath } from './changes';

/** The blocks of a file of the old code, with the user's own text. */
export class OldSource {
  /** In the form of JSON. */
  public readonly blocks: readonly Block[];
  readonly #file: HclFile;
  readonly #inText: ReadonlyMap<string, SourceBlock>;

  public constructor(file: OldFile) {
    this.blocks = blocksIn([file]);
    this.#file = new HclFile(file.text);
    this.#inText = sourcesIn(file);
  }

  /** The addresses of the blocks, in the order of the text. */
  public addresses(): readonly string[] {
    const blocks = this.#inText.size === 0 ? this.blocks : [...this.#inText.values()];
    return blocks.map(addressOfBlock);
  }

  /** A member as the user wrote it. */
  public textOf(place: Block, path: MemberPath): string {
    const block = this.#inText.get(keyOf(place));
    const member = block && this.#file.find(block, path);
    if (member === undefined) return JSON.stringify(valueAt(place.body, path), undefined, 2);
    return this.#file.slice('value' in member ? member.value : member);
  }
}

function valueAt(body: JsonObject, path: MemberPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return (value as unknown[])[Number(step)];
    return isObject(value) ? own(value, String(step)) : undefined;
  }, body);
}
