import type { FaultPath, Position } from '../fault';

/** JSON with the places of its values, as offsets into the text. */
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
  /** Where the key stands; the value's own place is in the value. */
  readonly offset: number;
  readonly value: JsonNode;
}

/** The line and column of an offset. Lines end at `\n`, `\r\n` or `\r`. */
export function positionOf(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { offset, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** Where the value at a path stands: its own place, or that of the nearest value around it. */
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
