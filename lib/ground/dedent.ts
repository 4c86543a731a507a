/** A text whose first line begins without the indent that its other lines have. */
export function dedent(text: string): string {
  const [first = '', ...more] = text.replaceAll('\t', '  ').split(/\r?\n/);
  const indents = more.filter((line) => line !== '').map((line) => line.search(/[^ ]|$/));
  const common = Math.min(...indents);
  return [first, ...more.map((line) => line.slice(common))].join('\n');
}
