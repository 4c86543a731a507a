import { isWhollyKnown, unknown, type ObjectValue, type Value } from '../../../lib/schema';
import { faultsOfPlan, faultsOfResult, faultsOfState, InconsistentFinalPlan, ProviderBug } from './checks';
import {
  evaluate,
  memberAt,
  type Block,
  type Configuration,
  type Import,
  type Lookup,
} from './configuration';
import {
  countsOf,
  noPrivateState,
  type Instance,
  type PlannedChange,
  type PlanOptions,
  type SavedPlan,
  type State,
} from './plan';
import { proposeState } from './proposed-state';
import { hasErrors, schemaOf, type Diagnostic, type Provider, type Schemas } from './provider';
import type { Attributes } from './schema';
import { coerceObject, equalObjects } from './values';
import { walk } from './walk';

interface Planned {
  readonly changes: PlannedChange[];
  readonly state: State;
  readonly drifted: readonly string[];
}

/** One command: what the provider said, and the values of the resources so far. */
export class Run {
  readonly diagnostics: Diagnostic[] = [];
  readonly #providers: ReadonlyMap<string, Provider>;
  readonly #aliases = new Map<string, string>();
  readonly #schemas: Schemas;
  readonly #variables: Readonly<Record<string, Value>>;
  readonly #parallelism: number;
  readonly #values = new Map<string, ObjectValue>();

  /**
   * @param providers - by the alias of their configuration
   * @param parallelism - how many resources are read, planned or applied at once
   */
  constructor(
    providers: ReadonlyMap<string, Provider>,
    schemas: Schemas,
    variables: Readonly<Record<string, Value>>,
    parallelism = 1,
  ) {
    this.#providers = providers;
    this.#schemas = schemas;
    this.#variables = variables;
    this.#parallelism = parallelism;
  }

  async configure(
    { providers, blocks }: Configuration,
    state: State,
    settings: Readonly<Record<string, unknown>>,
  ): Promise<Diagnostic[]> {
    for (const [address, { alias = '' }] of state) this.#aliases.set(address, alias);
    for (const { address, alias } of blocks) this.#aliases.set(address, alias);
    const { attributes } = this.#schemas.provider;
    const diagnostics: Diagnostic[] = [];
    for (const [alias, provider] of this.#providers) {
      const given = evaluate(providers[alias], this.#lookup) as Readonly<Record<string, unknown>>;
      const config = coerceObject(attributes, { ...settings, ...given }, 'provider');
      diagnostics.push(...(await provider.configure(config)));
    }
    return diagnostics;
  }

  /** Checks all blocks before anything is known of other resources and of variables. */
  async validate({ blocks }: Configuration): Promise<readonly Diagnostic[]> {
    const found = await Promise.all(
      blocks.map(async ({ address, type, body }) => {
        const config = this.#coerce(
          type,
          evaluate(body, () => unknown),
          address,
        );
        return at(address, await this.#providerOf(address).validate(type, config));
      }),
    );
    return found.flat();
  }

  async plan(
    configuration: Configuration,
    stored: State,
    { destroy = false, replace = [], target }: PlanOptions,
  ): Promise<Omit<SavedPlan, 'isEmpty'> | undefined> {
    const diagnostics = await this.validate(configuration);
    if (hasErrors(diagnostics)) {
      this.diagnostics.push(...diagnostics);
      return undefined;
    }
    const { changes, state, drifted } = await this.#planEach(configuration, stored, {
      destroy,
      replace,
      target,
    });
    if (hasErrors(this.diagnostics)) return undefined;
    return {
      changes,
      configuration,
      state,
      diagnostics: [...this.diagnostics],
      drifted,
      counts: countsOf(changes),
      change: (address) => {
        const found = changes.filter((each) => address === undefined || each.address === address);
        const [only] = found;
        if (only === undefined || found.length > 1)
          throw new Error(`${found.length} changes of ${address ?? 'the only resource'}`);
        return only;
      },
    };
  }

  /** Reads and plans each resource by itself, as Terraform does: one may be planned before another one is read. */
  async #planEach(
    configuration: Configuration,
    stored: State,
    { destroy = false, replace = [], target }: PlanOptions,
  ): Promise<Planned> {
    const { moved, imports } = configuration;
    const old = new Map(
      [...stored].map(([from, instance]) => [moved.find((each) => each.from === from)?.to ?? from, instance]),
    );
    const named = new Map(
      withDependencies(configuration.blocks, target).map((block) => [block.address, block]),
    );
    const addresses = [...new Set([...named.keys(), ...old.keys()])].filter(
      (address) => target === undefined || named.has(address),
    );
    const nodes = addresses.map((address) => ({ address }));
    const needs = ({ address }: { readonly address: string }) => named.get(address)?.dependencies ?? [];
    // What is not the target stays as it is.
    const state = new Map([...old].filter(([address]) => !addresses.includes(address)));
    const drifted: string[] = [];
    const found = new Map<string, PlannedChange>();
    const failed = new Set<string>();
    const visit = async (address: string): Promise<boolean> => {
      const known = old.get(address);
      const imported = known === undefined ? imports.find(({ to }) => to === address) : undefined;
      const moved = known && (await this.#move(address, known));
      if (known !== undefined && moved === undefined) return false;
      const read = moved === undefined ? undefined : await this.#refresh(address, moved);
      if (read?.hasDrifted === true) drifted.push(address);
      const instance =
        imported === undefined
          ? read?.found
          : await this.import(address, this.#importTarget(address, imported));
      if (instance !== undefined) state.set(address, instance);
      if (this.diagnostics.some((each) => each.severity === 'error' && each.address === address))
        return false;
      const block = destroy ? undefined : named.get(address);
      if (block === undefined && instance === undefined) return true;
      const change =
        block === undefined
          ? instance && (await this.#planDelete(address, instance))
          : await this.#planBlock(block, instance, replace.includes(address), imported !== undefined);
      if (change === undefined) return false;
      found.set(address, change);
      if (change.after !== null) this.#values.set(address, change.after);
      return true;
    };
    await this.#walk(nodes, needs, async (node) => {
      const isReady = !needs(node).some((each) => failed.has(each));
      if (!isReady || !(await visit(node.address))) failed.add(node.address);
    });
    return { changes: [...inOrder([...named.keys(), ...old.keys()], found).values()], state, drifted };
  }

  async apply(plan: SavedPlan, state: Map<string, Instance>): Promise<void> {
    state.clear();
    for (const [address, instance] of plan.state) {
      state.set(address, instance);
      this.#values.set(address, instance.attributes);
    }
    const failed = new Set<string>();
    const outdated: InconsistentFinalPlan[] = [];
    const deposed = new Map<string, Instance>();
    const goesFirst = plan.changes.filter(
      ({ action, block }) =>
        action === 'delete' || (action === 'replace' && block?.createBeforeDestroy !== true),
    );
    const dependents = dependentsOf(state);
    const remove = async (change: PlannedChange) => {
      const instance = state.get(change.address);
      if (instance === undefined) return;
      const isInUse = dependents(change).some((each) => failed.has(each));
      if (!isInUse && (await this.#deletePlanned(change, instance))) {
        state.delete(change.address);
        this.#values.delete(change.address);
      } else failed.add(change.address);
    };
    const write = async ({ action, address, ...change }: PlannedChange, block: Block) => {
      if (failed.has(address) || block.dependencies.some((each) => failed.has(each))) {
        failed.add(address);
        return;
      }
      const old = state.get(address);
      if (action === 'replace' && old !== undefined) {
        deposed.set(address, old);
        state.delete(address);
      }
      const outcome = await this.#applyBlock({ action, address, ...change }, block, state).catch(
        (error: unknown) => {
          if (!(error instanceof InconsistentFinalPlan)) throw error;
          outdated.push(error);
          return 'not planned' as const;
        },
      );
      if (outcome === 'done') return;
      failed.add(address);
      if (state.has(address) || old === undefined) return;
      // Terraform puts the old object back only after a create that has failed, not after its plan.
      if (outcome === 'not planned' && deposed.delete(address)) {
        state.set(deposedOf(address), { ...old, isDeposed: true });
        return;
      }
      state.set(address, old);
      deposed.delete(address);
    };
    const written = plan.changes.flatMap((change) =>
      change.block === undefined || change.action === 'no-op' ? [] : [{ change, block: change.block }],
    );
    // What is deleted and what is written depend on each other only where one object is replaced.
    const ended = this.#walk(
      [
        ...dependentsFirst(goesFirst, state).map((change) => ({
          address: deletionOf(change.address),
          needs: dependents(change).map(deletionOf),
          act: () => remove(change),
        })),
        ...written.map(({ change, block }) => ({
          address: change.address,
          needs: [...block.dependencies, deletionOf(change.address)],
          act: () => write(change, block),
        })),
      ],
      ({ needs }) => needs,
      ({ act }) => act(),
    );
    await ended.catch((error: unknown) => {
      // Terraform stops, and the state has what is left to do.
      for (const [address, old] of deposed)
        if (state.has(address)) state.set(deposedOf(address), { ...old, isDeposed: true });
        else state.set(address, old);
      throw error;
    });
    for (const [address, old] of [...deposed].reverse()) {
      const left = { ...old, isDeposed: true };
      const isInUse = written.some(
        ({ block }) => failed.has(block.address) && block.dependencies.includes(address),
      );
      state.set(deposedOf(address), left);
      const isGone = !isInUse && (await this.#deletePlanned({ address, private: left.private }, left));
      if (isGone) state.delete(deposedOf(address));
    }
    if (outdated[0] !== undefined) throw outdated[0];
  }

  /** Terraform plans the deletion of a deposed object once more. */
  async #deletePlanned(
    { address, private: planned }: Pick<PlannedChange, 'address' | 'private'>,
    instance: Instance,
  ): Promise<boolean> {
    if (instance.isDeposed !== true) return this.#delete(address, instance, planned);
    const change = await this.#planDelete(address, instance);
    return change !== undefined && this.#delete(address, instance, change.private);
  }

  async import(address: string, target: string | ObjectValue): Promise<Instance | undefined> {
    const [type = ''] = address.split('.');
    const reply = await this.#providerOf(address).import(type, target);
    if (!this.#note(address, reply.diagnostics) || reply.state === null) return undefined;
    if (typeof target !== 'string' && reply.identity === undefined)
      throw new ProviderBug('Import by identity', address, ["didn't return an identity"]);
    this.#checkIdentity(address, reply.identity);
    const { found } = await this.#read(address, {
      type,
      version: schemaOf(this.#schemas, type).version,
      attributes: reply.state,
      private: reply.private,
      identity: reply.identity,
      isTainted: false,
      dependencies: [],
    });
    const detail = typeof target === 'string' ? target : JSON.stringify(target);
    if (found === undefined && !hasErrors(this.diagnostics))
      this.#note(address, [
        { severity: 'error', summary: 'Cannot import non-existent remote object', detail, attribute: [] },
      ]);
    return found;
  }

  /** The outputs as far as this command knows the resources, or as a state does. */
  outputs({ outputs }: Configuration, state: State = new Map<string, Instance>()): Record<string, Value> {
    for (const [address, { attributes }] of state) this.#values.set(address, attributes);
    const lookup: Lookup = (parts) => {
      const isThere = parts[0] === 'var' || this.#values.has(parts.slice(0, 2).join('.'));
      return isThere ? this.#lookup(parts) : null;
    };
    return Object.fromEntries(
      Object.entries(outputs).map(([name, raw]) => [name, evaluate(raw, lookup) as Value]),
    );
  }

  readonly #lookup: Lookup = (parts) => {
    const [root = '', name = '', ...rest] = parts;
    if (root === 'var') return this.#variables[name] ?? null;
    const found = this.#values.get(`${root}.${name}`);
    return found === undefined ? unknown : memberAt(found, rest);
  };

  #walk<Node extends { readonly address: string }>(
    nodes: readonly Node[],
    needs: (node: Node) => readonly string[],
    action: (node: Node) => Promise<void>,
  ): Promise<void> {
    return walk(nodes, { needs, action, parallelism: this.#parallelism });
  }

  /** An object under an address of another type; undefined where that is refused. */
  async #move(address: string, { provider, ...stored }: Instance): Promise<Instance | undefined> {
    const [type = ''] = address.split('.');
    if (type === stored.type) return stored;
    const source = { provider: provider ?? '', type: stored.type, version: stored.version };
    const reply = await this.#providerOf(address).move(type, { ...source, stored: stored.attributes });
    if (!this.#note(address, reply.diagnostics) || reply.state === null) return undefined;
    this.#checkState('Provider returned invalid value', address, type, reply.state);
    this.#checkIdentity(address, reply.identity);
    const { version } = schemaOf(this.#schemas, type);
    const { state: attributes, private: privateState, identity } = reply;
    return { ...stored, type, version, attributes, private: privateState, identity };
  }

  async #refresh(
    address: string,
    stored: Instance,
  ): Promise<{ found: Instance | undefined; hasDrifted: boolean }> {
    const { type } = stored;
    const { version } = schemaOf(this.#schemas, type);
    if (stored.version > version) {
      const detail = 'The state was created by a newer provider version.';
      this.#note(address, [
        {
          severity: 'error',
          summary: 'Resource instance managed by newer provider version',
          detail,
          attribute: [],
        },
      ]);
      return { found: stored, hasDrifted: false };
    }
    const upgraded = await this.#providerOf(address).upgrade(type, stored.version, stored.attributes);
    if (!this.#note(address, upgraded.diagnostics) || upgraded.state === null)
      return { found: stored, hasDrifted: false };
    this.#checkState('Provider produced an invalid upgraded state', address, type, upgraded.state);
    return this.#read(address, { ...stored, version, attributes: upgraded.state });
  }

  async #read(
    address: string,
    known: Instance,
  ): Promise<{ found: Instance | undefined; hasDrifted: boolean }> {
    const reply = await this.#providerOf(address).read(
      known.type,
      known.attributes,
      known.private,
      known.identity,
    );
    if (!this.#note(address, reply.diagnostics)) return { found: known, hasDrifted: false };
    if (reply.state === null) return { found: undefined, hasDrifted: true };
    this.#checkState('Provider produced an invalid object', address, known.type, reply.state);
    this.#checkIdentity(address, reply.identity);
    const hasDrifted = !equalObjects(this.#attributes(known.type), known.attributes, reply.state);
    const { state: read, private: privateState, identity } = reply;
    return { found: { ...known, attributes: read, private: privateState, identity }, hasDrifted };
  }

  async #planBlock(
    block: Block,
    stored: Instance | undefined,
    isForced: boolean,
    isImport = false,
  ): Promise<PlannedChange | undefined> {
    const { address, type } = block;
    const attributes = this.#attributes(type);
    const config = this.#coerce(type, evaluate(block.body, this.#lookup), address);
    if (!this.#note(address, await this.#providerOf(address).validate(type, config))) return undefined;
    const before = stored === undefined || stored.isTainted ? null : stored.attributes;
    const planOnce = async (prior: ObjectValue | null, privateState: Uint8Array) => {
      const proposed = proposeState(attributes, prior, config);
      const reply = await this.#providerOf(address).plan(type, {
        prior,
        proposed,
        config,
        private: privateState,
        identity: prior === null ? undefined : stored?.identity,
      });
      if (!this.#note(address, reply.diagnostics)) return undefined;
      const planned = reply.state;
      if (planned === null) throw new ProviderBug('Provider produced invalid plan', address, ['no object']);
      const faults = faultsOfPlan(attributes, { prior, config, planned });
      if (faults.length > 0) throw new ProviderBug('Provider produced invalid plan', address, faults);
      // Terraform accepts an unknown one of what is created, and then cannot show the plan as JSON.
      this.#checkIdentity(address, reply.identity);
      return { ...reply, planned };
    };
    const first = await planOnce(
      before,
      before === null ? noPrivateState : (stored?.private ?? noPrivateState),
    );
    if (first === undefined) return undefined;
    const common = { address, block, isImport, before: stored?.attributes ?? null };
    if (before === null) {
      const action = stored === undefined ? 'create' : 'replace';
      const { planned: after, private: privateState, identity } = first;
      return { ...common, action, after, replacedBy: [], private: privateState, identity };
    }
    const replacedBy = first.replaces
      .filter((path) => hasChanged(path, before, first.planned))
      .map((path) => path.join('.'));
    if (replacedBy.length === 0 && !isForced) {
      const action = equalObjects(attributes, before, first.planned) ? 'no-op' : 'update';
      const { planned: after, private: privateState, identity } = first;
      return { ...common, action, after, replacedBy, private: privateState, identity };
    }
    // The replacement is planned once more, as a create.
    const second = await planOnce(null, first.private);
    if (second === undefined) return undefined;
    const { planned: after, private: privateState, identity } = second;
    return { ...common, action: 'replace', after, replacedBy, private: privateState, identity };
  }

  async #planDelete(address: string, { type, attributes, private: privateState }: Instance) {
    const request = { prior: attributes, proposed: null, config: null, private: privateState };
    const reply = await this.#providerOf(address).plan(type, request);
    if (!this.#note(address, reply.diagnostics)) return undefined;
    if (reply.state !== null)
      throw new ProviderBug('Provider produced invalid plan', address, ['an object after destroy']);
    const change: PlannedChange = {
      address,
      action: 'delete',
      before: attributes,
      after: null,
      replacedBy: [],
      isImport: false,
      private: reply.private,
    };
    return change;
  }

  /** Answers whether the object is gone. */
  async #delete(address: string, instance: Instance, privateState: Uint8Array): Promise<boolean> {
    const { type, attributes: prior } = instance;
    const request = { prior, planned: null, config: null, private: privateState };
    const reply = await this.#providerOf(address).apply(type, request);
    if (!this.#note(address, reply.diagnostics)) return false;
    if (reply.state !== null)
      throw new ProviderBug('Provider returned invalid result object after apply', address, ['not null']);
    return true;
  }

  /** Plans once more with what is known by now, and carries it out. */
  async #applyBlock(
    change: PlannedChange,
    block: Block,
    state: Map<string, Instance>,
  ): Promise<'done' | 'not planned' | 'failed'> {
    const { address, type, dependencies } = block;
    const attributes = this.#attributes(type);
    const stored = state.get(address);
    const final = await this.#planBlock(block, stored, false);
    if (final === undefined) return 'not planned';
    const planned = final.after ?? {};
    const inconsistent = faultsOfResult({ kind: 'object', attributes }, change.after, planned);
    if (inconsistent.length > 0) throw new InconsistentFinalPlan(address, inconsistent);
    const expected = change.action === 'replace' ? 'create' : change.action;
    if (final.action === 'no-op') return 'done';
    if (final.action !== expected)
      throw new InconsistentFinalPlan(address, [`${expected} became ${final.action}`]);
    const config = this.#coerce(type, evaluate(block.body, this.#lookup), address);
    const prior = stored?.attributes ?? null;
    const { private: privateState, identity } = final;
    const reply = await this.#providerOf(address).apply(type, {
      prior,
      planned,
      config,
      private: privateState,
      identity,
    });
    const isDone = this.#note(address, reply.diagnostics);
    if (reply.state === null) {
      if (isDone)
        throw new ProviderBug('Provider returned invalid result object after apply', address, ['null']);
      return 'failed';
    }
    this.#checkState('Provider returned invalid result object after apply', address, type, reply.state);
    this.#checkIdentity(address, reply.identity);
    state.set(address, {
      type,
      version: schemaOf(this.#schemas, type).version,
      attributes: reply.state,
      private: reply.private,
      identity: reply.identity,
      isTainted: !isDone && prior === null,
      dependencies,
      alias: block.alias,
    });
    this.#values.set(address, reply.state);
    const faults = isDone ? faultsOfResult({ kind: 'object', attributes }, planned, reply.state) : [];
    if (faults.length > 0)
      throw new ProviderBug('Provider produced inconsistent result after apply', address, faults);
    return isDone ? 'done' : 'failed';
  }

  #checkState(headline: string, address: string, type: string, state: ObjectValue): void {
    const faults = faultsOfState(this.#attributes(type), state);
    if (faults.length > 0) throw new ProviderBug(headline, address, faults);
  }

  #checkIdentity(address: string, identity: ObjectValue | undefined): void {
    if (!isWhollyKnown(identity ?? null))
      throw new ProviderBug('Provider produced invalid identity', address, ['an unknown value']);
  }

  #importTarget(address: string, { id, identity }: Omit<Import, 'to'>): string | ObjectValue {
    if (identity === undefined) return evaluate(id, this.#lookup) as string;
    const [type = ''] = address.split('.');
    const attributes = schemaOf(this.#schemas, type).identity ?? {};
    return coerceObject(attributes, evaluate(identity, this.#lookup) as typeof identity, address);
  }

  #providerOf(address: string): Provider {
    const provider = this.#providers.get(this.#aliases.get(address) ?? '');
    if (provider === undefined) throw new Error(`${address}: Provider configuration not present`);
    return provider;
  }

  #attributes(type: string): Attributes {
    return schemaOf(this.#schemas, type).attributes;
  }

  #coerce(type: string, raw: unknown, address: string): ObjectValue {
    return coerceObject(this.#attributes(type), raw as Readonly<Record<string, unknown>>, address);
  }

  /** Keeps what was said of an address. False when it failed. */
  #note(address: string, diagnostics: readonly Diagnostic[]): boolean {
    this.diagnostics.push(...at(address, diagnostics));
    return !hasErrors(diagnostics);
  }
}

function at(address: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((each) => ({ ...each, address }));
}

/** What has to be deleted before an object: all that depends on it. */
function dependentsOf(state: State): (change: PlannedChange) => readonly string[] {
  const dependents = new Map<string, string[]>();
  for (const [address, { dependencies }] of state)
    for (const each of dependencies) dependents.set(each, [...(dependents.get(each) ?? []), address]);
  return ({ address }) => dependents.get(address) ?? [];
}

function inOrder<T>(keys: readonly string[], entries: ReadonlyMap<string, T>): Map<string, T> {
  const found = new Map<string, T>();
  for (const key of keys) {
    const entry = entries.get(key);
    if (entry !== undefined) found.set(key, entry);
  }
  return found;
}

/** Terraform ignores a replacement for the sake of an attribute that stays as it is. */
function hasChanged(path: readonly (string | number)[], before: ObjectValue, planned: ObjectValue): boolean {
  const [old, now] = [before, planned].map((each) => tryMember(each, path.map(String)));
  return !isWhollyKnown(now ?? null) || JSON.stringify(old) !== JSON.stringify(now);
}

function tryMember(value: ObjectValue, path: readonly string[]): Value | undefined {
  try {
    return memberAt(value, path);
  } catch {
    return undefined;
  }
}

function withDependencies(blocks: readonly Block[], target: string | undefined): readonly Block[] {
  if (target === undefined) return blocks;
  const targets = new Set([target]);
  for (const { address, dependencies } of [...blocks].reverse())
    if (targets.has(address)) for (const each of dependencies) targets.add(each);
  return blocks.filter(({ address }) => targets.has(address));
}

function deletionOf(address: string): string {
  return `${address} (deletion)`;
}

/** Where the state has an object whose replacement was created first. */
function deposedOf(address: string): string {
  return `${address} (deposed)`;
}

/** What depends on an object goes before it. */
function dependentsFirst(changes: readonly PlannedChange[], state: State): PlannedChange[] {
  const depth = (address: string): number =>
    1 + Math.max(0, ...(state.get(address)?.dependencies ?? []).map(depth));
  return [...changes].sort((a, b) => depth(b.address) - depth(a.address));
}
