import { setMaxListeners } from 'node:events';
import { DiagnosticError, errorAt } from '../../schema';
import type { Contract, Diagnostic, Effect, Listing, ObjectValue } from '../../schema';
import type { Action } from '../../resources/action';
import type { List } from '../../resources/lists';
import type { DataSource } from '../../data-sources/data-source';
import type { HandlerContext, Resource } from '../../resources/handler';
import { defaultSettings, type Settings } from '../../resources/settings';
import type { Configured, ProviderDefinition } from './provider';
import type { ReadContext } from '../engine';
import { explainAny } from '../explain';
import { Log } from '../log/log';
import { PrivateBytes } from './private-state';
import { ProcessReport } from './process-report';
import { StateCheck } from './state-check';

/** The state that the RPCs of one process share: the provider, its configured service, and the stop signal. */
export class Session<S> {
  readonly provider: ProviderDefinition<S>;
  readonly log: Log;
  readonly #stop = new AbortController();
  #configured: Configured<S> | undefined;
  #settings: Settings | undefined;
  /** Whether an object was read: a process that does this plans or refreshes, and applies nothing. */
  hasRead = false;
  #report: ProcessReport;
  #stateCheck = new StateCheck();
  readonly #effects = new Map<string, readonly Effect[]>();
  #imported = new Set<string>();

  constructor(provider: ProviderDefinition<S>) {
    this.provider = provider;
    this.log = provider.log ?? new Log([], {});
    this.recordConfiguration({});
    // Each operation that waits listens, and Terraform may run any number at once.
    setMaxListeners(0, this.#stop.signal);
    this.#report = this.#startReport();
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  resource(typeName: string): Resource<S> {
    return findType('resource', typeName, this.provider.resources);
  }

  dataSource(typeName: string): DataSource<S> {
    return findType('data source', typeName, this.provider.dataSources);
  }

  list(typeName: string): List<S> {
    return findType('list resource', typeName, this.provider.lists);
  }

  action(typeName: string): Action<S> {
    return findType('action', typeName, this.provider.actions);
  }

  /** Records the validated configuration. Terraform validates that of a provider before those of its resources, unless it is empty. */
  recordConfiguration(config: ObjectValue): void {
    this.#settings = this.provider.settingsOf?.(config);
  }

  /** The settings of the configuration that was validated; undefined while they are unknown. */
  get settings(): Settings | undefined {
    return this.#settings;
  }

  configure(configured: Configured<S>): void {
    this.#configured = configured;
    this.#imported = new Set();
    this.#stateCheck = new StateCheck();
    this.#report = this.#startReport();
  }

  /** Runs an operation; the last one of the process reports what all of them have waited and found. */
  track<T>(operation: () => Promise<T>) {
    return this.#report.track(operation);
  }

  get isReady(): boolean {
    return this.#configured?.isReady === true;
  }

  get api(): string | undefined {
    return this.#configured?.isReady === true ? this.#configured.api : undefined;
  }

  get stateCheck(): StateCheck {
    return this.#stateCheck;
  }

  context(privateBytes: Uint8Array) {
    const warnings: Diagnostic[] = [];
    const privateState = new PrivateBytes(privateBytes);
    const context: HandlerContext<S> = {
      ...this.readContext(),
      warn: (diagnostic: Diagnostic) => void warnings.push(diagnostic),
      progress: (text: string) => this.log.write('info', text),
      privateState,
    };
    return { context, warnings, privateState };
  }

  /** The context in which lists read and actions act: nothing is planned, and no state is kept. */
  readContext(): ReadContext<S> {
    const { service, settings = defaultSettings } = this.#ready();
    return { service, settings, signal: this.signal };
  }

  /** Refuses a second import of an object in one plan: the removal of either resource would delete it. */
  refuseSecondImport(object: string): void {
    if (this.#imported.has(object))
      throw new DiagnosticError([
        errorAt(
          [],
          'Object imported twice',
          `Two \`import\` blocks of this configuration import ${object}, and an object belongs to one resource: the removal of either ` +
            'would delete it. Remove one of them.',
        ),
      ]);
    this.#imported.add(object);
  }

  /** Records the effects of a planned listing: Terraform plans each change once more in the process that applies it. */
  recordListing({ text, effects }: Listing): void {
    if (text !== null) this.#effects.set(text, effects);
  }

  effectsOf(text: string): readonly Effect[] {
    return this.#effects.get(text) ?? [];
  }

  explain(error: unknown): readonly Diagnostic[] {
    return explainAny(error, 'provider', (thrown) => this.provider.explain?.(thrown));
  }

  /** Cancels all current and later calls. */
  stop(): void {
    this.#stop.abort(new Error('Terraform asked the provider to stop'));
  }

  async close(): Promise<void> {
    if (this.#configured?.isReady === true) await this.provider.close?.(this.#configured.service);
  }

  #startReport(): ProcessReport {
    const describe = () => {
      if (this.#configured?.isReady !== true) return [];
      const waits = this.provider.describeWaits?.(this.#configured.service);
      return [...this.#stateCheck.describe(this.api), ...(waits === undefined ? [] : [waits])];
    };
    return new ProcessReport(describe, this.signal);
  }

  #ready(): Extract<Configured<S>, { isReady: true }> {
    if (this.#configured === undefined)
      throw new DiagnosticError([
        errorAt([], 'Provider not configured', 'Terraform did not configure the provider.'),
      ]);
    if (!this.#configured.isReady) throw new DiagnosticError(this.#configured.unavailable);
    return this.#configured;
  }
}

function findType<T extends { readonly contract: Contract }>(
  kind: string,
  typeName: string,
  types: readonly T[] = [],
): T {
  const found = types.find(({ contract }) => contract.typeName === typeName);
  if (found !== undefined) return found;
  const known = types.map(({ contract }) => contract.typeName).join(', ');
  throw new DiagnosticError([
    errorAt([], `Unknown ${kind} type`, `The provider has no ${kind} ${typeName}. It has: ${known}.`),
  ]);
}
