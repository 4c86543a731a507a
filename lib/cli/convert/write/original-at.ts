import { isObject, type JsonObject } from '../../../ground/json';
import { own } from '../../../ground/record';
import { HclFile } from '../../../hcl/file';
import type { OldFile } from '../model';
import { addressOfBlock, placedBlocks, type BlockPlace, type MemberPath, type PlacedBlock } from './changes';
import type { SourceBlock } from '../../../hcl/blocks';

/** A member as the user wrote it. */
export function originalAt({ syntax, text }: OldFile, place: PlacedBlock, path: MemberPath): string {
  if (syntax === 'json') return JSON.stringify(valueAt(place.body, path), undefined, 2);
  const file = new HclFile(text);
  const block = findPlaced(file, place);
  const member = block && file.find(block, path);
  if (member === undefined) return JSON.stringify(valueAt(place.body, path), undefined, 2);
  return file.slice('value' in member ? member.value : member);
}

/** The addresses of the blocks of a file, in their order. */
export function addressesIn({ syntax, text, content }: OldFile): readonly string[] {
  const blocks = syntax === 'json' ? placedBlocks(content) : new HclFile(text).blocks();
  return blocks.map(addressOfBlock);
}

/** The block at a place of a text. */
function findPlaced(file: HclFile, { type, labels, at }: BlockPlace): SourceBlock | undefined {
  const key = JSON.stringify([type, ...labels]);
  return file.blocks().filter((each) => JSON.stringify([each.type, ...each.labels]) === key)[at];
}

function valueAt(body: JsonObject, path: MemberPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return (value as unknown[])[Number(step)];
    return isObject(value) ? own(value, String(step)) : undefined;
  }, body);
}
