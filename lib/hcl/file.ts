import { findBody, type SourceAttribute, type SourceBlock, type SourceBody } from './blocks';
import { realign } from './alignment';
import { applyEdits, indentAt, lineStart, removal, type TextEdit } from './text-edits';
import { closingAt, tokenize, type SourceRange, type Token } from './tokens';

/** A file in HCL that is edited: its bytes outside of the edits stay. Edits do not overlap; positions are those of the original text. */
export class HclFile {
  readonly #edits: TextEdit[] = [];

  public constructor(public readonly text: string) {}

  /**
   * Finds a member of a block: an attribute, or a nested block.
   *
   * @param path - names, each with the position of a block among those of the name behind it; a name alone means the first one
   */
  public find(
    block: SourceBlock,
    path: readonly (string | number)[],
  ): SourceAttribute | SourceBlock | undefined {
    const [name, ...rest] = path;
    const { attributes, blocks } = findBody(this.text, block);
    const attribute = attributes.find((each) => each.name === name);
    if (attribute !== undefined) return attribute;
    const isDynamic = name === 'dynamic';
    const label = isDynamic ? rest[0] : undefined;
    const behind = isDynamic ? rest.slice(1) : rest;
    const named = blocks.filter(({ type, labels }) => type === name && (!isDynamic || labels[0] === label));
    const [at = 0, ...more] = behind;
    const nested = typeof at === 'number' ? named[at] : named[0];
    const inner = typeof at === 'number' ? more : behind;
    return nested === undefined || inner.length === 0 ? nested : (this.find(nested, inner) ?? nested);
  }

  public slice({ start, end }: SourceRange): string {
    return this.text.slice(start, end);
  }

  public toString(): string {
    return applyEdits(this.text, this.#edits);
  }

  public replace({ start, end }: SourceRange, text: string): void {
    this.#edits.push({ start, end, text });
  }

  /** Removes a range, and lines that are empty then. */
  public remove(range: SourceRange): void {
    this.#edits.push(removal(this.text, range));
  }

  public append(text: string): void {
    const end = this.text.length;
    const gap = this.text === '' ? '' : this.text.endsWith('\n') ? '\n' : '\n\n';
    this.#edits.push({ start: end, end, text: gap + text });
  }

  /** Adds comment lines above the line of a position, with its indent. */
  public comment(at: number, lines: readonly string[]): void {
    const indent = indentAt(this.text, at);
    const start = lineStart(this.text, at);
    const text = lines.map((line) => `${`${indent}# ${line}`.trimEnd()}\n`).join('');
    this.#edits.push({ start, end: start, text });
  }

  /**
   * Removes attributes and blocks from a body, `dynamic` ones too.
   *
   * @returns what stays
   */
  public unset(block: SourceBlock, names: ReadonlySet<string>): SourceBody {
    const body = findBody(this.text, block);
    const staying = {
      attributes: body.attributes.filter((each) => !names.has(each.name)),
      blocks: body.blocks.filter(
        (each) => !names.has(each.type === 'dynamic' ? (each.labels[0] ?? '') : each.type),
      ),
    };
    const removals = [...body.attributes, ...body.blocks]
      .filter((each) => ![...staying.attributes, ...staying.blocks].includes(each))
      .map((each) => removal(this.text, each));
    if (removals.length > 0)
      this.#edits.push(...removals, ...realign(this.text, body.attributes, staying.attributes));
    return staying;
  }

  /** Adds lines to the end of a body, behind an empty line. */
  public insert(block: SourceBlock, lines: readonly string[], { isSpaced = true } = {}): void {
    const { start, end } = block.body;
    const outer = indentAt(this.text, block.start);
    const content = lines.map((line) => `${outer}  ${line}\n`).join('');
    const inside = this.text.slice(start, end);
    const isEmpty = inside.trim() === '';
    const gap = isSpaced && !isEmpty ? '\n' : '';
    if (inside.includes('\n')) {
      const place = lineStart(this.text, end);
      this.#edits.push({ start: place, end: place, text: gap + content });
      return;
    }
    const [before = ''] = /^\s*/.exec(inside) ?? [];
    const [after = ''] = isEmpty ? [''] : (/\s*$/.exec(inside) ?? []);
    if (!isEmpty) this.#edits.push({ start, end: start + before.length, text: `\n${outer}  ` });
    this.#edits.push({
      start: isEmpty ? start : end - after.length,
      end,
      text: `\n${gap}${content}${outer}`,
    });
  }

  /** Adds a member to an object in braces that lacks it. */
  public addMember({ value }: SourceAttribute, name: string, code: string): void {
    const object = this.slice(value);
    if (!object.startsWith('{') || new RegExp(`^[{,\\s]*${name}\\s*[=:]`, 'm').test(object)) return;
    const end = value.end - 1;
    if (!object.includes('\n')) {
      const inner = object.slice(1, -1).trimEnd();
      const place = value.start + 1 + inner.length;
      this.#edits.push({
        start: place,
        end,
        text: `${inner.trim() === '' ? '' : ','} ${name} = ${code} `,
      });
      return;
    }
    const start = lineStart(this.text, end);
    this.#edits.push({ start, end: start, text: `${indentAt(this.text, end)}  ${name} = ${code}\n` });
  }

  /** Adds items to a list in brackets that lacks them, quoted or not. */
  public addItems({ value }: SourceAttribute, codes: readonly string[]): void {
    const items = itemsOf(this.text, value);
    const known = new Set(items.map((item) => this.slice(item).replaceAll('"', '')));
    const missing = codes.filter((code) => !known.has(code));
    if (missing.length === 0 || !this.slice(value).startsWith('[')) return;
    const last = items.at(-1);
    const place = last?.end ?? value.start + 1;
    const isMultiline =
      last !== undefined && /^\s*$/.test(this.text.slice(lineStart(this.text, last.start), last.start));
    const separator = isMultiline ? `,\n${indentAt(this.text, last.start)}` : ', ';
    const text = last === undefined ? missing.join(', ') : missing.map((code) => separator + code).join('');
    this.#edits.push({ start: place, end: place, text });
  }

  /**
   * Gives the items of a list in brackets another code, or none. Without items, the attribute goes.
   *
   * @param change - undefined for an item that stays
   */
  public mapItems(attribute: SourceAttribute, change: (code: string) => readonly string[] | undefined): void {
    const items = itemsOf(this.text, attribute.value);
    const seen = new Set<string>();
    const changed = items.map((item) => {
      const code = this.slice(item);
      const found = change(code);
      const codes = (found ?? [code]).filter((each) => !seen.has(each));
      for (const each of codes) seen.add(each);
      return found === undefined ? code : codes.join(', ');
    });
    const lastKept = changed.findLastIndex((text) => text !== '');
    const [kept, last] = [items[lastKept], items.at(-1)];
    if (kept === undefined && last !== undefined) this.remove(attribute);
    if (kept === undefined || last === undefined) return;
    for (const [at, item] of items.slice(0, lastKept + 1).entries()) {
      const text = changed[at] ?? '';
      const end = text === '' ? item.next : item.end;
      if (text !== this.slice(item)) this.#edits.push({ start: item.start, end, text });
    }
    if (last !== kept) this.#edits.push({ start: kept.end, end: last.end, text: '' });
  }
}

interface Item extends SourceRange {
  /** The start of the next item or of the closing bracket. */
  readonly next: number;
}

/** The items of a list in brackets; none of another expression. */
function itemsOf(text: string, value: SourceRange): readonly Item[] {
  const tokens = tokenize(text, value);
  if (tokens[0]?.text !== '[') return [];
  const close = closingAt(tokens, 0);
  const inside: Token[][] = [[]];
  for (const token of tokens.slice(1, close))
    if (token.depth === 1 && token.kind === 'symbol' && token.text === ',') inside.push([]);
    else if (token.kind !== 'newline' && token.kind !== 'comment') inside.at(-1)?.push(token);
  const ranges = inside.flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ start: first.start, end: more.at(-1)?.end ?? first.end }],
  );
  const end = tokens[close]?.start ?? value.end;
  return ranges.map((range, at) => ({ ...range, next: ranges[at + 1]?.start ?? end }));
}
