import {
  describeDeployment,
  describeFinding,
  lossFindings,
  judgeConfiguration,
  judgeProtection,
  reportLosses,
  reportReplaced,
  toMigrationConfiguration,
  type PreviousWaf,
  type WafFinding,
} from '../../../waf';
import { control, readControl, type Control } from '../../controls/control';
import { anything } from '../../schema/values';
import { parseEntrypointUpdate } from '../../products/rulesets/schema';
import { definitionsOf } from '../../products/rulesets/state';
import { managedPhase } from '../../products/rulesets/phases';
import type { Ruleset } from '../../products/rulesets/model';
import type { SecurityEvent } from '../../products/security-events/state';
import type { StatusReader } from '../../products/waf-migration';
import type { Stages } from '../../products/waf-migration/stages';
import type { Stage } from '../../products/waf-migration/transitions';
import type { Places } from '../../world';

export interface ZoneReaders {
  readonly places: Places;
  readonly now: () => Date;
  /** Says to open pages that something changed which is not in the store. */
  readonly announce: () => void;
  readonly stages: Stages;
  readonly statusOf: StatusReader;
  readonly previousOf: (zoneId: string) => PreviousWaf;
  /** Returns the entry point of the phase of managed rules. */
  readonly entryPointOf: (zoneId: string) => Ruleset | undefined;
  readonly eventsOf: (zoneId: string) => readonly SecurityEvent[];
}

export interface ShownFinding extends Pick<WafFinding, 'code' | 'severity'> {
  readonly text: string;
  /** Why, and the next step. */
  readonly explanation?: string;
}

/** Judges rules for the entry point of a zone's managed rules, and saves nothing. */
export function findingsControl(readers: ZoneReaders): Control {
  return control.post('/zones/:zone_id/waf-findings', ({ param, bytes }) =>
    judgeSent(readers, param('zone_id'), readControl(bytes, { rules: anything })),
  );
}

/** Throws a refusal of the API for rules that it does not take. */
export function judgeSent({ stages, previousOf, entryPointOf }: ZoneReaders, zoneId: string, body: object) {
  const owner = { kind: 'zone', id: zoneId, limits: 'specification', ruleMembers: [] } as const;
  const present = entryPointOf(zoneId);
  const rules = definitionsOf(parseEntrypointUpdate({ ...body }, managedPhase, owner), present);
  const stage = stages.of(zoneId);
  const previous = isBefore(stage) ? previousOf(zoneId) : undefined;
  // In validation mode the entry point is what is adjusted, so it replaces nothing.
  const replaced = stage === 'start' ? (present?.latest.rules ?? []) : [];
  // The emulator knows the default modes of groups, which the API does not return, so nothing is uncertain here.
  const differences =
    previous === undefined ? [] : judgeConfiguration(rules, toMigrationConfiguration(previous).rules);
  const losses =
    previous === undefined ? [] : [...reportLosses(previous), ...reportReplaced(replaced, rules)];
  return {
    rules: describeDeployment(rules),
    findings: [...judgeProtection(rules).findings, ...differences].map(shownFinding),
    losses: losses.map((loss): ShownFinding => ({
      ...shownFinding(loss),
      explanation: lossFindings[loss.code].explanation,
    })),
  };
}

/** Whether the zone's migration is not decided yet. From the cutover on, the previous WAF does not matter. */
export function isBefore(stage: Stage): boolean {
  return stage === 'start' || stage === 'validation';
}

function shownFinding(finding: WafFinding): ShownFinding {
  const { code, severity } = finding;
  return { code, severity, text: describeFinding(finding) };
}
