import { pick } from '../emulator/support';
import { listOf, toldBy, type Told } from './edge-stack';
import type { TerraformDir } from './terraform';

/** What a plan would do to the only resource of a stack, and what it said. */
export interface ResourcePlan {
  /** `create`, `update`, `delete`; `no-op` when there is nothing to do. */
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly told: readonly Told[];
}

/** Plans into a file that `applyPlan` carries out. */
export async function planResource(dir: TerraformDir, args: readonly string[] = []): Promise<ResourcePlan> {
  const said = await dir.run(['plan', '-input=false', '-json', '-out=plan.bin', ...args]);
  const [change] = listOf(pick(await dir.show('plan.bin'), 'resource_changes'));
  const { before, after, actions } = pick(change, 'change') as {
    before: unknown;
    after: unknown;
    actions: string[];
  };
  return { action: actions.join(' and '), before, after, told: toldBy(said) };
}

export function applyPlan(dir: TerraformDir): Promise<readonly Told[]> {
  return apply(dir, ['plan.bin'], 0);
}

/** Plans and applies at once. */
export function applyResource(dir: TerraformDir, expectCode = 0): Promise<readonly Told[]> {
  return apply(dir, ['-auto-approve'], expectCode);
}

async function apply(dir: TerraformDir, args: readonly string[], expectCode: number) {
  return toldBy(await dir.run(['apply', '-input=false', '-json', ...args], { expectCode }));
}
