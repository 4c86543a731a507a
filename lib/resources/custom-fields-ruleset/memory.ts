import { defineMemory } from '../memory';
import { asText, asTexts } from '../narrow';

export interface RulesetMemory {
  /** The ruleset that this resource manages, so that a plan that replaces it does not report it as a conflict. */
  readonly id: string | undefined;
  /** The parts of the ruleset that no attribute shows. */
  readonly unseen: readonly string[];
}

export const rulesetMemory = defineMemory<RulesetMemory>({
  parse: ({ id, unseen }) => ({ id: asText(id), unseen: asTexts(unseen) ?? [] }),
});
