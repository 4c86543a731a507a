import { defineMemory } from '../memory';
import { asText, asTexts } from '../narrow';

export interface RulesetMemory {
  /** The ruleset that this resource manages: a plan that replaces it must not take it for another one. */
  readonly id: string | undefined;
  /** What is in the ruleset that no attribute shows. */
  readonly unseen: readonly string[];
}

export const rulesetMemory = defineMemory<RulesetMemory>({
  parse: ({ id, unseen }) => ({ id: asText(id), unseen: asTexts(unseen) ?? [] }),
});
