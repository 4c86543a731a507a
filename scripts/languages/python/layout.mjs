// Lays out Python as `black` does, in lines of 100 characters: ruff formats it.
import ruff from '@astral-sh/ruff-wasm-nodejs';

const width = 100;

/** Begins a comment that belongs to the end of the line below it. */
export const trailingMark = '<-';

const workspace = new ruff.Workspace({ 'line-length': width }, ruff.PositionEncoding.Utf16);

/** The code with lines broken, strings quoted and comments placed as `black` does. */
export function layOut(code) {
  return withTrailingComments(workspace.format(withMagicCommas(code)));
}

const token = /#[^\n]*|f?"""[^]*?"""|f?"(?:\\.|[^"\\\n])*"|[([{]|[)\]}]|\n/g;

/** A comma at the end of each group that has line breaks, which keeps them: https://docs.astral.sh/ruff/formatter/black/ */
function withMagicCommas(code) {
  const groups = [];
  return code.replaceAll(token, (text) => {
    if (/^[([{]$/.test(text)) groups.push({ isBroken: false });
    if (text === '\n') for (const each of groups) each.isBroken = true;
    return /^[)\]}]$/.test(text) && groups.pop()?.isBroken ? `,${text}` : text;
  });
}

/** Comments with the mark at the end of the line below, where they fit. */
function withTrailingComments(code) {
  const [lines, marked] = [code.split('\n'), new RegExp(`^( *)# ${trailingMark} (.*)$`)];
  return lines
    .flatMap((line, index) => {
      const [, indent, comment] = marked.exec(line) ?? [];
      const [, , ofThis] = marked.exec(lines[index - 1] ?? '') ?? [];
      if (comment !== undefined) return fits(lines[index + 1], comment) ? [] : [`${indent}# ${comment}`];
      return ofThis !== undefined && fits(line, ofThis) ? [`${line}  # ${ofThis}`] : [line];
    })
    .join('\n');
}

const fits = (line, comment) => !/[([{]$/.test(line) && `${line}  # ${comment}`.length <= width;
