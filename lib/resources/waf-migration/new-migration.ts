import type { Diagnostic } from '../../schema';
import type { NewObject } from '../new-object';
import { changedRules, managedTwice, migrationExists } from './describe';
import { sameDeployment } from './entry-point';
import { migrationMemory } from './memory';
import { readEntryPoint, readStatus, readZone, type Caller, type Observation } from './observe';
import { describeFault, judgeStatus, stageOf } from './stage';

/** The only migration of a zone. `decided`: what its steps were decided on, because the entry point alone shows that a cutover has begun. */
export function newMigration(zoneId: string, caller: Caller, decided?: Observation): NewObject<Diagnostic> {
  return {
    service: caller.service,
    key: `WAF of zone ${zoneId}`,
    find: async () => {
      const status = await readStatus(zoneId, caller);
      const fault = judgeStatus({ status }, migrationMemory.empty);
      if (fault === undefined && stageOf(status, {}) === 'start')
        return decided === undefined || (await isUnchanged(decided, caller)) ? [] : [changedRules(decided)];
      const subject = { zoneId, zone: await readZone(zoneId, caller) };
      return [
        fault === undefined
          ? migrationExists(status.migration_state, subject)
          : describeFault(fault, subject),
      ];
    },
    exists: (found) => found,
    madeTwice: () => managedTwice({ zoneId, zone: undefined }),
  };
}

async function isUnchanged({ zoneId, entryPoint: before }: Observation, caller: Caller): Promise<boolean> {
  const now = await readEntryPoint(zoneId, caller);
  return sameDeployment(now?.rules ?? [], before?.rules ?? []);
}
