import { setTimeout } from 'node:timers/promises';
import { isApiError, isEdgeError, type EdgeClient, type MigrationStatus } from '../../client';
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
const mostFailures = 6;

/**
 * Polls the status until the cutover is complete or the timeout expires, and returns the last one. The cutover does not
 * depend on the polling, so a few transient failures in a row are tolerated; any other failure ends the wait.
 */
export async function waitForCutover(
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
      progress(`Zone ${zoneId}: ${String(asked.error)}; retrying`);
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

/** Whether the same call may succeed later. */
function isTransient(error: unknown): boolean {
  if (isApiError(error)) return error.status >= 500 || error.status === 429;
  return isEdgeError(error);
}

/** Ends early when Terraform is interrupted; the next call then fails with the reason. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
