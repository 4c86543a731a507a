import { printableJson } from '../ground/visible';

/**
 * The text that `--json` prints and `--out` saves, with the version of its format. A later version changes or removes a member; new members
 * may appear in this one.
 *
 * @param depth - levels of lists whose objects have a line each, so that a diff of two files shows the objects that changed
 * @default - every member has a line
 */
export function formatDocument(document: object, depth?: number): string {
  const versioned = { version: 1, ...document };
  const json = depth === undefined ? JSON.stringify(versioned, undefined, 2) : format(versioned, '', depth);
  return `${printableJson(json)}\n`;
}

/** Objects and lists of objects are broken into lines down to a depth. */
function format(value: unknown, indent: string, depth: number): string {
  const inner = `${indent}  `;
  const lines = Array.isArray(value) ? linesOfList(value, inner, depth) : linesOfObject(value, inner, depth);
  if (lines === undefined || lines.length === 0) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${String(open)}\n${lines.map((line) => inner + line).join(',\n')}\n${indent}${String(close)}`;
}

function linesOfList(list: readonly unknown[], indent: string, depth: number): string[] | undefined {
  if (!list.every((item) => typeof item === 'object' && item !== null)) return undefined;
  return list.map((item) => (depth > 1 ? format(item, indent, depth - 1) : JSON.stringify(item)));
}

function linesOfObject(value: unknown, indent: string, depth: number): string[] | undefined {
  if (typeof value !== 'object' || value === null || depth === 0) return undefined;
  const members = Object.entries(value);
  if (!members.some(([, member]) => Array.isArray(member))) return undefined;
  return members.map(([key, member]) => `${JSON.stringify(key)}: ${format(member, indent, depth)}`);
}
