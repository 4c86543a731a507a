import { compareKeys } from '../../../lib/ground/compare';
import type { ObjectValue, Value } from '../../../lib/schema';
import { readConfiguration, type Configuration } from './configuration';
import { noPrivateState, type Instance, type Plan, type PlanOptions, type SavedPlan } from './plan';
import { hasErrors, type Diagnostic, type MoveRequest, type Provider } from './provider';
import { Run } from './run';

export class CommandFailed extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(command: string, diagnostics: readonly Diagnostic[]) {
    const lines = diagnostics.map((each) => `${each.severity}: ${each.summary}: ${each.detail}`);
    super(`${command} failed\n${lines.join('\n')}`);
    this.name = 'CommandFailed';
    this.diagnostics = diagnostics;
  }
}

export interface ClientOptions {
  /** The provider of a configuration, by alias, asked for at the start of each command: each has a process of its own. */
  readonly provider: (alias: string) => Promise<Provider>;
  /** The configuration in Terraform's JSON syntax, read anew for each command. */
  readonly configuration: () => unknown;
  /** What the environment gives the provider: attributes that its block leaves out. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /**
   * How many resources are read, planned or applied at once; Terraform's default is 10.
   * @default - 1, so that calls come in the same order in every run
   */
  readonly parallelism?: number;
}

/**
 * Terraform's core as a provider sees it: the same calls in the same order with the same checks of the replies, without
 * a process a command. It plans and applies whole configurations.
 */
export class TerraformClient {
  variables: Readonly<Record<string, Value>> = {};
  /** What the state file would hold. A test may put older or other objects into it. */
  readonly state = new Map<string, Instance>();
  /** The provider of a configuration, asked for at the start of each command. */
  provider: ClientOptions['provider'];
  #outputs: Readonly<Record<string, Value>> = {};
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.provider = options.provider;
  }

  /** `terraform validate`: everything that is wrong with the configuration. */
  async validate(): Promise<readonly Diagnostic[]> {
    const configuration = this.#configuration();
    return (await this.#run(configuration)).validate(configuration);
  }

  async plan(options: PlanOptions = {}): Promise<Plan> {
    const { plan, diagnostics } = await this.#tryPlan(options);
    if (plan === undefined) throw new CommandFailed('plan', diagnostics);
    return plan;
  }

  async failedPlan(options: PlanOptions = {}): Promise<readonly Diagnostic[]> {
    const { plan, diagnostics } = await this.#tryPlan(options);
    if (plan !== undefined) throw new Error('the plan did not fail');
    return diagnostics.filter(({ severity }) => severity === 'error');
  }

  /** `terraform apply`, of a plan made before or of one made now; answers all diagnostics. */
  async apply(what: Plan | PlanOptions = {}): Promise<readonly Diagnostic[]> {
    const diagnostics = await this.#tryApply(what);
    if (hasErrors(diagnostics)) throw new CommandFailed('apply', diagnostics);
    return diagnostics;
  }

  async failedApply(what: Plan | PlanOptions = {}): Promise<readonly Diagnostic[]> {
    const diagnostics = await this.#tryApply(what);
    if (!hasErrors(diagnostics)) throw new Error('the apply did not fail');
    return diagnostics;
  }

  destroy(): Promise<readonly Diagnostic[]> {
    return this.apply({ destroy: true });
  }

  async expectNoChanges(): Promise<void> {
    const { isEmpty, changes } = await this.plan();
    if (!isEmpty) throw new Error(`the plan is not empty: ${JSON.stringify(changes, undefined, 2)}`);
  }

  /** `terraform import`, which takes an import id, and an `import` block, which takes an identity too; answers the errors. */
  async tryImport(address: string, target: string | ObjectValue): Promise<readonly Diagnostic[]> {
    const configuration = this.#configuration();
    const { run, failure } = await this.#begin(configuration);
    if (failure !== undefined) return failure;
    const imported = await run.import(address, target);
    if (imported !== undefined) this.state.set(address, imported);
    this.#outputs = run.outputs(configuration, this.state);
    return run.diagnostics;
  }

  async import(address: string, target: string | ObjectValue): Promise<void> {
    const diagnostics = await this.tryImport(address, target);
    if (hasErrors(diagnostics)) throw new CommandFailed('import', diagnostics);
  }

  /** `terraform state rm`, of everything by default. */
  forget(address?: string): void {
    if (address === undefined) this.state.clear();
    else this.state.delete(address);
    if (address === undefined) this.#outputs = {};
  }

  /** Puts an object into the state, as an earlier apply would have left it. */
  seed(address: string, attributes: ObjectValue): void {
    const [type = ''] = address.split('.');
    const instance = {
      type,
      version: 0,
      attributes,
      private: noPrivateState,
      isTainted: false,
      dependencies: [],
    };
    this.state.set(address, instance);
  }

  /** Puts an object of another provider into the state, for a `moved` block. */
  seedOther(address: string, { provider, version, stored }: Omit<MoveRequest, 'type'>): void {
    this.seed(address, stored as ObjectValue);
    const seeded = this.state.get(address);
    if (seeded !== undefined) this.state.set(address, { ...seeded, provider, version });
  }

  attributes(address: string): ObjectValue {
    const found = this.state.get(address);
    if (found === undefined) throw new Error(`the state has no ${address}`);
    return found.attributes;
  }

  /** The outputs that the last apply left; Terraform leaves out what is null. */
  outputs(): Readonly<Record<string, Value>> {
    return Object.fromEntries(Object.entries(this.#outputs).filter(([, value]) => value !== null));
  }

  async #run({ providers: configured }: Configuration): Promise<Run> {
    const providers = new Map<string, Provider>();
    for (const alias of Object.keys(configured)) providers.set(alias, await this.provider(alias));
    const [first] = providers.values();
    if (first === undefined) throw new Error('there is no provider');
    return new Run(providers, await first.schemas(), this.variables, this.#options.parallelism);
  }

  #configuration(): Configuration {
    return readConfiguration(this.#options.configuration());
  }

  async #tryPlan(options: PlanOptions): Promise<{ plan?: SavedPlan; diagnostics: readonly Diagnostic[] }> {
    const configuration = this.#configuration();
    const { run, failure } = await this.#begin(configuration);
    if (failure !== undefined) return { diagnostics: failure };
    const plan = await run.plan(configuration, this.state, options);
    if (plan === undefined) return { diagnostics: run.diagnostics };
    const outputs = options.destroy === true ? {} : run.outputs(configuration);
    const outputsChange = !same(outputs, this.#outputs);
    const isEmpty = plan.changes.every(({ action, isImport }) => action === 'no-op' && !isImport);
    return { plan: { ...plan, isEmpty: isEmpty && !outputsChange }, diagnostics: plan.diagnostics };
  }

  async #tryApply(what: Plan | PlanOptions): Promise<readonly Diagnostic[]> {
    let planned: readonly Diagnostic[] = [];
    let plan: SavedPlan | undefined;
    if ('changes' in what) plan = what as SavedPlan;
    else ({ plan, diagnostics: planned } = await this.#tryPlan(what));
    if (plan === undefined) return planned;
    const { configuration } = plan;
    const { run, failure } = await this.#begin(configuration);
    if (failure !== undefined) return [...planned, ...failure];
    try {
      await run.apply(plan, this.state);
    } finally {
      const isGone = this.state.size === 0 && plan.changes.every(({ action }) => action === 'delete');
      this.#outputs = isGone ? {} : run.outputs(configuration);
    }
    return [...planned, ...run.diagnostics];
  }

  async #begin(
    configuration: Configuration,
  ): Promise<{ run: Run; failure: readonly Diagnostic[] | undefined }> {
    const run = await this.#run(configuration);
    const failure = await run.configure(configuration, this.state, this.#options.settings ?? {});
    return { run, failure: hasErrors(failure) ? failure : undefined };
  }
}

function same(a: object, b: object): boolean {
  const text = (value: object) => JSON.stringify(Object.entries(value).sort(compareKeys));
  return text(a) === text(b);
}
