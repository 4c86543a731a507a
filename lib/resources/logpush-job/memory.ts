import { defineMemory } from '../memory';
import { asNumber, asTexts } from '../narrow';

export interface JobMemory {
  /** The job that this resource manages: a plan that replaces it must not take it for another one. */
  readonly id: number | undefined;
  /** The names of the credentials that its destination carries. */
  readonly credentials: readonly string[];
  /** The names of its options that no attribute stands for. */
  readonly options: readonly string[];
}

export const jobMemory = defineMemory<JobMemory>({
  parse: ({ id, credentials, options }) => ({
    id: asNumber(id),
    credentials: asTexts(credentials) ?? [],
    options: asTexts(options) ?? [],
  }),
});
