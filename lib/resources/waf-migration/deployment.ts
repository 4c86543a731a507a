import {
  isApiError,
  managedPhase,
  mayHaveBeenApplied,
  type EdgeClient,
  type MigrationMode,
  type MigrationStatus,
  type Rule,
} from '../../client';
import { DiagnosticError } from '../../schema';
import { lookAfter } from '../doubt';
import { adjusted } from './draft';
import { rulesetsMissing, sameDeployment, toRuleInput, type Baseline } from './entry-point';
import { refused, rulesetsNotDeployed } from './messages';
import type { Adjustments } from './spoken';
import { entryPointOf, statusOf, type Caller } from './zone';

/** What is to be written, or why it can't be. */
export function deployable(rules: readonly Rule[], baseline: Baseline, spoken: Adjustments): Rule[] {
  const wanted = adjusted(rules, baseline, spoken);
  const missing = rulesetsMissing(wanted, spoken.overrides);
  if (missing.length > 0) throw new DiagnosticError([rulesetsNotDeployed(missing)]);
  return wanted;
}

/** Operation 9 can be sent twice: so after a lost reply it is. */
export async function deploy(
  zoneId: string,
  mode: MigrationMode,
  input: Parameters<EdgeClient['wafMigration']['deploy']>[2],
  caller: Caller,
): Promise<void> {
  const { service, signal } = caller;
  const send = () => service.wafMigration.deploy(zoneId, mode, input, { signal });
  const failure = await failureOf(send);
  const last = failure !== undefined && mayHaveBeenApplied(failure) ? await failureOf(send) : failure;
  // A refusal may also come from the first of two calls having been carried out.
  if (last !== undefined && !isDone(mode, await lookAfter(() => statusOf(zoneId, caller))))
    throw explained(mode, last);
}

async function failureOf(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Whether the zone shows that the call was carried out, whatever came of its reply. */
function isDone(mode: MigrationMode, status: MigrationStatus | undefined): boolean {
  const state = status?.migration_state;
  return state === 'complete' || (mode === 'validation' && state === 'validation');
}

function explained(mode: MigrationMode, error: unknown): unknown {
  if (!isApiError(error) || mayHaveBeenApplied(error)) return error;
  const isForbidden = mode === 'validation' && /enterprise/i.test(error.message);
  const diagnostic = isForbidden
    ? refused('target', 'Validation mode is for Enterprise zones', error.message)
    : refused('zone_id', 'The service refused the migration', error.message);
  return new DiagnosticError([diagnostic], { cause: error });
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
  try {
    await service.rulesets.replaceEntryPoint(zoneId, managedPhase, body, { signal });
  } catch (error) {
    if (!mayHaveBeenApplied(error)) throw error;
    const stored = await lookAfter(() => entryPointOf(zoneId, caller));
    if (stored === undefined || !sameDeployment(stored.rules, wanted)) throw error;
  }
}
