import { textOf, textsOf } from '../../ground/json';
import { defineMemory } from '../memory';

export interface RulesetMemory {
  /** The ruleset that this resource manages, so that a plan that replaces it does not report it as a conflict. */
  readonly id: string | undefined;
  /** The rule that this instance wrote, or that its first read after an import found: while the ruleset has it, it belongs to it. */
  readonly ruleId: string | undefined;
  /** The parts of the ruleset that no attribute shows. */
  readonly unseen: readonly string[];
  /** Whether it or its rules had members that this version does not know. */
  readonly hasUnknown: boolean;
  /** For a planned deletion: what becomes of the ruleset, see `transfer.ts`. */
  readonly transfer: string | undefined;
}

export const rulesetMemory = defineMemory<RulesetMemory>({
  parse: ({ id, ruleId, unseen, hasUnknown, transfer }) => ({
    id: textOf(id),
    ruleId: textOf(ruleId),
    unseen: textsOf(unseen),
    hasUnknown: hasUnknown === true,
    transfer: textOf(transfer),
  }),
});
