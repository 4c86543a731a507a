import { hangText } from '../layout';

const mostAtEachEnd = 10;

/** The rules of an entry point, numbered. Of many, the first and the last ones: the last ones execute the rulesets. */
export function formatRules(rules: readonly string[], width: number, all = false): string[] {
  const hidden = all ? 0 : Math.max(0, rules.length - 2 * mostAtEachEnd);
  const until = hidden === 0 ? rules.length : mostAtEachEnd;
  const format = (rule: string, at: number) => hangText(`${at + 1}. `, rule, width);
  return [
    ...rules.slice(0, until).flatMap(format),
    ...(hidden === 0 ? [] : [`   … ${hidden} more rules; --all lists them`]),
    ...rules.slice(until + hidden).flatMap((rule, at) => format(rule, at + until + hidden)),
  ];
}
