type Entries = readonly (readonly [name: string, value: unknown])[];

/** A block with its labels: `resource "edge_logpush_job" "failures" { … }`. */
export function block(type: string, labels: readonly string[], body: object): string {
  const head = [type, ...labels.map((label) => JSON.stringify(label))].join(' ');
  const lines = attributeLines(Object.entries(body));
  return lines.length === 0 ? `${head} {}` : `${head} {\n${indent(lines).join('\n')}\n}`;
}

/** Attributes as `terraform fmt` writes them: the signs of adjacent one-line attributes stand in one column. */
function attributeLines(entries: Entries): string[] {
  const attributes = entries.map(([name, value]) => ({ name: keyOf(name), lines: valueLines(value) }));
  const isShort = (index: number) => attributes[index]?.lines.length === 1;
  return attributes.flatMap(({ name, lines: [first = '', ...rest] }, index) => {
    if (name === 'lifecycle') return [`lifecycle ${first}`, ...rest];
    const width = isShort(index) ? widthOfGroup(attributes, index) : name.length;
    return [`${name.padEnd(width)} = ${first}`, ...rest];
  });
}

interface Attribute {
  readonly name: string;
  readonly lines: readonly string[];
}

/** The longest name among the one-line attributes around an index. */
function widthOfGroup(attributes: readonly Attribute[], index: number): number {
  const isLong = ({ lines }: Attribute) => lines.length > 1;
  const start = attributes.slice(0, index).findLastIndex(isLong) + 1;
  const end = attributes.findIndex((each, at) => at > index && isLong(each));
  const group = attributes.slice(start, end < 0 ? undefined : end);
  return Math.max(...group.map(({ name }) => name.length));
}

function valueLines(value: unknown): string[] {
  if (typeof value === 'string') return textLines(value);
  if (Array.isArray(value)) return listLines(value);
  if (typeof value === 'object' && value !== null)
    return wrapped('{', attributeLines(Object.entries(value)), '}');
  return [JSON.stringify(value)];
}

/** An expression stays one; JSON in a text, such as a filter, becomes an object that a reader can check. */
function textLines(text: string): string[] {
  const [, expression] = /^\$\{([^{}]*)\}$/.exec(text) ?? [];
  if (expression !== undefined) return [expression];
  if (!text.startsWith('{')) return [JSON.stringify(text)];
  const [first = '', ...rest] = valueLines(JSON.parse(text));
  return [`jsonencode(${first}`, ...rest.slice(0, -1), `${rest.at(-1) ?? ''})`];
}

function listLines(list: readonly unknown[]): string[] {
  const items = list.map(valueLines);
  const short = `[${items.map(([first = '']) => first).join(', ')}]`;
  if (items.every(({ length }) => length === 1) && short.length <= 80) return [short];
  return wrapped(
    '[',
    items.flatMap((lines) => [...lines.slice(0, -1), `${lines.at(-1) ?? ''},`]),
    ']',
  );
}

function wrapped(open: string, lines: readonly string[], close: string): string[] {
  return lines.length === 0 ? [`${open}${close}`] : [open, ...indent(lines), close];
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

function keyOf(name: string): string {
  return /^[a-z_][\w-]*$/i.test(name) ? name : JSON.stringify(name);
}
