import { asFields, textOf } from '../../ground/json';
import { defineMemory, type MemoryOf } from '../memory';
import type { Baseline } from './adjust';

/** Facts that neither the configuration nor the API has. */
export const migrationMemory = defineMemory({
  /** The zone of the state: the private state of a replaced resource tells whether its replacement has the same one. */
  zoneId: textOf,
  /** For messages. Undefined until a step has read the zone. */
  zoneName: textOf,
  baseline: readBaseline,
  /** Whether the baseline was taken at an import, when no configuration was known. */
  isImported: isTrue,
  /** Whether the cutover was started: the only remaining step is to wait for its end. */
  isInCutover: isTrue,
  /** When the call that starts the cutover was last sent, as ISO 8601. Undefined where that is not known. */
  cutoverBegan: (kept) => (Number.isNaN(Date.parse(textOf(kept) ?? '')) ? undefined : textOf(kept)),
  /** The latest state that the API has reported. Undefined for none but `start`. */
  reached: (kept) => (kept === 'validation' || kept === 'complete' ? kept : undefined),
});
export type MigrationMemory = MemoryOf<typeof migrationMemory>;

function isTrue(kept: unknown): boolean {
  return kept === true;
}

function readBaseline(value: unknown): Baseline | undefined {
  if (!Array.isArray(value)) return undefined;
  const rules = value.map(asFields);
  const areRules = rules.length > 0 && rules.every((rule) => textOf(rule?.action) !== undefined);
  return areRules ? (rules as unknown as Baseline) : undefined;
}
