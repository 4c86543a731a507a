import { listOf } from '../../support/edge-stack';
import { Deployment, type DeploymentOptions } from './deployment';
import { findDamage, findLostProtection, takeInventory } from './inventory';
import { RowBuilder, type Row } from './rows';

export interface Kill {
  readonly operation: 'create' | 'update' | 'destroy';
  /**
   * What the state file has of the killed apply: all operations that ended, as when the plugin is killed; or nothing, as when
   * Terraform is killed too before it writes the file for the first time.
   */
  readonly saved: 'what ended' | 'nothing';
}

/** How many calls the apply makes when it is left alone. */
export async function countCalls(kill: Kill, options: DeploymentOptions): Promise<number> {
  const { deployment, plan } = await prepare(kill, options);
  try {
    await deployment.emulator.control('DELETE', '/calls');
    await deployment.terraform.apply(plan);
    const { body } = await deployment.emulator.control('GET', '/calls');
    return listOf(body).length;
  } finally {
    await deployment.close();
  }
}

/** What becomes of the applies that are killed at these calls, each in a world of its own. */
export async function runWithKills(
  name: string,
  kill: Kill,
  calls: readonly number[],
  options: DeploymentOptions,
): Promise<Row> {
  const row = new RowBuilder(name);
  for (const call of calls) await runOne(call, kill, row, options);
  return row.build();
}

async function runOne(call: number, kill: Kill, row: RowBuilder, options: DeploymentOptions): Promise<void> {
  const { deployment, plan } = await prepare(kill, options);
  const { terraform, emulator, before } = deployment;
  const isDestroy = kill.operation === 'destroy';
  const when = `killed at call ${call}`;
  try {
    const prior = deployment.saveState();
    await deployment.killAt(call, plan);
    if (kill.saved === 'nothing') deployment.restoreState(prior);
    const left = await takeInventory(emulator);
    if (!isDestroy) row.report('lost', `${when}, before the next apply`, findLostProtection(before, left));
    const { orphans } = findDamage(before, left, terraform.state);
    const converged = await deployment.converge({ destroy: isDestroy });
    row.report('orphans', when, findUnnamed(orphans, converged.imported));
    const damage = findDamage(before, await takeInventory(emulator), terraform.state);
    row.add(when, { ...converged, applies: converged.applies + 1 }, damage);
  } finally {
    await deployment.close();
  }
}

/** Orphans that no error has named. A ruleset is named by its zone, and one without rules is found again without the user. */
function findUnnamed(orphans: readonly string[], importIds: readonly string[]): string[] {
  const named = importIds.map((id) => id.replace(/^accounts\//, ''));
  return orphans
    .filter((orphan) => !orphan.startsWith('fields ') && !named.some((id) => orphan.endsWith(` ${id}`)))
    .map((orphan) => `no error names ${orphan}`);
}

async function prepare({ operation }: Kill, options: DeploymentOptions) {
  const deployment = await Deployment.start(options);
  if (operation !== 'create') await deployment.converge();
  if (operation === 'update') deployment.version = 'second';
  return { deployment, plan: await deployment.terraform.plan({ destroy: operation === 'destroy' }) };
}
