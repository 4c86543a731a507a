import { randomUUID } from 'node:crypto';
import { defineMemory } from '../memory';
import { asBoolean, asFields, asRecord, asText, asTexts } from '../narrow';
import type { Baseline } from './entry-point';

/** Facts that neither the configuration nor the API has. */
export interface MigrationMemory {
  /** Identifies the resource among those of one plan. Undefined until its first apply or refresh. */
  readonly key: string | undefined;
  /** For messages. Undefined until a step has read the zone. */
  readonly zoneName: string | undefined;
  readonly baseline: Baseline | undefined;
  /** Whether the baseline was taken at an import, when no configuration was known. */
  readonly isImported: boolean;
  /** Whether the cutover was started: the only remaining step is to wait for its end. */
  readonly isHandingOver: boolean;
}

export const migrationMemory = defineMemory<MigrationMemory>({
  parse: ({ key, zoneName, baseline, isImported, isHandingOver }) => ({
    key: asText(key),
    zoneName: asText(zoneName),
    baseline: readBaseline(baseline),
    isImported: asBoolean(isImported) ?? false,
    isHandingOver: asBoolean(isHandingOver) ?? false,
  }),
});

/** The first version had no skip rules: such a baseline is replaced by one of the actual entry point. */
function readBaseline(value: unknown): Baseline | undefined {
  const kept = asFields(value) ?? {};
  const overrides = asRecord(kept.overrides, asFields);
  const enabled = asTexts(kept.enabled);
  const skips = asRecord(kept.skips, asBoolean);
  if (overrides === undefined || enabled === undefined || skips === undefined) return undefined;
  const remainder = readRemainder(kept.remainder);
  return { overrides, enabled, skips, ...(remainder !== undefined && { remainder }) };
}

function readRemainder(value: unknown): Baseline['remainder'] {
  const kept = asFields(value) ?? {};
  const skips = asRecord(kept.skips, asBoolean);
  const executes = asRecord(kept.executes, (each) => {
    const { expression, parameters } = asFields(each) ?? {};
    const [text, fields] = [asText(expression), asFields(parameters)];
    return text === undefined || fields === undefined ? undefined : { expression: text, parameters: fields };
  });
  return executes === undefined || skips === undefined ? undefined : { executes, skips };
}

export function newKey(): string {
  return randomUUID();
}

const owners = new WeakMap<object, Map<string, string>>();

/**
 * Records in a plan which resource has a zone. False if another one has it. Terraform may plan the same resource twice, so
 * its key decides; a resource of an earlier version has none before its first refresh, and is not counted.
 */
export function claimZone(service: object, zoneId: string, key: string | undefined): boolean {
  if (key === undefined) return true;
  const ofService = owners.get(service) ?? new Map<string, string>();
  owners.set(service, ofService);
  const owner = ofService.get(zoneId);
  if (owner === undefined) ofService.set(zoneId, key);
  return owner === undefined || owner === key;
}
