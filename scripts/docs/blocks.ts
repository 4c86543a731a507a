import { createHash } from 'node:crypto';

/**
 * The blocks of TypeScript on a page whose code is shown in Python too. A block that begins with `ts only` is left out: code of other
 * subpaths, and code that a command writes.
 */
export function typescriptOn(page: string): string[] {
  return [...page.matchAll(blocks)].flatMap(([, info, code = '']) => (info === 'ts' ? [code] : []));
}

/** Pairs of TypeScript and its Python on a page that are as the generator wrote them. */
export function pairsOn(page: string): ReadonlyMap<string, string> {
  const found = [...page.matchAll(blocks)].map(([, info = '', code = '']) => ({ info, code }));
  return new Map(
    found.flatMap(({ info, code }, index) => {
      const next = found[index + 1];
      if (info !== 'ts' || next === undefined) return [];
      return next.info === infoOf(code, next.code) ? [[code, next.code] as const] : [];
    }),
  );
}

/** The page with the Python of each block of TypeScript in the next block, if that is Python, or else directly below. */
export function withPython(page: string, pythonOf: (code: string) => string | undefined): string {
  const found = [...page.matchAll(blocks)];
  const edits = found.flatMap((match, index) => {
    const [text, info, code = ''] = match;
    const python = info === 'ts' ? pythonOf(code) : undefined;
    if (python === undefined) return [];
    const block = `\`\`\`${infoOf(code, python)}\n${python}\`\`\``;
    const next = found[index + 1];
    if (next?.[1]?.startsWith('python') === true)
      return [{ start: next.index, end: next.index + next[0].length, block }];
    const end = match.index + text.length;
    return [{ start: end, end, block: `\n\n${block}` }];
  });
  return edits.reduceRight((so, { start, end, block }) => so.slice(0, start) + block + so.slice(end), page);
}

const blocks = /^```([^\n]*)\n([^]*?)^```$/gm;

/**
 * What the block begins with. The checksum is of both languages: a change of one without the other shows, without the translation, which
 * takes many seconds.
 */
function infoOf(code: string, python: string): string {
  return `python ${createHash('sha256').update(`${code}\0${python}`).digest('hex').slice(0, 8)}`;
}
