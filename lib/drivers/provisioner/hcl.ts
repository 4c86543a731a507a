/**
 * A value of Terraform's JSON syntax as an expression of its native syntax. In JSON a text is a template as it stands;
 * in native syntax it is quoted, and what is between the quotes and outside of `${…}` is escaped.
 */
export function toExpression(value: unknown): string {
  if (typeof value === 'string') return quoteTemplate(value);
  if (Array.isArray(value)) return `[${value.map(toExpression).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries.map(([key, item]) => `${keyExpression(key)} = ${toExpression(item)}`).join(', ')}}`;
}

/** Whether a text has anything in it that Terraform works out. */
export function isTemplate(text: string): boolean {
  return /(?<!\$)\$\{|(?<!%)%\{/.test(text);
}

/** In parentheses a key may be any expression. */
function keyExpression(key: string): string {
  return isTemplate(key) ? `(${quoteTemplate(key)})` : quoteTemplate(key);
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function quoteTemplate(text: string): string {
  let quoted = '"';
  for (let at = 0; at < text.length;) {
    const mark = text.slice(at, at + 3);
    if (mark === '$${' || mark === '%%{') {
      quoted += mark;
      at += 3;
    } else if (mark.startsWith('${') || mark.startsWith('%{')) {
      const end = endOfInterpolation(text, at + 2);
      quoted += text.slice(at, end);
      at = end;
    } else {
      const character = text.charAt(at);
      quoted += escapes[character] ?? character;
      at += 1;
    }
  }
  return `${quoted}"`;
}

/** Where the expression that begins at a place ends, its brace included. */
function endOfInterpolation(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length;) {
    const character = text.charAt(at);
    at += 1;
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0) return at;
    if (character === '"') at = endOfQuoted(text, at);
  }
  return text.length;
}

function endOfQuoted(text: string, from: number): number {
  for (let at = from; at < text.length;) {
    const mark = text.slice(at, at + 3);
    if (mark.startsWith('\\')) at += 2;
    else if (mark === '$${' || mark === '%%{') at += 3;
    else if (mark.startsWith('${') || mark.startsWith('%{')) at = endOfInterpolation(text, at + 2);
    else if (mark.startsWith('"')) return at + 1;
    else at += 1;
  }
  return text.length;
}
