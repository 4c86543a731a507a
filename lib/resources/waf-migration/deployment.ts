import { managedPhase, type ApiError, type EdgeClient, type MigrationMode, type Rule } from '../../client';
import { DiagnosticError, type Diagnostic } from '../../schema';
import { explainRefusal } from '../explain-refusal';
import { writeOnce } from '../write-once';
import { adjusted } from './target-entry-point';
import { rulesetsMissing, sameDeployment, toRuleInput, type Baseline } from './entry-point';
import { refused, rulesetsNotDeployed } from './messages';
import type { Adjustments } from './adjustments';
import { entryPointOf, statusOf, type Caller } from './zone';

/** What is to be written, or why it can't be. */
export function deployable(rules: readonly Rule[], baseline: Baseline, configured: Adjustments): Rule[] {
  const wanted = adjusted(rules, baseline, configured);
  const missing = rulesetsMissing(wanted, configured.overrides);
  if (missing.length > 0) throw new DiagnosticError([rulesetsNotDeployed(missing)]);
  return wanted;
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
    isRepeatable: true,
  });
}

function describeRefusal(mode: MigrationMode, { message }: ApiError): Diagnostic {
  const isForbidden = mode === 'validation' && /enterprise/i.test(message);
  return isForbidden
    ? refused('target', 'Validation mode requires an Enterprise zone', message)
    : refused('zone_id', 'Migration refused by the API', message);
}

/** Brings the entry point from the rules that it has to those that are wanted, without a migration. */
export async function redeploy(
  zoneId: string,
  rules: readonly Rule[],
  wanted: readonly Rule[],
  caller: Caller,
): Promise<void> {
  const { service, signal } = caller;
  if (sameDeployment(rules, wanted)) return;
  const body = { rules: wanted.map(toRuleInput) };
  await writeOnce({
    write: () => service.rulesets.replaceEntryPoint(zoneId, managedPhase, body, { signal }),
    readBack: () => entryPointOf(zoneId, caller),
    isDone: (stored) => sameDeployment(stored.rules, wanted),
  });
}
