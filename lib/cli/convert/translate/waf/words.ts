import { own } from '../../../../ground/record';
import { readExpression } from '../../../../hcl/read-expression';
import { rewriteExpression, textOfSteps } from '../../../../hcl/expressions';
import { expressionOf, type Written, type WrittenObject } from '../../../../hcl/template';
import { toCode } from '../../../../hcl/to-expression';
import { onceFor } from '../../../../ground/remember';
import { addressOfCalls, callsTo, joinAddress } from '../../addresses';
import { addressOfBlock, blocksIn, localsOf } from '../../blocks';
import type { ModuleCall, OldConfiguration, OldModule } from '../../model';
import { hcl } from '../expressions';

/** A zone in the words of the root module, as the first path leads to it. */
export function wordsOf(zone: Written, module: string, old: OldConfiguration): string {
  return readInRoot(zone, undefined, callsTo(module, old.modules)[0] ?? [], old).words;
}

/**
 * A value of a module in the words of the root module.
 *
 * @param over - what its keys are of
 * @returns whether the words are code that the root module can have, and the calls whose keys change the value
 */
export function readInRoot(
  value: Written,
  over: Written | undefined,
  path: readonly ModuleCall[],
  old: OldConfiguration,
) {
  const reader = new Reader(old);
  const words = reader.inRoot(toCode(value), path, over);
  return { words, isCode: reader.isCode, changing: reader.changing };
}

/** Whether a call can make more than one instance of its module. */
export function canRepeat(call: ModuleCall, { modules }: OldConfiguration): boolean {
  const { for_each: forEach, count } = bodyOfCall(call, modules);
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
  public inRoot(code: string, path: readonly ModuleCall[], over: Written | undefined, depth = 0): string {
    const read = (written: Written, from: readonly ModuleCall[], keysOf: Written | undefined) =>
      depth > deepest ? this.#own('…', path) : this.inRoot(hcl(written), from, keysOf, depth + 1);
    const module = this.#moduleOf(path);
    const call = path.at(-1);
    const outer = path.slice(0, -1);
    const given = call === undefined ? {} : bodyOfCall(call, this.old.modules);
    const ofCall = given.for_each ?? given.count;
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
        const argument = own(given, name) ?? own(blockIn(module, `var.${name}`), 'default');
        if (argument === undefined) return this.#own(`var.${name}${behind}`, path);
        if (/\b(?:each|count)\./.test(toCode(argument))) this.changing.add(addressOfCalls(path));
        return `${read(argument, outer, ofCall)}${behind}`;
      }
      if (root === 'local') {
        const value = module && own(localsOf(module), name);
        return value === undefined
          ? this.#own(`local.${name}${behind}`, path)
          : `${read(value, path, undefined)}${behind}`;
      }
      if (root === 'data' && path.length > 0) {
        const [second, ...deeper] = rest;
        const body = blockIn(module, `data.${name}${second?.text ?? ''}`);
        this.isCode = false;
        return `data.${name}(${read(body, path, undefined)})${textOfSteps(deeper)}`;
      }
      return path.length === 0 ? undefined : this.#own(`${root}${textOfSteps(steps)}`, path);
    }).replace(/\s+/g, ' ');
  }

  /** What each instance of a module has for itself. */
  #own(text: string, path: readonly ModuleCall[]): string {
    this.isCode &&= path.length === 0;
    for (const [at] of path.entries()) this.changing.add(addressOfCalls(path.slice(0, at + 1)));
    return joinAddress(addressOfCalls(path), text);
  }

  #moduleOf(path: readonly ModuleCall[]): OldModule | undefined {
    const to = path.at(-1)?.to ?? '';
    return this.old.modules.find((each) => each.path === to);
  }
}

function bodyOfCall({ from, name }: ModuleCall, modules: readonly OldModule[]): WrittenObject {
  return blockIn(
    modules.find(({ path }) => path === from),
    `module.${name}`,
  );
}

/** Empty where the module has no such block. */
function blockIn(module: OldModule | undefined, address: string): WrittenObject {
  return (module && bodiesOf(module).get(address)) ?? {};
}

/** By address; every reference asks for some. */
const bodiesOf = onceFor(
  ({ files }: OldModule) => new Map(blocksIn(files).map((block) => [addressOfBlock(block), block.body])),
);
