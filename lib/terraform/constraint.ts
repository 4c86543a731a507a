/** A part of a version constraint, such as `>= 1.2`. */
const part = /^(=|!=|>=?|<=?|~>)?\s*v?(\d+(?:\.\d+){0,2})$/;

/**
 * Whether a version constraint of Terraform admits a version of three numbers. Undefined for a text that is none, and for one with a
 * prerelease.
 */
export function admits(constraint: string, version: string): boolean | undefined {
  const parts = constraint.split(',').map((each) => part.exec(each.trim()));
  const given = numbersOf(version);
  let isAdmitted = true;
  for (const found of parts) {
    if (found === null) return undefined;
    const [, operator = '=', text = ''] = found;
    isAdmitted &&= holds(operator, given, text);
  }
  return isAdmitted;
}

function holds(operator: string, given: readonly number[], text: string): boolean {
  const bound = numbersOf(text);
  const order = compare(given, bound);
  switch (operator) {
    case '!=':
      return order !== 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '~>':
      // The last number that is written may be higher, those before it may not.
      return order >= 0 && compare(given.slice(0, bound.length - 1), bound.slice(0, -1)) === 0;
    default:
      return order === 0;
  }
}

function numbersOf(version: string): number[] {
  return version.split('.').map((each) => Number.parseInt(each, 10));
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
