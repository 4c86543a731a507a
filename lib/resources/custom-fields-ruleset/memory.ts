import { textOf, textsOf } from '../../ground/json';
import { defineMemory } from '../memory';

export interface RulesetMemory {
  /** The ruleset that this resource manages, so that a plan that replaces it does not report it as a conflict. */
  readonly id: string | undefined;
  /** The rule that this instance wrote, or that its first read after an import found: while the ruleset has it, it belongs to it. */
  readonly ruleId: string | undefined;
  /** The parts of the ruleset that no attribute shows. */
  readonly unseen: readonly string[];
  /** For a planned deletion: what becomes of the ruleset, see `transfer.ts`. */
  readonly transfer: string | undefined;
}

export const rulesetMemory = defineMemory<RulesetMemory>({
  parse: ({ id, ruleId, unseen, transfer }) => ({
    id: textOf(id),
    ruleId: textOf(ruleId),
    unseen: textsOf(unseen),
    transfer: textOf(transfer),
  }),
});
