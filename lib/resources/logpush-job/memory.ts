import { textsOf } from '../../ground/json';
import { defineMemory } from '../memory';

export const jobMemory = defineMemory({
  /** The job that this resource manages, so that a plan that replaces it does not report it as a duplicate. */
  id: (kept) => (typeof kept === 'number' ? kept : undefined),
  /** The names of the credentials in its destination. */
  credentials: (kept): readonly string[] => textsOf(kept),
  /** The names of its options that have no attribute. */
  options: (kept): readonly string[] => textsOf(kept),
});
