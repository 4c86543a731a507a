import { textOf } from '../../ground/json';
import { defineMemory } from '../memory';
import { asBoolean, asFields } from '../narrow';
import type { Baseline } from './adjust';

/** Facts that neither the configuration nor the API has. */
export interface MigrationMemory {
  /** For messages. Undefined until a step has read the zone. */
  readonly zoneName: string | undefined;
  readonly baseline: Baseline | undefined;
  /** Whether the baseline was taken at an import, when no configuration was known. */
  readonly isImported: boolean;
  /** Whether the cutover was started: the only remaining step is to wait for its end. */
  readonly isHandingOver: boolean;
  /** When the call that starts the cutover was last sent, as ISO 8601. Undefined where that is not known. */
  readonly cutoverBegan: string | undefined;
  /** The latest state that the API has reported. Undefined for none but `start`. */
  readonly reached: 'validation' | 'complete' | undefined;
}

export const migrationMemory = defineMemory<MigrationMemory>({
  parse: ({ zoneName, baseline, isImported, isHandingOver, cutoverBegan, reached }) => ({
    zoneName: textOf(zoneName),
    baseline: readBaseline(baseline),
    isImported: asBoolean(isImported) ?? false,
    isHandingOver: asBoolean(isHandingOver) ?? false,
    cutoverBegan: Number.isNaN(Date.parse(textOf(cutoverBegan) ?? '')) ? undefined : textOf(cutoverBegan),
    reached: reached === 'validation' || reached === 'complete' ? reached : undefined,
  }),
});

function readBaseline(value: unknown): Baseline | undefined {
  if (!Array.isArray(value)) return undefined;
  const rules = value.map(asFields);
  const areRules = rules.length > 0 && rules.every((rule) => textOf(rule?.action) !== undefined);
  return areRules ? (rules as unknown as Baseline) : undefined;
}
