import { wordsOf } from './expression';
import { constantValue } from './reach';

/**
 * The value that an expression of the rules language has for every request, such as `true`, `not false`, `ssl or not ssl`,
 * `http.host ne ""` or `ip.src in {0.0.0.0/0 ::/0}`; undefined if it depends on the request, or if that cannot be determined.
 */
export function constantOf(expression: string): boolean | undefined {
  return constantValue(expression);
}

/**
 * One notation for expressions that differ only in white space, outer parentheses, the notation of operators, or the form of a
 * constant.
 */
export function normalizeExpression(expression: string): string {
  const constant = constantOf(expression);
  return constant === undefined ? wordsOf(expression).join(' ') : String(constant);
}
