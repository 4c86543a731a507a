import { join } from 'node:path';
import { configurationAttributes } from '../../lib/drivers/configuration';
import { makeCertificate } from '../../lib/drivers/plugin/certificate';
import type { DiagnosticMessage, DynamicValue } from '../../lib/drivers/plugin/wire/shapes';
import { decodeObject, encodeObject } from '../../lib/drivers/plugin/wire/value';
import { equalObjects, type Contract, type ObjectValue } from '../../lib/schema';
import { startPlugin, type Connection } from '../acceptance/plugin/caller';

const bundle = join(__dirname, '../../dist/plugin/terraform-provider-edge.js');
const provider = '/tfplugin6.Provider';

/** The built plugin in a process of its own, configured as Terraform does it. */
export interface RunningPlugin {
  readonly connection: Connection;
  /** SIGKILL; settles when the process is gone. */
  kill(): Promise<void>;
}

export async function runPlugin(env: Readonly<Record<string, string>>): Promise<RunningPlugin> {
  const certificate = makeCertificate(new Date());
  const plugin = await startPlugin(bundle, certificate, env);
  const connection = plugin.connect(certificate);
  const config = encodeObject(configurationAttributes, {});
  const { diagnostics = [] } = await connection.call(
    `${provider}/ConfigureProvider`,
    ['ConfigureProviderRequest', { config, terraformVersion: '1.11.0' }],
    'DiagnosticsResponse',
  );
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  return {
    connection,
    kill: async () => {
      plugin.kill('SIGKILL');
      await plugin.ended;
      connection.close();
    },
  };
}

/** How one apply ended. */
export type Outcome = 'applied' | 'nothing to do' | 'failed' | 'the plugin died';

/**
 * One resource's state, and `terraform apply` for it as far as the plugin sees it: refresh, plan, apply. What Terraform
 * keeps when a call fails is what it keeps here. It is there because a start of the real one takes seconds.
 */
export class OneResource {
  readonly #contract: Contract;
  #state: ObjectValue | null;
  #private: Uint8Array = new Uint8Array();
  #wasRefreshed = false;

  constructor(contract: Contract, state: ObjectValue | null = null) {
    this.#contract = contract;
    this.#state = state;
  }

  /** What Terraform would have in its state. */
  get state(): ObjectValue | null {
    return this.#state;
  }

  /** Whether the last refresh found something else than the state had. */
  get wasRefreshed(): boolean {
    return this.#wasRefreshed;
  }

  async apply(plugin: RunningPlugin, config: ObjectValue): Promise<Outcome> {
    try {
      const { connection } = plugin;
      if (!(await this.#refresh(connection))) return 'failed';
      return await this.#planAndApply(connection, config);
    } catch (error) {
      if (isUnavailable(error)) return 'the plugin died';
      throw error;
    }
  }

  async #refresh(connection: Connection): Promise<boolean> {
    if (this.#state === null) return true;
    const request = {
      typeName: this.#typeName,
      currentState: this.#encode(this.#state),
      private: this.#private,
    };
    const read = await connection.call(
      `${provider}/ReadResource`,
      ['ReadResourceRequest', request],
      'ReadResourceResponse',
    );
    if (hasErrors(read.diagnostics)) return false;
    const found = this.#decode(read.newState);
    this.#wasRefreshed = found === null || !equalObjects(this.#contract.attributes, found, this.#state);
    this.#state = found;
    this.#private = read.private ?? new Uint8Array();
    return true;
  }

  async #planAndApply(connection: Connection, config: ObjectValue): Promise<Outcome> {
    const before = this.#state;
    const common = {
      typeName: this.#typeName,
      priorState: this.#encode(before),
      config: this.#encode(config),
    };
    const plan = await connection.call(
      `${provider}/PlanResourceChange`,
      [
        'PlanResourceChangeRequest',
        { ...common, proposedNewState: common.config, priorPrivate: this.#private },
      ],
      'PlanResourceChangeResponse',
    );
    if (hasErrors(plan.diagnostics)) return 'failed';
    if ((plan.requiresReplace ?? []).length > 0 && before !== null) throw new Error('it would be replaced');
    const planned = this.#decode(plan.plannedState);
    if (before !== null && planned !== null && equalObjects(this.#contract.attributes, planned, before))
      return 'nothing to do';
    const done = await connection.call(
      `${provider}/ApplyResourceChange`,
      [
        'ApplyResourceChangeRequest',
        {
          ...common,
          plannedState: plan.plannedState ?? this.#encode(null),
          plannedPrivate: plan.plannedPrivate ?? new Uint8Array(),
        },
      ],
      'ApplyResourceChangeResponse',
    );
    const made = this.#decode(done.newState);
    const failed = hasErrors(done.diagnostics);
    if (failed && before === null && made !== null)
      throw new Error('it would be tainted, so that the next apply deletes it first');
    if (!failed || made !== null) {
      this.#state = made;
      this.#private = done.private ?? new Uint8Array();
    }
    return failed ? 'failed' : 'applied';
  }

  get #typeName(): string {
    return this.#contract.typeName;
  }

  #encode(value: ObjectValue | null): DynamicValue {
    return encodeObject(this.#contract.attributes, value);
  }

  #decode(value: DynamicValue | undefined): ObjectValue | null {
    return decodeObject(this.#contract.attributes, value);
  }
}

function hasErrors(diagnostics: readonly DiagnosticMessage[] = []): boolean {
  return diagnostics.some(({ severity }) => severity === 1);
}

/** gRPC's code for a connection that broke. */
function isUnavailable(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && (error.code === 14 || error.code === 1)
  );
}
