import { managedPhase, type ApiError, type EdgeClient, type MigrationMode, type Rule } from '../../client';
import { DiagnosticError, type Diagnostic } from '../../schema';
import { explainRefusal } from '../explain-refusal';
import { writeOnce } from '../write-once';
import { adjusted } from './target-entry-point';
import { missingRulesets, sameDeployment, toRuleInput, type Baseline } from './entry-point';
import { refused, rulesetsNotDeployed } from './messages';
import type { Adjustments } from './adjustments';
import { entryPointOf, statusOf, type Caller } from './zone';

/** The rules to write. Throws if overrides need a ruleset that is not deployed. */
export function deployable(rules: readonly Rule[], baseline: Baseline, configured: Adjustments): Rule[] {
  const desired = adjusted(rules, baseline, configured);
  const missing = missingRulesets(desired, configured.overrides);
  if (missing.length > 0) throw new DiagnosticError([rulesetsNotDeployed(missing)]);
  return desired;
}

/** Operation 9. */
export async function deploy(
  zoneId: string,
  mode: MigrationMode,
  input: Parameters<EdgeClient['wafMigration']['deploy']>[2],
  caller: Caller,
): Promise<void> {
  const { service, signal } = caller;
  const send = () => service.wafMigration.deploy(zoneId, mode, input, { signal });
  const states = mode === 'validation' ? ['validation', 'complete'] : ['complete'];
  await writeOnce({
    write: () => explainRefusal(send, (error) => [describeRefusal(mode, error)]),
    readBack: () => statusOf(zoneId, caller),
    isDone: ({ migration_state: state }) => states.includes(state),
  });
}

function describeRefusal(mode: MigrationMode, { message }: ApiError): Diagnostic {
  const isForbidden = mode === 'validation' && /enterprise/i.test(message);
  return isForbidden
    ? refused('target', 'Validation mode requires an Enterprise zone', message)
    : refused('zone_id', 'Migration refused by the API', message);
}

/** Updates the rules of the entry point without a migration; a no-op if they match. */
export async function redeploy(
  zoneId: string,
  rules: readonly Rule[],
  desired: readonly Rule[],
  caller: Caller,
): Promise<void> {
  const { service, signal } = caller;
  if (sameDeployment(rules, desired)) return;
  const body = { rules: desired.map(toRuleInput) };
  await writeOnce({
    write: () => service.rulesets.replaceEntryPoint(zoneId, managedPhase, body, { signal }),
    readBack: () => entryPointOf(zoneId, caller),
    isDone: (stored) => sameDeployment(stored.rules, desired),
  });
}
