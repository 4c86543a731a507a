import { filledTextOf, textOf, textsOf } from '../../ground/json';
import { defineMemory } from '../memory';

export const rulesetMemory = defineMemory({
  /** The ruleset that this resource manages, so that a plan that replaces it does not report it as a conflict. */
  id: textOf,
  /** The rule that this resource wrote, or that its first read after an import found. Nothing else is deleted. */
  ruleId: filledTextOf,
  /** The rules of others that the last read or write found. */
  others: (kept): readonly string[] => textsOf(kept),
});
