import { textOf, textsOf } from '../../ground/json';
import { defineMemory } from '../memory';

export const rulesetMemory = defineMemory({
  /** The ruleset that this resource manages, so that a plan that replaces it does not report it as a conflict. */
  id: textOf,
  /** The rule that this instance wrote, or that its first read after an import found: while the ruleset has it, it belongs to it. */
  ruleId: textOf,
  /** The parts of the ruleset that no attribute shows. */
  unseen: (kept): readonly string[] => textsOf(kept),
  /** Whether it or its rules had members that this version does not know. */
  hasUnknown: (kept): boolean => kept === true,
  /** For a planned deletion: what becomes of the ruleset, see `transfer.ts`. */
  transfer: textOf,
});
