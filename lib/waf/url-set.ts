import { mayOverlap, parseUrlPatterns, urlExpression, type UrlPattern } from './url-pattern';

/** A set of URLs: a conjunction of conditions, each a disjunction of patterns. Without conditions, the set is empty. */
export type UrlSet = readonly (readonly UrlPattern[])[];

/** The URLs of a page rule: all its targets must match. */
export function urlsOfTargets(
  targets: readonly { readonly constraint: { readonly value: string } }[],
): UrlSet {
  return targets.map(({ constraint }) => parseUrlPatterns(constraint.value));
}

/** The URLs of a WAF override: any of its patterns can match. */
export function urlsOfList(urls: readonly string[]): UrlSet {
  return urls.length === 0 ? [] : [urls.flatMap(parseUrlPatterns)];
}

export function mayShareUrls(a: UrlSet, b: UrlSet): boolean {
  return (
    a.length > 0 &&
    b.length > 0 &&
    a.every((one) => b.every((other) => one.some((x) => other.some((y) => mayOverlap(x, y)))))
  );
}

export function urlSetExpression(urls: UrlSet): string {
  const [first, ...rest] = urls.map((patterns) => anyOf(patterns.map(urlExpression)));
  return first === undefined ? 'false' : [first, ...rest].reduce((left, right) => `(${left}) and (${right})`);
}

export function anyOf(expressions: readonly string[]): string {
  const [first, ...rest] = expressions;
  if (first === undefined) return 'false';
  return rest.length === 0 ? first : expressions.map((each) => `(${each})`).join(' or ');
}

export function butNot(expression: string, exceptions: readonly string[]): string {
  return exceptions.length === 0 ? expression : `(${expression}) and not (${anyOf(exceptions)})`;
}
