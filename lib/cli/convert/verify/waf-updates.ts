import type { EdgeClient } from '../../../client';
import { resolveConfiguration } from '../../../drivers/configuration';
import { normalizeObject } from '../../../drivers/state/final-state';
import { wafMigrationContract, type WafMigrationAttributes } from '../../../resources/waf-migration/contract';
import { decide } from '../../../resources/waf-migration/decide';
import { intentOf } from '../../../resources/waf-migration/intent';
import { migrationMemory } from '../../../resources/waf-migration/memory';
import { observe } from '../../../resources/waf-migration/observe';
import type { Desired, ObjectValue } from '../../../schema';
import { openCommandService } from '../../verbosity';
import type { PlannedChange } from '../../../terraform/plan';

/**
 * The updates of imported migrations that only write the state: an import knows no adjustments, and those of the configuration are
 * deployed already. The plan does not tell them from updates that deploy.
 *
 * @param env - the credentials and the endpoint of the provider
 */
export async function findStateOnlyUpdates(
  changes: Iterable<PlannedChange>,
  env: NodeJS.ProcessEnv,
): Promise<ReadonlySet<string>> {
  const updates = [...changes].filter(
    ({ type, action }) => type === wafMigrationContract.typeName && action === 'update',
  );
  const resolved = updates.length === 0 ? undefined : resolveConfiguration({ base_url: null }, env);
  if (resolved === undefined || 'problems' in resolved) return new Set();
  const { client, close } = await openCommandService(resolved.configuration);
  try {
    const silent = await Promise.all(updates.map(async (each) => !(await deploys(each, client))));
    return new Set(updates.filter((_each, at) => silent[at]).map(({ address }) => address));
  } finally {
    await close();
  }
}

async function deploys({ after }: PlannedChange, service: EdgeClient): Promise<boolean> {
  if (typeof after?.zone_id !== 'string') return true;
  const planned = normalizeObject(
    wafMigrationContract.attributes,
    after as ObjectValue,
  ) as Desired<WafMigrationAttributes>;
  const intent = intentOf(planned);
  const caller = { service, signal: new AbortController().signal };
  const seen = await observe(planned.zone_id, { target: intent.target }, migrationMemory.empty, caller);
  return decide(seen, intent, migrationMemory.empty).steps.length > 0;
}
