import { defineMemory } from '../memory';
import { asNumber, asTexts } from '../narrow';

export interface JobMemory {
  /** The job that this resource manages, so that a plan that replaces it does not report it as a duplicate. */
  readonly id: number | undefined;
  /** For a create that replaces a job: the job that it replaces, which is not its twin. */
  readonly replaced: number | undefined;
  /** The names of the credentials in its destination. */
  readonly credentials: readonly string[];
  /** The names of its options that have no attribute. */
  readonly options: readonly string[];
}

export const jobMemory = defineMemory<JobMemory>({
  parse: ({ id, replaced, credentials, options }) => ({
    id: asNumber(id),
    replaced: asNumber(replaced),
    credentials: asTexts(credentials) ?? [],
    options: asTexts(options) ?? [],
  }),
});
