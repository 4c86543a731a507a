import type { LogpushJob } from '../../client';
import type { Desired, State } from '../../schema';
import type { PrivateStateContext } from '../memory';
import { PassThroughMembers, type LastOperation } from '../members';
import { deliveryFailureOf } from './advice';
import { logpushJobContract, type LogpushJobAttributes } from './contract';
import { withoutCredentials } from '../../logs';
import { jobMemory } from './memory';
import { deliveryOf, unmanagedOptions } from './options';
import { scopeAttributes, scopeOf } from './scope';

export type JobState = State<LogpushJobAttributes>;
export type DesiredJob = Desired<LogpushJobAttributes>;

export const passThrough = new PassThroughMembers(logpushJobContract.attributes);

/** The state of a job, without credentials: neither the plan nor the state may contain them. `configured` is the plan or the prior state. */
export function toState(
  configured: DesiredJob | JobState,
  job: LogpushJob,
  when: LastOperation = 'written',
): JobState {
  return {
    ...scopeAttributes(scopeOf(configured)),
    ...passThrough.toState(job, configured, when),
    destination_conf: withoutCredentials(job.destination_conf).conf,
    destination_credentials: null,
    destination_credentials_version: configured.destination_credentials_version,
    ...deliveryOf(job, configured),
    ownership_challenge: null,
    error_message: deliveryFailureOf(job),
  };
}

/** Records in private state what no attribute has of a job, and returns its state. */
export function recordJob(
  configured: DesiredJob | JobState,
  job: LogpushJob,
  context: PrivateStateContext,
  when?: LastOperation,
): JobState {
  const { names: credentials } = withoutCredentials(job.destination_conf);
  jobMemory.remember(context, { id: job.id, credentials, options: unmanagedOptions(job) });
  return toState(configured, job, when);
}
