import type { Film, Frame, Run } from './frames';
import { cutStrips, isShownAt, type Strip } from './strips';

export interface Caption {
  /** On the window. */
  readonly title: string;
  /** For those who do not see the picture. */
  readonly description: string;
}

const fontSize = 14;
const columnWidth = 8.43;
const rowHeight = 19;
const margin = 16;
const barHeight = 36;

/** The colors 0 to 15 of a dark terminal; each has a contrast of at least 4.5 to the ground, except black. */
const palette = [
  ...['#21262d', '#ff8e88', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#c9d1d9'],
  ...['#8b949e', '#ffa198', '#7ee787', '#f2cc60', '#a5d6ff', '#e2c5ff', '#b3f0ff', '#ffffff'],
];

/**
 * An animated picture of a terminal: the whole output once, behind a window that jumps from line to line. Where nothing moves
 * (`prefers-reduced-motion`, programs without CSS animations), it shows the frame `still`.
 */
export function writeSvg(film: Film, still: Frame, caption: Caption): string {
  const width = round(film.columns * columnWidth + 2 * margin);
  const height = film.rows * rowHeight + barHeight + 1.5 * margin;
  const strips = cutStrips(film);
  const usedColors = new Set(strips.flatMap(({ runs }) => runs.map(({ color }) => color)));
  const plain = strips.filter(({ from, to }) => from === 0 && to === undefined);
  const groups = groupByTime(strips.filter((strip) => !plain.includes(strip)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escape(caption.title)}</title>`,
    `<desc id="description">${escape(caption.description)}</desc>`,
    '<style>',
    `text{font:${fontSize}px ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;fill:#c9d1d9}`,
    '.b{font-weight:700;fill:#f0f6fc}',
    ...palette.flatMap((color, index) => (usedColors.has(index) ? [`.c${index}{fill:${color}}`] : [])),
    ...(film.frames.length > 1 ? animate(film, groups) : []),
    '</style>',
    `<rect x=".5" y=".5" width="${round(width - 1)}" height="${height - 1}" rx="8" fill="#161b22" stroke="#484f58"/>`,
    ...[20, 38, 56].map((x) => `<circle cx="${x}" cy="19" r="5.5" fill="#484f58"/>`),
    `<text x="${round(width / 2)}" y="24" text-anchor="middle" class="c8">${escape(caption.title)}</text>`,
    `<svg x="${margin}" y="${barHeight}" width="${round(width - 2 * margin)}" height="${film.rows * rowHeight}">`,
    `<g class="s" transform="translate(0 ${-still.scrolled * rowHeight})">`,
    ...plain.flatMap(writeStrip),
    ...groups.flatMap((group, index) => {
      const isShown = group.every((strip) => isShownAt(strip, still));
      return [`<g class="g${index}"${isShown ? '' : ' opacity="0"'}>`, ...group.flatMap(writeStrip), '</g>'];
    }),
    '</g>',
    '</svg>',
    '</svg>',
    '',
  ].join('\n');
}

function animate(film: Film, groups: readonly (readonly Strip[])[]): readonly string[] {
  return [
    '@media (prefers-reduced-motion:no-preference){',
    `.s,.s>g{animation:s ${film.ms / 1000}s step-end infinite}`,
    ...groups.map((_, index) => `.s>.g${index}{animation-name:g${index}}`),
    '}',
    `@keyframes s{${scrolling(film)}}`,
    ...groups.map(([first], index) => `@keyframes g${index}{${switching(first, film)}}`),
  ];
}

function groupByTime(strips: readonly Strip[]): readonly (readonly Strip[])[] {
  const times = [...new Set(strips.map(({ from, to }) => `${from} ${to ?? ''}`))];
  return times.map((time) => strips.filter(({ from, to }) => `${from} ${to ?? ''}` === time));
}

function writeStrip({ line, runs }: Strip): readonly string[] {
  const y = line * rowHeight + fontSize;
  return runs.map(
    (run) =>
      // The length keeps the columns in step in every font.
      `<text x="${round(run.column * columnWidth)}" y="${y}" textLength="${round(run.columns * columnWidth)}"${classOf(run)}>${escape(run.text)}</text>`,
  );
}

function classOf({ color, isBold }: Run): string {
  const names = [isBold ? ['b'] : [], color === undefined ? [] : [`c${color}`]].flat();
  return names.length === 0 ? '' : ` class="${names.join(' ')}"`;
}

function scrolling({ frames, ms }: Film): string {
  const jumps = frames.filter(({ scrolled }, index) => scrolled !== frames[index - 1]?.scrolled);
  return jumps
    .map(
      ({ at, scrolled }) =>
        `${percent(at, ms)}{transform:translateY(${scrolled === 0 ? 0 : `-${scrolled * rowHeight}px`})}`,
    )
    .join('');
}

function switching(strip: Strip | undefined, { ms }: Film): string {
  const { from = 0, to } = strip ?? {};
  const states = [
    ...(from === 0 ? [] : [[0, 0]]),
    [from, 1],
    ...(to === undefined ? [] : [[to, 0]]),
  ] as const;
  return states.map(([at = 0, opacity = 0]) => `${percent(at, ms)}{opacity:${opacity}}`).join('');
}

function percent(at: number, ms: number): string {
  return `${Number(((at / ms) * 100).toFixed(3))}%`;
}

function round(value: number): number {
  return Number(value.toFixed(2));
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
