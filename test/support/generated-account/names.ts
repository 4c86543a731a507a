import type { Draw } from '../random';

export type MakeId = (text: string) => string;

/** Names that are hard to turn into names of files, constants and constructs, or that collide there. */
const oddZones = [
  'shop.example',
  'xn--bcher-kva.example',
  'müller.example',
  'a-b.example',
  'a.b-example.test',
  'a--b.example',
  '1password.example',
  'class.example',
  'con.example',
  'index.example',
  'main.example',
  'shared.example',
  'account.example',
  'constants.example',
  '__proto__.example',
  `${'long-'.repeat(12)}x.example`,
  'example',
];

export function zoneName(index: number): string {
  return oddZones[index] ?? `zone-${String(index).padStart(2, '0')}.example`;
}

/** Texts for people, as the dashboard takes them: everything that some language gives a meaning to. */
const oddTexts = [
  'plain text',
  'Ops & "Söhne"',
  "it's the team's",
  '日本語 🚀 é',
  '${var.name}',
  '$${escaped} $${',
  '%{ if true }no%{ endif }',
  '%%{escaped}',
  '`backticks` and ${`nested`}',
  'two\nlines',
  'tabs\tand\r\nwindows',
  'back\\slash \\n \\u0041',
  '*/ end of a comment /* --> // #',
  '</script><!-- -->',
  'EOT\nEOT',
  '"""',
  '| a | table |\n|---|---|',
  '  blanks around  ',
  '\u200bzero\u202ewidth\u2028separator',
  'null',
  'true',
  '__proto__',
  'x'.repeat(300),
];

/** A text that is odd every second time. With the number, it is another one each time. */
export function oddText(draw: Draw, what: string, index: number): string {
  return index % 2 === 0 ? `${what} ${index}` : `${draw.pick(oddTexts)} ${index}`;
}

export function description(draw: Draw): string {
  return draw.oneIn(3) ? '' : draw.pick(oddTexts);
}

/** Values for filters: fewer, since filters are short. */
export const filterWords: readonly string[] = [
  '/api/',
  'GET',
  'it\'s "quoted"',
  'back\\slash',
  '${host}',
  '%{path}',
  '`tick`',
  'ä€🚀',
  'two\nlines',
  '',
  'true',
  '200',
];
