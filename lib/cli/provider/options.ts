/** The platforms of an option, which takes several words and commas. */
export function splitPlatforms(given: readonly string[]): readonly string[] {
  return given
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
