/** Whether a version, such as `20.19.4`, is this one or a later one. */
export function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [first = 0, second = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return first > major || (first === major && second >= minor);
}
