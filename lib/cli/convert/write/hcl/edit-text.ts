import { printBlocks, quoteText, type Block } from '../../../../hcl/print';
import { requirement } from '../../../project/hcl-provider';
import type { BlockEdit, ConvertedObject, Finding, OldFile, OldResource } from '../../model';
import {
  findBlocks,
  findBody,
  type SourceAttribute,
  type SourceBlock,
  type SourceBody,
} from '../../../../hcl/blocks';
import { depthChange, tokenize, type SourceRange } from '../../../../hcl/tokens';
import type { ModuleChanges } from '../module-changes';
import { dependencyOf, rewriteCode, unresolvedFinding } from '../references';
import { remarkLines } from '../remark-lines';
import { realign } from './alignment';
import { applyEdits, indentAt, lineStart, removal, type TextEdit } from './text-edits';

/** The new text of a file, and what a person has to know about it. */
export interface EditedFile {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/**
 * A file in HCL with the changes of its module.
 *
 * @param blockOf - the block of an object
 * @param options.isRoot - whether the module is the root module, which states the version of the provider
 */
export function editText(
  file: OldFile,
  changes: ModuleChanges,
  blockOf: (object: ConvertedObject) => Block,
  { isRoot }: { readonly isRoot: boolean },
): EditedFile {
  const editor = new TextEditor(file, changes, isRoot);
  return editor.edit(blockOf);
}

class TextEditor {
  readonly #file: OldFile;
  readonly #text: string;
  readonly #changes: ModuleChanges;
  readonly #isRoot: boolean;
  readonly #edits: TextEdit[] = [];
  readonly #findings: Finding[] = [];

  public constructor(file: OldFile, changes: ModuleChanges, isRoot: boolean) {
    this.#file = file;
    this.#text = file.text;
    this.#changes = changes;
    this.#isRoot = isRoot;
  }

  public edit(blockOf: (object: ConvertedObject) => Block): EditedFile {
    const blocks = findBlocks(this.#text);
    const waiting = new Set(this.#changes.objects.filter(({ file }) => file === this.#file.path));
    for (const block of blocks) {
      const resource = this.#takenBlock(block);
      if (resource !== undefined) this.#replace(block, resource, waiting, blockOf);
      else if (block.type === 'import' && this.#importsTaken(block))
        this.#edits.push(removal(this.#text, block));
      else if (!/^(?:moved|removed|import)$/.test(block.type)) this.#editKept(block);
    }
    this.#append([...waiting].map(blockOf));
    return { text: applyEdits(this.#text, this.#edits), findings: this.#findings };
  }

  #takenBlock({ type: section, labels: [type = '', name = ''] }: SourceBlock): OldResource | undefined {
    const { successors } = this.#changes;
    if (section === 'resource') return successors.taken(`${type}.${name}`);
    return section === 'data' ? successors.taken(`data.${type}.${name}`) : undefined;
  }

  /** Whether a block imports what leaves. */
  #importsTaken(block: SourceBlock): boolean {
    const to = findBody(this.#text, block).attributes.find((each) => each.name === 'to');
    return to !== undefined && this.#changes.leaves(this.#slice(to.value).replace(/\[[^\]]*\]/g, ''));
  }

  /** New blocks stand at the first one that they replace. The comments above it stay. */
  #replace(
    block: SourceBlock,
    resource: OldResource,
    waiting: Set<ConvertedObject>,
    blockOf: (object: ConvertedObject) => Block,
  ): void {
    const objects = this.#changes.successors.objectsFor(resource);
    const first = objects.filter((object) => waiting.delete(object));
    if (first.length > 0) {
      const text = printBlocks(first.map(blockOf)).replace(/\n$/, '');
      this.#edits.push({ start: block.start, end: block.end, text });
      return;
    }
    const lines = objects.length > 0 ? [] : this.#changes.remarksOn(resource).flatMap(remarkLines);
    if (lines.length > 0) {
      const text = lines.map((line) => `# ${line}`.trimEnd()).join('\n');
      this.#edits.push({ start: block.start, end: block.end, text });
      return;
    }
    // Comments above a replaced block are above its object.
    const start = objects.length > 0 ? block.commentsStart : block.start;
    this.#edits.push(removal(this.#text, { start, end: block.end }));
  }

  #append(blocks: readonly Block[]): void {
    if (blocks.length === 0) return;
    const end = this.#text.length;
    const gap = this.#text === '' ? '' : this.#text.endsWith('\n') ? '\n' : '\n\n';
    this.#edits.push({ start: end, end, text: gap + printBlocks(blocks) });
  }

  #editKept(block: SourceBlock): void {
    const body = findBody(this.#text, block);
    const [type = '', name = ''] = block.labels;
    const edit = block.type === 'resource' ? this.#changes.edits.get(`${type}.${name}`) : undefined;
    const without = new Set(edit?.without);
    const staying = {
      attributes: body.attributes.filter((each) => !without.has(each.name)),
      blocks: body.blocks.filter(
        (each) => !without.has(each.type === 'dynamic' ? (each.labels[0] ?? '') : each.type),
      ),
    };
    const removals = [...body.attributes, ...body.blocks]
      .filter((each) => ![...staying.attributes, ...staying.blocks].includes(each))
      .map((each) => removal(this.#text, each));
    if (removals.length > 0)
      this.#edits.push(...removals, ...realign(this.#text, body.attributes, staying.attributes, removals));
    this.#rewriteReferences(block, staying, [block.type, ...block.labels].join('.'));
    if (edit !== undefined) this.#ignoreChanges(block, body, edit);
    if (block.type === 'module') this.#editCall(block, body);
    if (block.type === 'terraform') this.#require(body);
  }

  #rewriteReferences(top: SourceBlock, body: SourceBody, address: string): void {
    for (const attribute of body.attributes) {
      if (attribute.name === 'depends_on') this.#rewriteDependencies(attribute);
      else this.#rewriteAttribute(top, attribute, `${address}.${attribute.name}`);
    }
    for (const block of body.blocks)
      this.#rewriteReferences(top, findBody(this.#text, block), `${address}.${block.type}`);
  }

  #rewriteAttribute(top: SourceBlock, attribute: SourceAttribute, address: string): void {
    const code = this.#slice(attribute.value);
    const { value, unresolved } = rewriteCode(code, this.#changes.successors);
    if (unresolved.length === 0) {
      if (value !== code) this.#edits.push({ ...attribute.value, text: value });
      return;
    }
    // Without a value, nothing of the service changes. Elsewhere the plan has to fail until somebody decides.
    const isNull = top.type === 'output' || top.type === 'locals';
    const finding = unresolvedFinding({ address, file: this.#file.path, unresolved, original: code, isNull });
    this.#findings.push(finding);
    const text = isNull ? 'null' : value;
    const { original, ...remark } = { ...finding, isTodo: true };
    const indent = indentAt(this.#text, attribute.start);
    const lines = remarkLines({ ...remark, ...(isNull && { original }) }).map((line) =>
      `${indent}# ${line}`.trimEnd(),
    );
    const start = lineStart(this.#text, attribute.start);
    this.#edits.push({ start, end: start, text: lines.map((line) => `${line}\n`).join('') });
    if (text !== code) this.#edits.push({ ...attribute.value, text });
  }

  /** What leaves without an equivalent is no dependency any more. */
  #rewriteDependencies(attribute: SourceAttribute): void {
    const items = itemsOf(this.#text, attribute.value);
    const seen = new Set<string>();
    const rewritten = items.map((item) => {
      const code = this.#slice(item);
      const found = dependencyOf(code, this.#changes.successors);
      const addresses = (found ?? [code]).filter((address) => !seen.has(address));
      for (const address of addresses) seen.add(address);
      return found === undefined ? code : addresses.join(', ');
    });
    const lastKept = rewritten.findLastIndex((text) => text !== '');
    const [kept, last] = [items[lastKept], items.at(-1)];
    if (kept === undefined && last !== undefined) this.#edits.push(removal(this.#text, attribute));
    if (kept === undefined || last === undefined) return;
    for (const [at, item] of items.slice(0, lastKept + 1).entries()) {
      const text = rewritten[at] ?? '';
      const end = text === '' ? item.next : item.end;
      if (text !== this.#slice(item)) this.#edits.push({ start: item.start, end, text });
    }
    if (last !== kept) this.#edits.push({ start: kept.end, end: last.end, text: '' });
  }

  #ignoreChanges(block: SourceBlock, body: SourceBody, { ignoreChanges }: BlockEdit): void {
    if (ignoreChanges.length === 0) return;
    const lifecycle = body.blocks.find(({ type }) => type === 'lifecycle');
    if (lifecycle === undefined) {
      const lines = ['lifecycle {', `  ignore_changes = [${ignoreChanges.join(', ')}]`, '}'];
      this.#insertInto(block, lines);
      return;
    }
    const { attributes } = findBody(this.#text, lifecycle);
    const ignored = attributes.find(({ name }) => name === 'ignore_changes');
    if (ignored === undefined) {
      this.#insertInto(lifecycle, [`ignore_changes = [${ignoreChanges.join(', ')}]`]);
      return;
    }
    const items = itemsOf(this.#text, ignored.value);
    const known = new Set(items.map((item) => this.#slice(item).replaceAll('"', '')));
    const missing = ignoreChanges.filter((name) => !known.has(name));
    if (missing.length === 0 || !this.#slice(ignored.value).startsWith('[')) return;
    const last = items.at(-1);
    const place = last?.end ?? ignored.value.start + 1;
    const isMultiline =
      last !== undefined && /^\s*$/.test(this.#text.slice(lineStart(this.#text, last.start), last.start));
    const separator = isMultiline ? `,\n${indentAt(this.#text, last.start)}` : ', ';
    const text = last === undefined ? missing.join(', ') : missing.map((name) => separator + name).join('');
    this.#edits.push({ start: place, end: place, text });
  }

  #editCall(block: SourceBlock, body: SourceBody): void {
    const call = this.#changes.calls.get(block.labels[0] ?? '');
    if (call === undefined) return;
    const source = body.attributes.find(({ name }) => name === 'source');
    if (call.source !== undefined && source !== undefined)
      this.#edits.push({ ...source.value, text: quoteText(call.source) });
    const providers = body.attributes.find(({ name }) => name === 'providers');
    if (call.needsProvider && providers !== undefined) this.#passProvider(providers);
    const given = new Set(body.attributes.map(({ name }) => name));
    const passes = call.passes.filter((name) => !given.has(name));
    const width = Math.max(0, ...passes.map((name) => name.length));
    if (passes.length > 0)
      this.#insertInto(
        block,
        passes.map((name) => `${name.padEnd(width)} = var.${name}`),
      );
  }

  #passProvider({ value }: SourceAttribute): void {
    const code = this.#slice(value);
    if (!code.startsWith('{') || /^[{,\s]*edge\s*[=:]/m.test(code)) return;
    const end = value.end - 1;
    if (!code.includes('\n')) {
      const inner = code.slice(1, -1).trimEnd();
      const place = value.start + 1 + inner.length;
      const text = `${inner.trim() === '' ? '' : ','} edge = edge `;
      this.#edits.push({ start: place, end, text });
      return;
    }
    const start = lineStart(this.#text, end);
    this.#edits.push({ start, end: start, text: `${indentAt(this.#text, end)}  edge = edge\n` });
  }

  #require(body: SourceBody): void {
    const { needsRequirement, requirementFile } = this.#changes;
    const block = body.blocks.find(({ type }) => type === 'required_providers');
    if (!needsRequirement || requirementFile !== this.#file.path || block === undefined) return;
    const text = printBlocks([{ head: '', body: [requirement({ hasVersion: this.#isRoot })] }]);
    const lines = text.split('\n').slice(1, -2);
    this.#insertInto(
      block,
      lines.map((line) => line.slice(2)),
      { isApart: false },
    );
  }

  /** Adds lines to the end of a body, behind an empty line. */
  #insertInto(block: SourceBlock, lines: readonly string[], { isApart = true } = {}): void {
    const { start, end } = block.body;
    const outer = indentAt(this.#text, block.start);
    const content = lines.map((line) => `${outer}  ${line}\n`).join('');
    const inside = this.#text.slice(start, end);
    const gap = isApart && inside.trim() !== '' ? '\n' : '';
    if (inside.includes('\n')) {
      const place = lineStart(this.#text, end);
      this.#edits.push({ start: place, end: place, text: gap + content });
      return;
    }
    const [before = ''] = /^\s*/.exec(inside) ?? [];
    const [after = ''] = inside.trim() === '' ? [''] : (/\s*$/.exec(inside) ?? []);
    if (inside.trim() !== '') this.#edits.push({ start, end: start + before.length, text: `\n${outer}  ` });
    this.#edits.push({
      start: inside.trim() === '' ? start : end - after.length,
      end,
      text: `\n${gap}${content}${outer}`,
    });
  }

  #slice({ start, end }: SourceRange): string {
    return this.#text.slice(start, end);
  }
}

interface Item extends SourceRange {
  /** Where the next item or the closing bracket begins. */
  readonly next: number;
}

/** The items of a list; none of another expression. */
function itemsOf(text: string, value: SourceRange): readonly Item[] {
  const tokens = tokenize(text.slice(value.start, value.end)).map((token) => ({
    ...token,
    start: token.start + value.start,
    end: token.end + value.start,
  }));
  if (tokens[0]?.text !== '[') return [];
  const items: { start: number; end: number; next: number }[] = [];
  let depth = 0;
  let open: { start: number; end: number; next: number } | undefined;
  for (const token of tokens) {
    const before = depth;
    depth += depthChange(token);
    const isSpace = token.kind === 'newline' || token.kind === 'comment';
    const isBorder = depth === 0 || (depth === 1 && token.text === ',' && token.kind === 'symbol');
    if (isBorder) open = undefined;
    if (before === 0 || isBorder || isSpace) {
      if (depth === 0) for (const item of items.slice(-1)) item.next = token.start;
      continue;
    }
    if (open === undefined) {
      for (const item of items.slice(-1)) item.next = token.start;
      open = { start: token.start, end: token.end, next: token.end };
      items.push(open);
    }
    open.end = token.end;
  }
  return items;
}
