/** An expression of HCL, as opposed to a value. */
export class Raw {
  constructor(readonly text: string) {}
}

export const raw = (text: string): Raw => new Raw(text);

export class Block {
  constructor(readonly body: Body) {}
}

export type Argument = unknown;

export type Body = Readonly<Record<string, Argument>>;

export function printBlock(head: string, body: Body, indent = ''): string {
  const lines = Object.entries(body).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    const blocks = blocksOf(value);
    return blocks === undefined
      ? [`${indent}  ${name} = ${printValue(value)}\n`]
      : blocks.map((block) => printBlock(`${indent}  ${name}`, block.body, `${indent}  `));
  });
  return `${head} {\n${lines.join('')}${indent}}\n`;
}

function blocksOf(value: unknown): readonly Block[] | undefined {
  if (value instanceof Block) return [value];
  if (Array.isArray(value) && value.length > 0 && value.every((each) => each instanceof Block)) return value;
  return undefined;
}

export function printValue(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => `${printText(key)} = ${printValue(each)}`)
      .join(', ')} }`;
  return typeof value === 'string' ? printText(value) : JSON.stringify(value);
}

/** JSON's escapes are those of HCL, but for two. */
function printText(text: string): string {
  return JSON.stringify(text.replace(/[$%](?=\{)/g, '$&$&'))
    .replaceAll(String.raw`\b`, String.raw`\u0008`)
    .replaceAll(String.raw`\f`, String.raw`\u000c`);
}
