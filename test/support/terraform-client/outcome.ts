import { InconsistentFinalPlan } from './checks';
import { CommandFailed, type TerraformClient } from './client';

/** How one apply ended. */
export type Outcome = 'applied' | 'nothing to do' | 'failed' | 'the plan was outdated' | 'the plugin died';

/** Plans and applies once, for tests that disturb it at any call: no way of ending is an error but a replacement. */
export async function applyOnce(terraform: TerraformClient): Promise<Outcome> {
  try {
    const plan = await terraform.plan();
    const replaced = plan.changes.find(({ action }) => action === 'replace');
    if (replaced !== undefined) throw new Error(`${replaced.address} would be replaced`);
    await terraform.apply(plan);
    return plan.changes.every(({ action }) => action === 'no-op') ? 'nothing to do' : 'applied';
  } catch (error) {
    if (error instanceof CommandFailed) return 'failed';
    if (error instanceof InconsistentFinalPlan) return 'the plan was outdated';
    if (isConnectionLost(error)) return 'the plugin died';
    throw error;
  }
}

/** gRPC's codes of a call whose connection is gone: unavailable and cancelled. */
function isConnectionLost(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && (error.code === 14 || error.code === 1)
  );
}
