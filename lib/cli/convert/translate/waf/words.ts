import { own } from '../../../../ground/record';
import { readExpression } from '../../../../hcl/read-expression';
import { rewriteExpression, textOfSteps } from '../../../../hcl/expressions';
import { expressionOf, type Written, type WrittenObject } from '../../../../hcl/template';
import { toCode } from '../../../../hcl/to-expression';
import { joinAddress } from '../../addresses';
import { addressOfBlock, blocksIn } from '../../blocks';
import type { OldConfiguration, OldModule } from '../../model';
import { hcl } from '../expressions';

/** A zone in the words of the root module, as the first path leads to it. */
export function wordsOf(zone: Written, module: string, old: OldConfiguration): string {
  return readInRoot(zone, undefined, pathsTo(module, old)[0] ?? [], old).words;
}

/**
 * A value of a module in the words of the root module.
 *
 * @param over - what its keys are of
 * @returns whether the words are code that the root module can have, and the calls whose keys change the value
 */
export function readInRoot(value: Written, over: Written | undefined, path: Path, old: OldConfiguration) {
  const reader = new Reader(old);
  const words = reader.inRoot(toCode(value), path, over);
  return { words, isCode: reader.isCode, changing: reader.changing };
}

/** A call of a module, with the module that has it. */
interface Call {
  readonly from: OldModule;
  readonly name: string;
  readonly to: string;
  readonly body: WrittenObject;
}

export type Path = readonly Call[];

export function addressOf(path: Path): string {
  return path.reduce((address, { name }) => joinAddress(address, `module.${name}`), '');
}

export function pathsTo(module: string, { modules }: OldConfiguration): Path[] {
  const [root] = modules;
  const found: Path[] = [];
  const visit = (from: OldModule | undefined, path: Path) => {
    if (from === undefined || path.some((call) => call.from === from)) return;
    if (from.path === module) found.push(path);
    const blocks = blocksIn(from.files, 'module');
    for (const { name, to } of from.calls) {
      const { body = {} } = blocks.find(({ labels }) => labels[0] === name) ?? {};
      visit(
        modules.find(({ path: each }) => each === to),
        [...path, { from, name, to, body }],
      );
    }
  };
  visit(root, []);
  return found;
}

/** Whether a call can make more than one instance of its module. */
export function isRepeated({ for_each: forEach, count }: WrittenObject): boolean {
  if (forEach !== undefined) return true;
  const isOne = (code: string) => /^[01]$/.test(code.trim());
  const read = readExpression(typeof count === 'string' ? (expressionOf(count) ?? '') : '');
  if (read.kind === 'conditional') return !isOne(read.ifTrue) || !isOne(read.ifFalse);
  return count !== undefined && count !== 0 && count !== 1;
}

const deepest = 20;

/** Reads an expression of a module in the words of the root module, through arguments, local values and data sources. */
class Reader {
  /** The calls whose keys the expression depends on, and those around what each instance of a module has for itself. */
  public readonly changing = new Set<string>();
  public isCode = true;

  public constructor(private readonly old: OldConfiguration) {}

  /** @param over - what the keys of the expression are of */
  public inRoot(code: string, path: Path, over: Written | undefined, depth = 0): string {
    const read = (written: Written, from: Path, keysOf: Written | undefined) =>
      depth > deepest ? this.#own('…', path) : this.inRoot(hcl(written), from, keysOf, depth + 1);
    const module = this.#moduleOf(path);
    const call = path.at(-1);
    const outer = path.slice(0, -1);
    const ofCall = call?.body.for_each ?? call?.body.count;
    return rewriteExpression(code, ({ root, steps }) => {
      const [first, ...rest] = steps;
      const name = first?.text.slice(1) ?? '';
      const behind = textOfSteps(rest);
      if (root === 'path' || root === 'terraform') return undefined;
      if (root === 'each' || root === 'count') {
        this.isCode = false;
        return `${root}.${name}${behind}[of ${over === undefined ? '' : read(over, path, undefined)}]`;
      }
      if (root === 'var') {
        if (call === undefined) return undefined;
        const given = own(call.body, name) ?? own(blockIn(module, `var.${name}`) ?? {}, 'default');
        if (given === undefined) return this.#own(`var.${name}${behind}`, path);
        if (/\b(?:each|count)\./.test(toCode(given))) this.changing.add(addressOf(path));
        return `${read(given, outer, ofCall)}${behind}`;
      }
      if (root === 'local') {
        const value = own(localsOf(module), name);
        return value === undefined
          ? this.#own(`local.${name}${behind}`, path)
          : `${read(value, path, undefined)}${behind}`;
      }
      if (root === 'data' && path.length > 0) {
        const [second, ...deeper] = rest;
        const body = blockIn(module, `data.${name}${second?.text ?? ''}`) ?? {};
        this.isCode = false;
        return `data.${name}(${read(body, path, undefined)})${textOfSteps(deeper)}`;
      }
      return path.length === 0 ? undefined : this.#own(`${root}${textOfSteps(steps)}`, path);
    }).replace(/\s+/g, ' ');
  }

  /** What each instance of a module has for itself. */
  #own(text: string, path: Path): string {
    this.isCode &&= path.length === 0;
    for (const [at] of path.entries()) this.changing.add(addressOf(path.slice(0, at + 1)));
    return joinAddress(addressOf(path), text);
  }

  #moduleOf(path: Path): OldModule | undefined {
    const to = path.at(-1)?.to ?? '';
    return this.old.modules.find((each) => each.path === to);
  }
}

function blockIn(module: OldModule | undefined, address: string): WrittenObject | undefined {
  return blocksIn(module?.files ?? []).find((block) => addressOfBlock(block) === address)?.body;
}

function localsOf(module: OldModule | undefined): WrittenObject {
  const entries = blocksIn(module?.files ?? [], 'locals').flatMap(({ body }) => Object.entries(body));
  return Object.fromEntries(entries);
}
