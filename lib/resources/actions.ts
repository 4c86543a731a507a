import type { EdgeClient } from '../client';
import type { Action } from './action';
import { ownershipChallengeAction } from './logpush-job/ownership-action';

/** All actions, in the order of the docs. */
export const actions: readonly Action<EdgeClient>[] = [ownershipChallengeAction];
