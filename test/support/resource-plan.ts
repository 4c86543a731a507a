import type { Diagnostic, Plan, PlanOptions, TerraformClient } from './terraform-client';

/** What a plan would do to the only resource of a stack, and what it said. */
export interface ResourcePlan {
  /** `create`, `update`, `delete`; `no-op` when there is nothing to do. */
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly diagnostics: readonly Diagnostic[];
}

/** Plans and applies the only resource of a stack. */
export class ResourcePlans {
  readonly #terraform: TerraformClient;
  #last: Plan | undefined;

  constructor(terraform: TerraformClient) {
    this.#terraform = terraform;
  }

  /** Makes a plan that `applyPlan` carries out. */
  readonly plan = async (options?: PlanOptions): Promise<ResourcePlan> => {
    const plan = await this.#terraform.plan(options);
    this.#last = plan;
    const { action, before, after } = plan.change();
    return { action, before, after, diagnostics: plan.diagnostics };
  };

  readonly applyPlan = (): Promise<readonly Diagnostic[]> => {
    if (this.#last === undefined) throw new Error('nothing was planned');
    return this.#terraform.apply(this.#last);
  };
}
