import { randomUUID } from 'node:crypto';
import { textOf } from '../../ground/json';
import { defineMemory } from '../memory';
import type { Rule } from '../../client';
import { asBoolean, asFields, asRecord, asTexts, type Fields } from '../narrow';
import type { Baseline } from './adjust';
import { withRuleOverrides } from './entry-point';

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
    key: textOf(key),
    zoneName: textOf(zoneName),
    baseline: readBaseline(baseline),
    isImported: asBoolean(isImported) ?? false,
    isHandingOver: asBoolean(isHandingOver) ?? false,
  }),
});

function readBaseline(value: unknown): Baseline | undefined {
  if (!Array.isArray(value)) return readParts(asFields(value) ?? {});
  const rules = value.map(asFields);
  const areRules = rules.length > 0 && rules.every((rule) => textOf(rule?.action) !== undefined);
  return areRules ? (rules as unknown as Baseline) : undefined;
}

/**
 * Earlier versions kept parts of the rules: overrides by `<ruleset>/<rule>`, the enabled rulesets, skip rules by identity, and
 * the rest of each rule. The first version had no skip rules: such a baseline is replaced by one of the actual entry point.
 */
function readParts(kept: Fields): Baseline | undefined {
  const overrides = asRecord(kept.overrides, asFields);
  const enabled = asTexts(kept.enabled);
  const skips = asRecord(kept.skips, asBoolean);
  if (overrides === undefined || enabled === undefined || skips === undefined) return undefined;
  const remainder = asFields(kept.remainder) ?? {};
  const executes = asRecord(remainder.executes, asFields) ?? {};
  const ids = [
    ...Object.keys(executes),
    ...enabled,
    ...Object.keys(overrides).map((key) => key.slice(0, key.indexOf('/'))),
  ];
  return [
    ...Object.entries({ ...skips, ...asRecord(remainder.skips, asBoolean) }).flatMap(
      ([identity, isEnabled]) => {
        const [expression, parameters] = JSON.parse(identity) as [string, Fields];
        return [ruleOf('skip', expression, parameters, isEnabled)];
      },
    ),
    ...[...new Set(ids)].map((id) => {
      const { expression, parameters } = executes[id] ?? {};
      const rules = Object.entries(overrides).flatMap(([key, each]) =>
        key.startsWith(`${id}/`) ? [each] : [],
      );
      const settings = { id, ...asFields(parameters) };
      const rule = ruleOf('execute', textOf(expression) ?? 'true', settings, enabled.includes(id));
      return withRuleOverrides(rule, rules);
    }),
  ];
}

function ruleOf(action: string, expression: string, parameters: Fields, enabled: boolean): Rule {
  const assigned = { id: '', ref: '', version: '', last_updated: '', description: '' };
  return { ...assigned, action, expression, action_parameters: parameters, enabled };
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
