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

/** The zone of a module as an expression of the root module, along the first path of calls to the module. */
export function rootExpressionOf(zone: Written, module: string, old: OldConfiguration): string {
  return readRootExpression(zone, undefined, callsTo(module, old.modules)[0] ?? [], old).expression;
}

/**
 * A value of a module as an expression of the root module.
 *
 * @param over - the `for_each` or `count` that its keys are of
 * @returns the expression, whether the root module can have it as code, and the calls whose keys change the value
 */
export function readRootExpression(
  value: Written,
  over: Written | undefined,
  path: readonly ModuleCall[],
  old: OldConfiguration,
) {
  const reader = new Reader(old);
  const expression = reader.inRoot(toCode(value), path, over);
  return { expression, isCode: reader.isCode, changing: reader.changing };
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

/** Turns an expression of a module into one of the root module, through arguments, local values and data sources. */
class Reader {
  /** The calls whose keys the expression depends on, and those around what each instance of a module has for itself. */
  public readonly changing = new Set<string>();
  public isCode = true;

  public constructor(private readonly old: OldConfiguration) {}

  /** @param over - the `for_each` or `count` that the keys of the expression are of */
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

  /** A value that each instance of a module has for itself. */
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

/** The body of a block of a module; empty where it has no such block. */
function blockIn(module: OldModule | undefined, address: string): WrittenObject {
  return (module && bodiesOf(module).get(address)) ?? {};
}

/** The bodies of a module's blocks by address, found once: every reference needs some. */
const bodiesOf = onceFor(
  ({ files }: OldModule) => new Map(blocksIn(files).map((block) => [addressOfBlock(block), block.body])),
);
