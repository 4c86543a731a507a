import { textOf } from '../../../lib/ground/json';
import { isListValue, isObjectValue, isUnknown, unknown, type Value } from '../../../lib/schema';

type Raw = Readonly<Record<string, unknown>>;

export interface Block {
  readonly address: string;
  readonly type: string;
  /** The alias of its provider configuration; empty for the default one. */
  readonly alias: string;
  readonly body: Raw;
  readonly createBeforeDestroy: boolean;
  /** Addresses of the resources whose values it takes or that it names in `depends_on`. */
  readonly dependencies: readonly string[];
}

export interface Import {
  readonly to: string;
  readonly id?: string;
  readonly identity?: Raw;
}

/** A configuration in Terraform's JSON syntax, as cdktf writes it. */
export interface Configuration {
  /** The provider configurations by alias; that of the default one is empty. */
  readonly providers: Readonly<Record<string, Raw>>;
  /** Each block after those that it depends on. */
  readonly blocks: readonly Block[];
  readonly variables: readonly string[];
  readonly outputs: Raw;
  readonly imports: readonly Import[];
  readonly moved: readonly { readonly from: string; readonly to: string }[];
}

export type Lookup = (parts: readonly string[]) => Value;

export function readConfiguration(json: unknown): Configuration {
  const root = json as {
    readonly provider?: Readonly<Record<string, unknown>>;
    readonly resource?: Readonly<Record<string, Readonly<Record<string, Raw>>>>;
    readonly variable?: Raw;
    readonly output?: Readonly<Record<string, { readonly value: unknown }>>;
    readonly import?: Configuration['imports'];
    readonly moved?: Configuration['moved'];
  };
  const blocks = Object.entries(root.resource ?? {}).flatMap(([type, byName]) =>
    Object.entries(byName).map(([name, body]) => readBlock(type, name, body)),
  );
  const providers = [Object.values(root.provider ?? {})[0] ?? {}].flat() as Raw[];
  return {
    providers: {
      '': {},
      ...Object.fromEntries(
        providers.map(({ alias, ...block }) => [textOf(alias) ?? '', withoutMeta(block, [])] as const),
      ),
    },
    blocks: sortByDependency(blocks),
    variables: Object.keys(root.variable ?? {}),
    outputs: Object.fromEntries(Object.entries(root.output ?? {}).map(([name, { value }]) => [name, value])),
    imports: root.import ?? [],
    moved: root.moved ?? [],
  };
}

/** Puts values in the place of references. Functions and operators are left to the real terraform. */
export function evaluate(raw: unknown, lookup: Lookup): unknown {
  if (typeof raw === 'string') return evaluateText(raw, lookup);
  if (Array.isArray(raw)) return raw.map((each) => evaluate(each, lookup));
  if (typeof raw !== 'object' || raw === null || isUnknown(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).map(([name, each]) => [name, evaluate(each, lookup)]));
}

/** A member of a value, as deep as the parts lead. */
export function memberAt(value: Value, parts: readonly string[]): Value {
  const [first, ...rest] = parts;
  if (first === undefined || isUnknown(value)) return value;
  const member = isListValue(value) ? value[Number(first)] : isObjectValue(value) ? value[first] : undefined;
  if (member === undefined) throw new Error(`Unsupported attribute: ${parts.join('.')}`);
  return memberAt(member, rest);
}

function readBlock(type: string, name: string, body: Raw): Block {
  const {
    lifecycle = {},
    depends_on: dependsOn = [],
    provider = '',
  } = body as { lifecycle?: Raw; depends_on?: readonly string[]; provider?: string };
  const { create_before_destroy: createBeforeDestroy = false, ...more } = lifecycle;
  const unsupported = [
    ...Object.keys(more),
    ...['count', 'for_each', 'provisioner'].filter((each) => Object.hasOwn(body, each)),
  ];
  if (unsupported.length > 0) throw new Error(`${type}.${name}: unsupported here: ${unsupported.join(', ')}`);
  const attributes = withoutMeta(body, ['lifecycle', 'depends_on', 'provider']);
  const used: string[] = [...dependsOn];
  evaluate(attributes, ([root = '', member = '']) => {
    if (root !== 'var') used.push(`${root}.${member}`);
    return unknown;
  });
  return {
    address: `${type}.${name}`,
    type,
    alias: provider.split('.')[1] ?? '',
    body: attributes,
    createBeforeDestroy: createBeforeDestroy === true,
    dependencies: [...new Set(used)],
  };
}

function withoutMeta(body: Raw, names: readonly string[]): Raw {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== '//' && !names.includes(name)));
}

function sortByDependency(blocks: readonly Block[]): Block[] {
  const sorted = new Set<Block>();
  const add = (block: Block, path: readonly Block[]): void => {
    if (path.includes(block)) throw new Error(`Cycle: ${path.map(({ address }) => address).join(', ')}`);
    for (const address of block.dependencies) {
      const needed = blocks.find((each) => each.address === address);
      if (needed === undefined)
        throw new Error(`${block.address}: reference to undeclared resource ${address}`);
      add(needed, [...path, block]);
    }
    sorted.add(block);
  };
  for (const block of blocks) add(block, []);
  return [...sorted];
}

function evaluateText(text: string, lookup: Lookup): Value {
  const whole = /^\$\{([^{}]*)\}$/.exec(text)?.[1];
  if (whole !== undefined) return resolve(whole, lookup);
  const unknowns: Value[] = [];
  const filled = text.replace(/\$\$\{|\$\{([^{}]*)\}/g, (match, expression: string | undefined) => {
    if (expression === undefined) return '${';
    const value = resolve(expression, lookup);
    if (isUnknown(value)) unknowns.push(value);
    else if (typeof value === 'object') throw new Error(`Invalid template: ${match}`);
    return String(value);
  });
  return unknowns[0] ?? filled;
}

function resolve(expression: string, lookup: Lookup): Value {
  if (!/^[\w-]+(?:\.[\w-]+|\[\d+\])*$/.test(expression))
    throw new Error(`the client evaluates references alone: ${expression}`);
  return lookup(expression.replace(/\[(\d+)\]/g, '.$1').split('.'));
}
