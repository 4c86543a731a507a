import { textsOf } from '../../ground/json';
import { defineMemory } from '../memory';
import { asNumber } from '../narrow';

export interface JobMemory {
  /** The job that this resource manages, so that a plan that replaces it does not report it as a duplicate. */
  readonly id: number | undefined;
  /** The names of the credentials in its destination. */
  readonly credentials: readonly string[];
  /** The names of its options that have no attribute. */
  readonly options: readonly string[];
}

export const jobMemory = defineMemory<JobMemory>({
  parse: ({ id, credentials, options }) => ({
    id: asNumber(id),
    credentials: textsOf(credentials),
    options: textsOf(options),
  }),
});
