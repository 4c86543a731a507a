import type { LogpushJob } from '../../client';
import type { Desired, State } from '../../schema';
import type { Remembering } from '../memory';
import { PassedMembers, type When } from '../members';
import { deliveryFailureOf } from './advice';
import { logpushJobContract, type LogpushJobAttributes } from './contract';
import { withoutCredentials } from '../../logs';
import { jobMemory } from './memory';
import { fromJob, unmanagedOptions } from './options';
import { scopeAttributes, scopeOf } from './scope';

export type JobState = State<LogpushJobAttributes>;
export type DesiredJob = Desired<LogpushJobAttributes>;

export const passed = new PassedMembers(logpushJobContract.attributes);

/** Removes credentials: neither the plan nor the state may contain them. `configured` is the plan or the prior state. */
export function toState(
  configured: DesiredJob | JobState,
  job: LogpushJob,
  when: When = 'written',
): JobState {
  return {
    ...scopeAttributes(scopeOf(configured)),
    ...passed.toState(job, configured, when),
    destination_conf: withoutCredentials(job.destination_conf).conf,
    destination_credentials: null,
    destination_credentials_version: configured.destination_credentials_version,
    ...fromJob(job, configured),
    ownership_challenge: null,
    error_message: deliveryFailureOf(job),
  };
}

/** The state of a job, after private state has what of it no attribute has. */
export function record(
  configured: DesiredJob | JobState,
  job: LogpushJob,
  context: Remembering,
  when?: When,
): JobState {
  const { names: credentials } = withoutCredentials(job.destination_conf);
  jobMemory.remember(context, { id: job.id, credentials, options: unmanagedOptions(job) });
  return toState(configured, job, when);
}
