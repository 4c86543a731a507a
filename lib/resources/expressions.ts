import { Token, Tokenization } from 'cdktf';

/** The attributes of a construct by their Terraform names, as the user gave them: tokens unresolved, undefined where left out. */
export type GivenAttributes = Readonly<Record<string, unknown>>;

/** Whether a value is Terraform's to work out: a token, text with one in it, or an expression that was written by hand. */
export function isExpression(value: unknown): boolean {
  return (
    Token.isUnresolved(value) ||
    (typeof value === 'string' && (isWrittenExpression(value) || hasNumberToken(value)))
  );
}

/** Whether a text holds Terraform's own syntax, not tokens. */
export function isWrittenExpression(text: string): boolean {
  return /(?<!\$)\$\{|(?<!%)%\{/.test(text);
}

/** How cdktf writes a number token into a text: as an improbable number, always a negative one. */
const numberTokens = /-\d(?:\.\d+)?e\+\d+/g;

function hasNumberToken(text: string): boolean {
  return (text.match(numberTokens) ?? []).some((each) => Token.isUnresolved(Number(each)));
}

/**
 * The value with its number tokens in texts as text tokens: behind a "-" or ".", as in `job-${count.index}`, cdktf
 * overlooks a number token and leaves the number.
 */
export function withTextTokens(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(numberTokens, (each) =>
      Token.isUnresolved(Number(each)) ? Token.asString(Tokenization.reverseNumber(Number(each))) : each,
    );
  }
  if (Array.isArray(value)) return value.map(withTextTokens);
  if (typeof value !== 'object' || value === null || Token.isUnresolved(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTextTokens(item)]));
}

/** `request_headers` to `requestHeaders`: the only place where names change case. */
export function propName(attribute: string): string {
  return attribute.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
