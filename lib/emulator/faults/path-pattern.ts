import picomatch from 'picomatch';

export const longestPattern = 256;
const mostWildcards = 6;

/**
 * Whether a path below /client/v4 matches: a pattern without `*` is a prefix. In a glob `*` stands for anything within
 * one segment and `**` for any number of segments, and the glob matches the whole path. Nothing else is special.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const below = withoutRoot(pattern);
  if (!below.includes('*')) return path.startsWith(below);
  return picomatch(below.replace(/[^\w*/]/g, '\\$&'), { dot: true, strictSlashes: true })(path);
}

export function patternFault(pattern: string): string | undefined {
  if (pattern.length > longestPattern) return `must have at most ${longestPattern} characters`;
  const partial = withoutRoot(pattern)
    .split('/')
    .filter((segment) => segment.includes('*') && segment !== '*');
  if (partial.some((segment) => segment !== '**' && segment.includes('**')))
    return 'must have ** as a whole segment only, as in /zones/**/jobs';
  // Each of these multiplies the ways to match a path, and so the time that every call takes.
  const wildcards = partial.join('/').replaceAll('**', '*').split('*').length - 1;
  if (wildcards > mostWildcards)
    return `must have at most ${mostWildcards} wildcards beside segments that are only *`;
  return undefined;
}

function withoutRoot(pattern: string): string {
  return pattern.startsWith(root) ? pattern.slice(root.length) : pattern;
}

const root = '/client/v4';
