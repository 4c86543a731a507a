import { pick, start, type Running as Emulator } from '../../emulator/support';
import { listOf } from '../../support/edge-stack';
import { CommandFailed, TerraformClient } from '../../support/terraform-client/client';
import type { Instance, Plan, PlanOptions } from '../../support/terraform-client/plan';
import type { Diagnostic, Provider } from '../../support/terraform-client/provider';
import { takeInventory, type Inventory } from './inventory';
import { makeConfiguration, makeFixture, zonesOf60Objects, type Version } from './objects';

/** How many applies a deployment may need before it counts as one that never ends. */
const mostApplies = 5;

export interface Converged {
  /** Applies until a plan was empty; a plan that failed counts as one, unless all its errors led to imports. */
  readonly applies: number;
  /** The errors on the way, without those that led to imports. */
  readonly errors: readonly string[];
  /** The objects that errors named with their import IDs, and that were imported then, or untainted. */
  readonly imported: readonly string[];
}

export interface Plugin {
  readonly provider: Provider;
  kill(): Promise<void>;
}

export interface DeploymentOptions {
  readonly startPlugin: () => Promise<Plugin>;
  /** @default - as many as make 60 objects */
  readonly zones?: number;
}

/** Objects of all four kinds, a service with faults, and Terraform with ten operations at a time. */
export class Deployment {
  readonly emulator: Emulator;
  readonly terraform: TerraformClient;
  readonly before: Inventory;
  version: Version = 'first';
  #plugin: Plugin | undefined;

  private constructor(
    emulator: Emulator,
    before: Inventory,
    { startPlugin, zones }: Required<DeploymentOptions>,
  ) {
    this.emulator = emulator;
    this.before = before;
    this.terraform = new TerraformClient({
      provider: async () => (this.#plugin ??= await startPlugin()).provider,
      configuration: () => makeConfiguration(zones, this.version),
      settings: { base_url: emulator.url, api_token: emulator.token },
      parallelism: 10,
    });
  }

  static async start({ startPlugin, zones = zonesOf60Objects }: DeploymentOptions): Promise<Deployment> {
    const emulator = await start({ fixture: makeFixture(zones), wafCutoverMs: 1 });
    return new Deployment(emulator, await takeInventory(emulator), { startPlugin, zones });
  }

  async inject(...faults: readonly object[]): Promise<void> {
    for (const fault of faults) {
      const { status, text } = await this.emulator.control('POST', '/faults', fault);
      if (status !== 200) throw new Error(`the emulator refuses a fault: ${text}`);
    }
  }

  async heal(): Promise<void> {
    await this.emulator.control('DELETE', '/faults');
  }

  /** Applies until the plan is empty. Imports what errors say to import. */
  async converge(options: PlanOptions = {}): Promise<Converged> {
    const errors: Diagnostic[] = [];
    const imported: string[] = [];
    const attempt = async <T>(command: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await command();
      } catch (error) {
        if (!(error instanceof CommandFailed)) throw error;
        for (const each of error.diagnostics.filter(({ severity }) => severity === 'error')) {
          const id = await this.#import(each);
          if (id === undefined) errors.push(each);
          else imported.push(id);
        }
        return undefined;
      }
    };
    let applies = 0;
    for (let commands = 0; applies <= mostApplies && commands <= 2 * mostApplies; commands += 1) {
      const faults = errors.length;
      const plan = await attempt(() => this.terraform.plan(options));
      if (plan === undefined && errors.length === faults) continue;
      applies += 1;
      // An apply of an empty plan writes what the refresh has found to the state.
      if (plan !== undefined) await attempt(() => this.terraform.apply(plan));
      if (plan?.changes.every(({ action }) => action === 'no-op') === true)
        return { applies: applies - 1, errors: errors.map(describeError), imported };
    }
    return { applies: Infinity, errors: errors.map(describeError), imported };
  }

  /**
   * Applies a plan and kills the plugin at a call: that call and those before it are carried out, no later one is, and its reply
   * never arrives. An apply that makes fewer calls succeeds.
   */
  async killAt(call: number, plan: Plan): Promise<void> {
    await this.inject(
      { kind: 'delay', after: true, ms: 3_600_000, skip: call - 1 },
      { kind: 'hang', skip: call - 1, times: Number.MAX_SAFE_INTEGER },
    );
    const applied = this.terraform.apply(plan).then(
      () => undefined,
      (error: unknown) => error,
    );
    const isOver = applied.then(() => true);
    while (!(await Promise.race([isOver, this.#wasHit()]))) continue;
    await this.#plugin?.kill();
    this.#plugin = undefined;
    const error = await applied;
    // gRPC's codes of a call whose connection is gone: unavailable and cancelled.
    if (error !== undefined && ![14, 1].includes(Number(pick(error, 'code')))) throw error as Error;
    await this.heal();
  }

  saveState(): Map<string, Instance> {
    return new Map([...this.terraform.state].map(([address, instance]) => [address, { ...instance }]));
  }

  restoreState(saved: ReadonlyMap<string, Instance>): void {
    this.terraform.state.clear();
    for (const [address, instance] of saved) this.terraform.state.set(address, { ...instance });
  }

  async close(): Promise<void> {
    await this.#plugin?.kill();
    await this.emulator.close();
  }

  async #wasHit(): Promise<boolean> {
    const { body } = await this.emulator.control('GET', '/faults');
    return pick(listOf(body)[0], 'hits') !== 0;
  }

  /** Does what an error says about an object that exists. Returns its import ID. */
  async #import({ address = '', detail }: Diagnostic): Promise<string | undefined> {
    const id = /^ +id = "(.*)"$/m.exec(detail)?.[1];
    const instance = this.terraform.state.get(address);
    if (id !== undefined && instance?.isTainted === true) instance.isTainted = false;
    else if (id !== undefined) await this.terraform.import(address, id);
    return id;
  }
}

function describeError({ address, summary, detail }: Diagnostic): string {
  return `${address ?? 'provider'}: ${summary}: ${detail}`;
}
