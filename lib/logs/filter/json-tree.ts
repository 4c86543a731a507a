import type { FaultPath, Position } from '../fault';

/** JSON with the offsets of its values in the text. */
export type JsonNode =
  | { readonly kind: 'object'; readonly offset: number; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly offset: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly offset: number; readonly value: string }
  | {
      readonly kind: 'number';
      readonly offset: number;
      readonly value: number | bigint;
      readonly text: string;
    }
  | { readonly kind: 'boolean'; readonly offset: number; readonly value: boolean }
  | { readonly kind: 'null'; readonly offset: number };

export interface JsonMember {
  readonly key: string;
  /** The offset of the key; that of the value is in the value. */
  readonly offset: number;
  readonly value: JsonNode;
}

/** Finds line and column of offsets in one text, which is split only once. Lines end at `\n`, `\r\n` or `\r`. */
export function positionsIn(text: string): (offset: number) => Position {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((end) => end.index + end[0].length)];
    let [line, after] = [0, starts.length];
    while (after - line > 1) {
      const middle = (line + after) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else after = middle;
    }
    return { offset, line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

/** The offset of the value at a path, or of the nearest value around it. */
export function offsetAt(root: JsonNode, path: FaultPath): number {
  let node = root;
  for (const step of path) {
    const next = child(node, step);
    if (next === undefined) break;
    node = next;
  }
  return node.offset;
}

function child(node: JsonNode, step: string | number): JsonNode | undefined {
  if (node.kind === 'array' && typeof step === 'number') return node.items[step];
  if (node.kind === 'object') return node.members.find((member) => member.key === step)?.value;
  return undefined;
}
