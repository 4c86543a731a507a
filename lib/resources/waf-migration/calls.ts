import { promises as timers } from 'node:timers';
import {
  managedPhase,
  type ApiError,
  type MigrationMode,
  type MigrationStatus,
  type Rule,
  type Ruleset,
} from '../../client';
import { toRuleInput } from '../../client/rulesets';
import { DiagnosticError, errorAt, type Diagnostic } from '../../schema';
import { judgeConfiguration, judgeProtection } from '../../waf';
import { readBack } from '../read-back';
import { replaceWithUnknown, sendWithUnknown } from '../unknown-members';
import { deleteOnce, writeOnce, type Write } from '../write-once';
import { deployedOtherwise, stillInProgress } from './describe';
import { replacementsOf, sameDeployment, toNamelessInput } from './entry-point';
import { nameZone } from './findings/kind';
import { migrationMemory } from './memory';
import { asReceived, readEntryPoint, readStatus, type Observation } from './observe';
import { judgeStatus, stageOf } from './stage';
import type { Context } from '../handler';

/** The calls that change a zone, each with the way to find out whether it was applied if its reply is lost. */

export function deleteOverride(zoneId: string, id: string, { service, signal }: Context): Promise<void> {
  return deleteOnce(
    () => service.waf.deleteOverride(zoneId, id, { signal }),
    () => service.waf.getOverride(zoneId, id, { signal }),
  );
}

/** Operation 9. Returns the rules as deployed; undefined where the reply is lost, and the zone is migrated. */
export function deploy(
  mode: MigrationMode,
  rules: readonly Rule[],
  seen: Observation,
  context: Context,
): Promise<Ruleset | undefined> {
  const { zoneId, entryPoint, previous } = seen;
  const { service, signal } = context;
  const name = entryPoint?.name ?? previous?.equivalent?.name ?? 'default';
  // The body of the validation call omits ids, versions and refs (specification 4.2, rule 7).
  const toSent = mode === 'validation' ? toNamelessInput : toRuleInput;
  const replacements = replacementsOf(rules, [entryPoint, previous?.equivalent], toSent);
  const states = mode === 'validation' ? ['validation', 'complete'] : ['complete'];
  return replyOf({
    write: () =>
      sendWithUnknown('rule', replacements, service, (sent) =>
        service.wafMigration.deploy(zoneId, mode, { name, rules: sent }, { signal }),
      ),
    explain: (error) => [describeRefusal(mode, error, seen)],
    readBack: () => readStatus(zoneId, context),
    isDone: ({ migration_state: state }: MigrationStatus) => states.includes(state),
  });
}

/** Updates the rules of the entry point without a migration. Undefined where the reply is lost, and the rules are written. */
export function redeploy(
  rules: readonly Rule[],
  { zoneId, entryPoint }: Observation,
  context: Context,
): Promise<Ruleset | undefined> {
  const { service, signal } = context;
  const replacement = {
    sent: {},
    stored: entryPoint && asReceived(entryPoint),
    rules: replacementsOf(rules, [entryPoint], toRuleInput),
  };
  return replyOf({
    write: () =>
      replaceWithUnknown(replacement, service, (body) =>
        service.rulesets.replaceEntryPoint(zoneId, managedPhase, body, { signal }),
      ),
    readBack: () => readEntryPoint(zoneId, context),
    isDone: (stored: Ruleset) => sameDeployment(stored.rules, rules),
  });
}

async function replyOf<T, Found>(sending: Write<T, Found>): Promise<T | undefined> {
  let reply: T | undefined;
  await writeOnce({ ...sending, write: async () => (reply = await sending.write()) });
  return reply;
}

/** Reads until the rules show what was sent, or a version that is not older, and judges them. `known`: the last answer that cannot lag behind. */
export async function readDeployed(
  rules: readonly Rule[],
  known: Ruleset | undefined,
  seen: Observation,
  context: Context,
): Promise<Ruleset | undefined> {
  const faultsOf = (found: Ruleset | undefined) =>
    judgeConfiguration(found?.rules ?? [], rules).filter(({ severity }) => severity === 'error');
  const actual = await readBack(
    () => readEntryPoint(seen.zoneId, context),
    (found) => faultsOf(found).length === 0 || versionOf(found) >= versionOf(known),
    context,
  );
  const faults = faultsOf(actual);
  if (faults.length === 0) return actual;
  const isProtected = judgeProtection(actual?.rules ?? []).isProtected || !judgeProtection(rules).isProtected;
  const diagnostic = deployedOtherwise(faults, isProtected, seen);
  if (!isProtected) throw new DiagnosticError([diagnostic]);
  context.warn(diagnostic);
  return actual;
}

/** Polls the status until the cutover is complete or the timeout expires. */
export async function awaitCutover(
  seen: Observation,
  seconds: number,
  context: Context,
): Promise<MigrationStatus> {
  const { zoneId } = seen;
  const { signal } = context;
  const begin = Date.now();
  for (let pause = shortestPause; ; pause = Math.min(pause * 2, longestPause)) {
    const status = await readStatus(zoneId, context);
    if (
      judgeStatus({ status }, migrationMemory.recall(context)) !== undefined ||
      stageOf(status, {}) === 'complete'
    )
      return status;
    const passed = (Date.now() - begin) / 1000;
    if (passed >= seconds) {
      // Not an error: it would taint the resource, although the only remaining step is to wait.
      context.warn(stillInProgress(seconds, seen));
      return status;
    }
    const { old_waf_status: previous, new_waf_status: successor } = status;
    context.progress(
      `Zone ${zoneId}: previous managed rules ${previous}, new ones ${successor}, after ${Math.round(passed)} s`,
    );
    // Ends early when Terraform is interrupted; the next call then fails with the reason.
    const ms = Math.min(pause, (seconds - passed) * 1000 + 1);
    await timers.setTimeout(ms, undefined, { signal }).catch(() => undefined);
  }
}

const shortestPause = 200;
export const longestPause = 5_000;

/** NaN where it is not known. */
function versionOf(ruleset: Ruleset | undefined): number {
  return Number.parseInt(ruleset?.version ?? '', 10);
}

function describeRefusal(mode: MigrationMode, { message }: ApiError, seen: Observation): Diagnostic {
  const isForbidden = mode === 'validation' && /enterprise/i.test(message);
  const [at, summary] = isForbidden
    ? ['target', 'validation mode requires an Enterprise zone']
    : ['zone_id', 'migration refused by the API'];
  return errorAt([at], `${nameZone(seen)}: ${summary}`, message);
}
