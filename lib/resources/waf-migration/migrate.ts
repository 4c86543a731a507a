import type { EdgeClient } from '../../client';
import { DiagnosticError, type Desired } from '../../schema';
import type { UriOverride } from '../../waf';
import type { ApplyContext } from '../handler';
import { deleteOnce } from '../write-once';
import { baselineFor } from './baseline';
import type { WafMigrationAttributes } from './contract';
import { deploy, deployable } from './deployment';
import { targetFromStart, targetFromValidation, type TargetEntryPoint } from './target-entry-point';
import { toNamelessInput, toRuleInput } from './entry-point';
import { migrationMemory } from './memory';
import { deletingOverride, overridesWereDeleted, planNotKnown, validationNeedsEnterprise } from './messages';
import { confirmEquivalent, runPreflight, remainingObstacles, reportOf, type Equivalent } from './preflight';
import { configuredAdjustments } from './adjustments';
import { entryPointOf, planOf, type Caller } from './zone';

type DesiredMigration = Desired<WafMigrationAttributes>;
type Applying = ApplyContext<WafMigrationAttributes, EdgeClient>;

/**
 * The steps of 4.6 up to the last call, from the start or from validation mode. All blockers are checked before anything is
 * deleted. Returns the loss report: the previous entries, then the new ones.
 */
export async function migrate(
  desired: DesiredMigration,
  stage: 'start' | 'validation',
  reported: readonly string[] | null,
  context: Applying,
): Promise<readonly string[]> {
  const { zone_id: zoneId, target } = desired;
  const preflight = await runPreflight(zoneId, context);
  const diagnostics = remainingObstacles(zoneId, preflight, desired.delete_uri_overrides);
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
  const targetOf = await targets(desired, stage, context);
  const next = targetOf(preflight.equivalent);
  deployable(next.rules, next.baseline, configuredAdjustments(desired));
  const losses = reportOf(reported, preflight.losses, next);
  const { overrides } = preflight.waf;
  if (overrides.length === 0) {
    await write(next, desired, context);
    return losses;
  }
  if (target === 'validation') await requireEnterprise(zoneId, context);
  // A failed update keeps its state. A failed create has no state worth keeping.
  if (reported !== null) context.keep({ loss_report: losses });
  for (const override of overrides) context.progress(deletingOverride(override));
  const begun: UriOverride[] = [];
  try {
    for (const override of overrides) {
      begun.push(override);
      await deleteOverride(zoneId, override.id, context);
    }
    await write(targetOf(await confirmEquivalent(zoneId, context)), desired, context);
  } catch (error) {
    context.warn(overridesWereDeleted(begun));
    throw error;
  }
  return losses;
}

async function targets(
  desired: DesiredMigration,
  stage: 'start' | 'validation',
  context: Applying,
): Promise<(equivalent: Equivalent) => TargetEntryPoint> {
  const configured = configuredAdjustments(desired);
  const entryPoint = await entryPointOf(desired.zone_id, context);
  const existing = entryPoint?.rules ?? [];
  return (equivalent) => {
    if (stage === 'start') return targetFromStart(equivalent, existing, configured);
    const baseline = baselineFor(existing, configured, equivalent.rules, context);
    const name = entryPoint?.name ?? equivalent.name;
    return targetFromValidation({ ...equivalent, name }, existing, baseline, configured);
  };
}

/** The last call: deploys the new managed rules. */
async function write(next: TargetEntryPoint, desired: DesiredMigration, context: Applying): Promise<void> {
  const { zone_id: zoneId, target } = desired;
  const { name, rules, baseline } = next;
  const deployed = deployable(rules, baseline, configuredAdjustments(desired));
  const [mode, input] =
    target === 'validation'
      ? (['validation', toNamelessInput] as const)
      : (['pending', toRuleInput] as const);
  await deploy(zoneId, mode, { name, rules: deployed.map(input) }, context);
  const isHandingOver = mode === 'pending';
  // The remainder is taken at the next read, in the form of the API.
  const written = { ...baseline, remainder: undefined };
  migrationMemory.remember(context, {
    baseline: written,
    isImported: false,
    ...(isHandingOver && { isHandingOver }),
  });
}

/** Checked before overrides are deleted: the API would refuse the step afterwards. */
async function requireEnterprise(zoneId: string, context: Applying): Promise<void> {
  const plan = await planOf(zoneId, context);
  if (plan === 'enterprise') return;
  const refusal = plan === undefined ? planNotKnown(zoneId) : validationNeedsEnterprise(zoneId, plan);
  throw new DiagnosticError([refusal]);
}

function deleteOverride(zoneId: string, id: string, { service, signal }: Caller): Promise<void> {
  return deleteOnce(
    () => service.waf.deleteOverride(zoneId, id, { signal }),
    async () => (await service.waf.listOverrides(zoneId, { signal })).find((each) => each.id === id),
  );
}
