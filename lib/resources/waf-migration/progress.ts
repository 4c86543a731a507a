import { setTimeout } from 'node:timers/promises';
import type { EdgeClient, MigrationStatus } from '../../client';
import type { MigrationMemory } from './memory';

/**
 * The stage of a zone. `handing-over` is the cutover: the time from the last call until the API has disabled the previous
 * version (specification 3.1, rule 2). The API still reports the earlier stage during the cutover, so only the caller
 * knows about it, from private state. To repeat the call is harmless.
 */
export type Stage = 'start' | 'validation' | 'handing-over' | 'complete';

/** The names of the states are public facts, section 6.1. A zone that never had the previous version (`default`) is complete. */
export function stageOf(
  { migration_state: state }: Pick<MigrationStatus, 'migration_state'>,
  memory: Partial<MigrationMemory>,
): Stage {
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

/** Polls the status until the cutover is complete or the timeout expires, and returns the last one. */
export async function waitForCutover(
  zoneId: string,
  seconds: number,
  { service, signal, progress }: Waiting,
): Promise<MigrationStatus> {
  const begin = Date.now();
  for (let pause = shortestPause; ; pause = Math.min(pause * 2, longestPause)) {
    const status = await service.wafMigration.status(zoneId, { signal });
    const passed = (Date.now() - begin) / 1000;
    if (stageOf(status, {}) === 'complete' || passed >= seconds) return status;
    const { old_waf_status: previous, new_waf_status: successor } = status;
    progress(
      `Zone ${zoneId}: previous managed rules ${previous}, new ones ${successor}, after ${Math.round(passed)} s`,
    );
    await sleep(Math.min(pause, (seconds - passed) * 1000 + 1), signal);
  }
}

/** Ends early when Terraform is interrupted; the next call then fails with the reason. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
