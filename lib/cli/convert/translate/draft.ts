import type {
  BlockEdit,
  ConvertedObject,
  Conversion,
  ResourceOutcome,
  Finding,
  MovedBlock,
  NewVariable,
  OldConfiguration,
  OldInstance,
  OldResource,
  Remark,
  StateMoves,
} from '../model';
import { own } from '../../../ground/record';
import { findBlocks, findBody } from '../../../hcl/blocks';
import { bareText, type Written } from '../../../hcl/template';
import { firstFree } from '../../project/identifiers';
import { dedent } from '../../../ground/dedent';
import { blockAddresses, localAddress, withoutKeys } from '../addresses';
import { blocksIn } from '../blocks';
import type { Leftover } from './arguments';
import { bodyOf } from './argument-values';
import { maskCredentials } from './mask-credentials';

export type FindingOnBlock = Omit<Finding, 'address' | 'file' | 'on' | 'place'>;

/** Collects a conversion. Each old block gets one outcome, the first that it is given. */
export class Draft {
  readonly #objects = new Map<string, ConvertedObject>();
  readonly edits: BlockEdit[] = [];
  readonly variables: NewVariable[] = [];
  readonly findings: Finding[] = [];
  readonly imports: StateMoves['imports'][number][] = [];
  readonly #moved: MovedBlock[] = [];
  readonly #removed = new Set<string>();
  readonly #outcomes = new Map<string, ResourceOutcome>();
  readonly #names = new Set<string>();
  readonly #locals = new Set<string>();
  readonly #inState: ReadonlySet<string> | undefined;

  public constructor(readonly old: OldConfiguration) {
    this.#inState = old.state && new Set(old.state.map(({ address }) => withoutKeys(address)));
    for (const { path, files } of old.modules)
      for (const { labels } of blocksIn(files, 'resource')) this.#names.add([path, ...labels].join(' '));
  }

  /** Takes a name that no other object of its type and module has. */
  public nameFor(typeName: ConvertedObject['typeName'], module: string, wanted: string): string {
    const valid = wanted.replace(/[^\w-]/g, '_');
    const name = firstFree(
      /^[A-Za-z_]/.test(valid) ? valid : `_${valid}`,
      (each) => this.#names.has(keyOf({ module, typeName, name: each })),
      '_',
    );
    this.#names.add(keyOf({ module, typeName, name }));
    return name;
  }

  /** A free name for a variable, in all modules: they pass it on. */
  public variableName(wanted: string): string {
    const taken = new Set([
      ...this.old.modules.flatMap(({ files }) => blocksIn(files, 'variable').flatMap(({ labels }) => labels)),
      ...this.variables.map(({ name }) => name),
    ]);
    return firstFree(wanted.replace(/\W+/g, '_').toLowerCase(), (name) => taken.has(name), '_');
  }

  /** Takes a name for a local value that neither another one nor a resource of the module has. */
  public localName(module: string, wanted: string): string {
    const files = this.old.modules.find(({ path }) => path === module)?.files ?? [];
    const taken = new Set([
      ...blocksIn(files, 'locals').flatMap(({ body }) => Object.keys(body)),
      ...blocksIn(files, 'resource').map(({ labels }) => labels[1]),
      ...this.#locals,
    ]);
    const name = firstFree(wanted.replace(/[^\w-]/g, '_'), (each) => taken.has(each), '_');
    this.#locals.add(name);
    return name;
  }

  /** Adds a finding, without the values of credentials. Returns it as it is added. */
  public addFinding(finding: Finding): Finding {
    const masked = {
      ...finding,
      text: maskCredentials(finding.text),
      ...(finding.original !== undefined && { original: maskCredentials(finding.original) }),
    };
    this.findings.push(masked);
    return masked;
  }

  /** @param address - that of the block, or of one of its instances */
  public addFindingOn(
    resource: OldResource,
    finding: FindingOnBlock,
    address = addressOf(resource, this.old),
  ): void {
    this.addFinding({ ...finding, address, file: resource.file, on: resource });
  }

  /** Adds a finding on an object, with a comment in its code: above an attribute, or above the object. */
  public addRemark(
    object: ConvertedObject,
    address: string,
    { attribute, ...finding }: FindingOnBlock & Pick<Remark, 'attribute'>,
  ): void {
    const { file } = object;
    const place = { file, isObject: true };
    const { severity, text, original } = this.addFinding({ ...finding, address, file, place });
    const { remarks } = this.#objects.get(keyOf(object)) ?? object;
    const remark = {
      isTodo: severity === 'todo',
      text,
      ...(attribute !== undefined && { attribute }),
      ...(original !== undefined && { original }),
    };
    this.update(object, { remarks: [...remarks, remark] });
  }

  public addOutcome(outcome: ResourceOutcome): void {
    if (!this.#outcomes.has(outcome.address)) this.#outcomes.set(outcome.address, outcome);
  }

  public hasOutcome(address: string): boolean {
    return this.#outcomes.has(address);
  }

  /** @param to - the objects that replace the block, in its module */
  public addOutcomeOf(
    resource: OldResource,
    outcome: ResourceOutcome['outcome'],
    ...to: readonly ConvertedObject[]
  ): void {
    const address = addressOf(resource, this.old);
    const module = address.slice(0, -localAddress(resource).length);
    this.addOutcome({
      outcome,
      address,
      type: resource.type,
      to: to.map((object) => module + nameOf(object)),
    });
  }

  public keep(resource: OldResource, ...findings: readonly FindingOnBlock[]): void {
    for (const finding of findings) this.addFindingOn(resource, finding);
    this.addOutcomeOf(resource, 'kept');
  }

  /** Removes a resource from the state. Where a state is known, only if the state has it. */
  public remove(resource: OldResource): void {
    if (resource.mode === 'data') return;
    for (const address of blockAddresses(resource, this.old.modules))
      if (this.#inState?.has(address) !== false) this.#removed.add(address);
  }

  public move(resource: OldResource, to: ConvertedObject): void {
    const { module } = resource;
    this.#moved.push({ module, from: localAddress(resource), to: nameOf(to) });
    for (const address of blockAddresses(resource, this.old.modules)) this.#removed.delete(address);
  }

  public get objects(): readonly ConvertedObject[] {
    return [...this.#objects.values()];
  }

  public addObject(object: ConvertedObject): void {
    this.#objects.set(keyOf(object), object);
  }

  public update(object: ConvertedObject, change: Partial<ConvertedObject>): void {
    const key = keyOf(object);
    this.#objects.set(key, { ...(this.#objects.get(key) ?? object), ...change });
  }

  /** Drops a block together with those that an object replaces. */
  public dropBlock(resource: OldResource, object: ConvertedObject): void {
    const { replaces } = this.#objects.get(keyOf(object)) ?? object;
    this.update(object, { replaces: [...replaces, resource] });
    this.remove(resource);
  }

  public replaced(): ReadonlySet<OldResource> {
    return new Set(this.objects.flatMap(({ replaces }) => replaces));
  }

  public removeOrphan({ address }: OldInstance): void {
    this.#removed.add(withoutKeys(address));
  }

  /** Adds a variable to a module, and to all modules between it and the root. */
  public addVariable(variable: NewVariable): void {
    const isKnown = this.variables.some(
      ({ module, name }) => module === variable.module && name === variable.name,
    );
    if (isKnown) return;
    this.variables.push(variable);
    if (variable.module === '') return;
    const callers = this.old.modules.flatMap(({ calls }) => calls).filter(({ to }) => to === variable.module);
    for (const { from } of callers) this.addVariable({ ...variable, module: from });
  }

  public toConversion(): Conversion {
    const { objects, edits, variables, imports, findings, old } = this;
    const addresses = new Set([
      ...old.resources.map((resource) => addressOf(resource, old)),
      ...old.orphans.map(({ address }) => address),
    ]);
    return {
      objects,
      edits,
      variables,
      moves: { moved: this.#moved, removed: [...this.#removed], imports },
      outcomes: [...addresses].flatMap((address) => this.#outcomes.get(address) ?? []),
      findings,
    };
  }
}

export function nameOf({ typeName, name }: Pick<ConvertedObject, 'typeName' | 'name'>): string {
  return `${typeName}.${name}`;
}

function keyOf({ module, typeName, name }: Pick<ConvertedObject, 'module' | 'typeName' | 'name'>): string {
  return `${module} ${typeName} ${name}`;
}

/** The address of a block, for messages and for outcomes without instances. */
export function addressOf(resource: OldResource, old: OldConfiguration): string {
  return blockAddresses(resource, old.modules)[0] ?? `${resource.type}.${resource.name}`;
}

export function originalOf(value: Written): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** An argument as the user wrote it: its value, or its blocks. */
export function sourceOf(resource: OldResource, name: string): string {
  const { text } = resource;
  const [block] = text.startsWith('{') ? [] : findBlocks(text);
  const { attributes, blocks } = block === undefined ? { attributes: [], blocks: [] } : findBody(text, block);
  const ranges = [
    ...attributes.filter((each) => each.name === name).map(({ value }) => value),
    ...blocks.filter(({ type, labels }) => (type === 'dynamic' ? labels[0] : type) === name),
  ];
  // In JSON there is only the value.
  if (ranges.length === 0)
    return originalOf(
      own(bodyOf(resource), name) ?? own({ lifecycle: resource.meta.lifecycle }, name) ?? null,
    );
  return ranges
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => dedent(text.slice(start, end)))
    .join('\n');
}

/** What becomes of arguments without an equivalent, by how the object comes to be. */
const consequences = {
  adopted: 'The object keeps the values at the service, and the new code does not show them.',
  created: 'The new object does not get the values.',
  imported:
    'The import takes the rules of the zone as they are, so these stay at the service, and a change of them shows as drift.',
};

/** Adds a finding on arguments without an equivalent. */
export function reportLeftovers(
  draft: Draft,
  resource: OldResource,
  leftovers: readonly Leftover[],
  by: keyof typeof consequences,
): void {
  if (leftovers.length === 0) return;
  const names = leftovers.map(({ path, isPartly }) =>
    isPartly === true ? `members of ${path} that the new resource lacks` : path,
  );
  draft.addFindingOn(resource, {
    code: 'convert.no_attribute',
    severity: by === 'created' ? 'lost' : 'note',
    text: `No equivalent: ${names.join(', ')}. ${consequences[by]}`,
    original: leftovers
      .map(({ path, value }) => `${path} = ${bareText(value) || originalOf(value)}`)
      .join('\n'),
  });
}
