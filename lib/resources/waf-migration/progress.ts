import { setTimeout } from 'node:timers/promises';
import { isApiError, isEdgeError, type EdgeClient, type MigrationStatus } from '../../client';
import type { MigrationMemory } from './memory';

/**
 * Where a zone is. `handing-over` is between the last call and the end, while the service disables the previous version
 * (specification 3.1, rule 2): its status shows then where the hand-over began, so only who made the call knows. To
 * everybody else the zone is where it was, and the same call once more does no harm.
 */
export type Stage = 'start' | 'validation' | 'handing-over' | 'complete';

/** The words for the states are public facts, section 6.1. A zone that never had the previous version has nothing to migrate. */
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
const mostFailures = 6;

/**
 * Asks for the status until the hand-over is over or the time is, and gives the last one. The service goes on whether it
 * is asked or not, so it may fail to answer a few times in a row; a refusal ends the wait at once.
 */
export async function waitForEnd(
  zoneId: string,
  seconds: number,
  { service, signal, progress }: Waiting,
): Promise<MigrationStatus> {
  const begin = Date.now();
  let pause = shortestPause;
  for (let failures = 0; ;) {
    const asked = await attempt(() => service.wafMigration.status(zoneId, { signal }));
    const passed = (Date.now() - begin) / 1000;
    if ('error' in asked) {
      failures += 1;
      if (signal.aborted || !isTransient(asked.error) || failures === mostFailures || passed >= seconds)
        throw asked.error;
      progress(`Zone ${zoneId}: ${String(asked.error)}; asked again`);
    } else {
      failures = 0;
      const { old_waf_status: previous, new_waf_status: successor } = asked.status;
      if (stageOf(asked.status, {}) === 'complete' || passed >= seconds) return asked.status;
      progress(
        `Zone ${zoneId}: previous managed rules ${previous}, new ones ${successor}, after ${Math.round(passed)} s`,
      );
    }
    await sleep(Math.min(pause, (seconds - passed) * 1000 + 1), signal);
    pause = Math.min(pause * 2, longestPause);
  }
}

async function attempt(
  ask: () => Promise<MigrationStatus>,
): Promise<{ readonly status: MigrationStatus } | { readonly error: unknown }> {
  try {
    return { status: await ask() };
  } catch (error) {
    return { error };
  }
}

/** Whether the same call may succeed later: not one that the service refused for what it is. */
function isTransient(error: unknown): boolean {
  if (isApiError(error)) return error.status >= 500 || error.status === 429;
  return isEdgeError(error);
}

/** Ends early when Terraform is interrupted; the next call tells so. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
