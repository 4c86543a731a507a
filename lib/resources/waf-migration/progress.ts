import { setTimeout } from 'node:timers/promises';
import type { EdgeClient, MigrationStatus } from '../../client';
import type { Memory } from './memory';

/**
 * Where a zone is. `handing-over` is between the last call and the end, while the service disables the previous version
 * (specification 3.1, rule 2): its status shows then where the hand-over began, so only who made the call knows. To
 * everybody else the zone is where it was, and the same call once more does no harm.
 */
export type Stage = 'start' | 'validation' | 'handing-over' | 'complete';

/** The words for the states are public facts, section 6.1. A zone that never had the previous version has nothing to migrate. */
export function stageOf({ migration_state: state }: MigrationStatus, memory: Memory): Stage {
  if (state === 'complete' || state === 'default') return 'complete';
  if (memory.isHandingOver === true) return 'handing-over';
  return state === 'validation' ? 'validation' : 'start';
}

export interface Waiting {
  readonly service: EdgeClient;
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
}

const shortestPause = 200;
const longestPause = 5_000;

/** Asks for the status until the hand-over is over or the time is, and gives the last one. */
export async function waitForEnd(
  zoneId: string,
  seconds: number,
  { service, signal, progress }: Waiting,
): Promise<MigrationStatus> {
  const begin = Date.now();
  let pause = shortestPause;
  for (;;) {
    const status = await service.wafMigration.status(zoneId, { signal });
    const passed = (Date.now() - begin) / 1000;
    if (status.migration_state === 'complete' || passed >= seconds) return status;
    progress(
      `Zone ${zoneId}: previous managed rules ${status.old_waf_status}, new ones ${status.new_waf_status}, after ${Math.round(passed)} s`,
    );
    await sleep(Math.min(pause, (seconds - passed) * 1000 + 1), signal);
    pause = Math.min(pause * 2, longestPause);
  }
}

/** Ends early when Terraform is interrupted; the next call tells so. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
