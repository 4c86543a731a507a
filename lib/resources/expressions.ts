import { Token, Tokenization, type IResolvable } from 'cdktf';
import { hasTemplateSequence } from '../hcl/template';
import { mapRecord, own } from '../ground/record';

export { toCode } from '../hcl/to-expression';
export { bareText, escapeTemplates, expressionOf, hasTemplateSequence } from '../hcl/template';
export { propName } from './prop-name';

/** The attributes of a construct by their Terraform names, as the user gave them: with unresolved tokens, undefined where omitted. */
export type GivenAttributes = Readonly<Record<string, unknown>>;

/** Whether only Terraform knows a value: a token, a text that contains one, or an expression written by hand. */
export function isExpression(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return (
        mayBeExpression(value) &&
        (Token.isUnresolved(value) || hasTemplateSequence(value) || hasNumberToken(value))
      );
    case 'boolean':
    case 'undefined':
      return false;
    default:
      // cdktf encodes a list token as a list of one item. For any other list it would search the indices for tokens.
      return Array.isArray(value) && value.length !== 1 ? false : Token.isUnresolved(value);
  }
}

/** A fast check that rules out most texts: synth asks for every text of every construct. */
export function mayBeExpression(text: string): boolean {
  return text.includes('${') || text.includes('%{') || mayHaveTextToken(text);
}

/** cdktf writes a number token into a text as a negative number of extreme magnitude. */
const numberTokens = /-\d(?:\.\d+)?e\+\d+/g;

function mayHaveNumberToken(text: string): boolean {
  return text.includes('e+');
}

function hasNumberToken(text: string): boolean {
  return (text.match(numberTokens) ?? []).some((each) => Token.isUnresolved(Number(each)));
}

/**
 * Writes the texts of a value so that cdktf and Terraform read their tokens as tokens, and the rest as it is:
 *
 * - Number tokens become text tokens. cdktf does not resolve a number token that follows "-" or ".", as in `job-${count.index}`,
 *   and would synthesize the encoded number.
 * - `$` before a token becomes an expression: Terraform would read `$${var.a}` as the text `${var.a}`.
 * - `$${` in a text with tokens becomes a token: cdktf takes it for the start of an expression, in which tokens have no braces.
 */
export function withTextTokens(value: unknown): unknown {
  if (typeof value === 'string') return withReadableTokens(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withTextTokens);
  if (Token.isUnresolved(value)) return value;
  return mapRecord(value as GivenAttributes, withTextTokens);
}

/** A token that is written at synth: the value is complete then, and its tokens are resolved to Terraform's syntax. */
export function writtenAtSynth(value: () => unknown, write: (resolved: unknown) => unknown): IResolvable {
  const token: IResolvable = {
    // Lazy would capture a stack trace, at a tenth of the time of the whole synth.
    creationStack: [],
    resolve: (context) => write(context.resolve(withTextTokens(value()))),
    toString: () => Token.asString(token),
  };
  return token;
}

/** Whether an item of a list is a token that stands for all items. */
export function isListToken(item: unknown): boolean {
  const mayBeToken = typeof item === 'string' ? mayHaveTextToken(item) : typeof item === 'number' && item < 0;
  return mayBeToken && Token.isUnresolved([item]);
}

/** A fast check that is wrong only by finding too many: cdktf encodes tokens as `${TfToken[...]}`, "Any Map Token Value" and negative numbers. */
export function mayHaveToken(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return mayHaveTextToken(value);
    case 'number':
      return value < 0;
    case 'boolean':
    case 'undefined':
      return false;
    case 'object':
      return value !== null && partsMayHaveToken(value);
    default:
      return true;
  }
}

function mayHaveTextToken(text: string): boolean {
  return text.includes('Token') || mayHaveNumberToken(text);
}

/** Objects with a class of their own may be tokens, and cdktf removes undefined items. */
function partsMayHaveToken(value: object): boolean {
  if (Array.isArray(value)) return value.some((item) => item === undefined || mayHaveToken(item));
  if (Object.getPrototypeOf(value) !== Object.prototype) return true;
  const record = value as GivenAttributes;
  return Object.keys(record).some((key) => key.includes('Token') || mayHaveToken(own(record, key)));
}

function withReadableTokens(text: string): string {
  const inTokens = mayHaveNumberToken(text) ? inTextTokens(text) : text;
  if (!inTokens.includes('$$') || !Token.isUnresolved(inTokens)) return inTokens;
  return inTokens
    .replace(/\$+(?=\$\{TfToken\[)/g, (dollars) => `\${"${dollars}"}`)
    .replace(/\$\$\{/g, (escaped) =>
      Token.asString(
        writtenAtSynth(
          () => null,
          () => escaped,
        ),
      ),
    );
}

function inTextTokens(text: string): string {
  return text.replace(numberTokens, (each) =>
    Token.isUnresolved(Number(each)) ? Token.asString(Tokenization.reverseNumber(Number(each))) : each,
  );
}
