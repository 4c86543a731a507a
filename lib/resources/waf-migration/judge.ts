import type { Rule } from '../../client';
import { ifAny } from '../../ground/findings';
import {
  findObstacles,
  judgeConfiguration,
  judgeLost,
  judgePrevious,
  judgeProtection,
  toMigrationConfiguration,
  unknownObstacle,
  wafFinding,
  type MigrationConfiguration,
  type Obstacle,
  type PreviousSettings,
  type PreviousWaf,
  type WafFinding,
} from '../../waf';
import { executedRulesets, existingOverrides } from './entry-point';
import { migrationFinding, type Barrier, type MigrationFinding } from './findings';
import type { Intent } from './intent';
import type { MigrationMemory } from './memory';
import type { Observation, Previous } from './observe';
import { isOverdue, type Stage } from './stage';
import { isAdopting, targetFromStart, type Target } from './target';

export function judgeInPlace(
  seen: Observation,
  target: Target,
  stage: Stage,
  intent: Intent,
  memory: MigrationMemory,
): MigrationFinding[] {
  const { entryPoint, previous } = seen;
  const existing = entryPoint?.rules ?? [];
  const overridden =
    isAdopting(memory) && previous?.equivalent === undefined
      ? existingOverrides(existing, intent.overrides)
      : [];
  return [
    ...judgeAge(seen, memory, false),
    ...ifAny(overridden, (overrides) => migrationFinding('waf.overrides_adopted', { overrides })),
    ...missingRulesets(intent, target),
    ...(stage === 'validation' ? [] : judgeProtected(existing, target, memory)),
    // Nothing is lost before the migration is completed.
    ...(stage === 'validation' && previous !== undefined
      ? judgeLost(target.rules, expectedOf(previous, intent)).map(
          (each) => ({ ...each, severity: 'warning' }) as const,
        )
      : []),
  ];
}

/**
 * Without an enabled managed ruleset a zone is not protected, whatever its status says. An apply must not cause that; a zone
 * that is so already gets a warning, unless it was migrated so: the user has seen it in that plan.
 */
function judgeProtected(
  existing: readonly Rule[],
  { rules }: Target,
  memory: MigrationMemory,
): MigrationFinding[] {
  const { isProtected, findings } = judgeProtection(rules);
  const wasProtected = judgeProtection(existing).isProtected;
  if (isProtected) return wasProtected ? [] : [migrationFinding('waf.not_protected', { restored: rules })];
  if (wasProtected) return [...findings];
  const isKnown =
    !isAdopting(memory) && memory.baseline !== undefined && !judgeProtection(memory.baseline).isProtected;
  return isKnown ? [] : [migrationFinding('waf.not_protected')];
}

export interface Migrating {
  readonly seen: Observation;
  readonly previous: Previous;
  readonly stage: 'start' | 'validation';
  readonly intent: Intent;
  readonly memory: MigrationMemory;
  /** The settings of the previous WAF in the backup of an earlier step. */
  readonly saved: PreviousSettings | undefined;
  readonly barriers: readonly Barrier[];
  readonly mapped: readonly Rule[];
  readonly target: Target;
  /** The targets of the documented mapping: what it gives, at least and at most. */
  readonly expected: Target;
  readonly certain: Target;
  readonly possible: Target;
}

export function judgeStep(step: Migrating): MigrationFinding[] {
  const { seen, previous, stage, intent, memory, target } = step;
  const { waf } = previous;
  const ids = intent.deletesUriOverrides ? waf.overrides.map(({ id }) => id) : [];
  const { backupPath } = intent;
  return [
    ...judgeAge(seen, memory, true),
    ...ifAny(ids, () => migrationFinding('waf.deletes_uri_overrides', { ids, backupPath })),
    ...step.barriers,
    ...judgeSettings(waf, intent, step.saved),
    ...accept(
      ifAny(waf.unknown ?? [], (values) => wafFinding('waf.previous_unknown', { values })),
      intent,
    ),
    ...missingRulesets(intent, target),
    ...(stage === 'validation' ? judgeCompletion(target, previous, intent, memory) : []),
    ...judgeTarget(step),
  ];
}

/**
 * Judges the target against the one that the documented mapping gives for the same zone. A zone that has a WAF must not end
 * without one; any other difference needs the user's word.
 */
function judgeTarget({
  seen,
  target,
  expected,
  certain,
  possible,
  mapped,
  intent,
}: Migrating): MigrationFinding[] {
  const { rules } = target;
  const protection = judgeProtection(rules, seen.customRules);
  const isLost = !protection.isProtected && judgeProtection(mapped).isProtected;
  const differences = judgeConfiguration(rules, expected.rules, certain.rules, possible.rules);
  // A zone that has no WAF loses nothing.
  const found = protection.findings.filter(({ severity }) => isLost || severity === 'warning');
  return [...found, ...accept(differences, intent)];
}

/**
 * Judges what a zone in validation mode ends with against the previous version, which is still there: the rules of its entry
 * point are on both sides of {@link judgeTarget}. Exceptions are compared only where they are the baseline of an import,
 * because an earlier step has judged the others.
 */
function judgeCompletion(
  { rules }: Target,
  previous: Previous,
  intent: Intent,
  memory: MigrationMemory,
): MigrationFinding[] {
  const expected = expectedOf(previous, intent);
  const isJudgedBefore = !isAdopting(memory) || intent.isBare === true;
  const differences = isJudgedBefore
    ? []
    : judgeConfiguration(rules, expected).filter(({ code }) => lowering.has(code));
  return accept([...judgeLost(rules, expected), ...differences], intent);
}

/** Findings on a skip rule or a narrower expression: fewer requests are checked. */
const lowering: ReadonlySet<string> = new Set([
  'waf.ruleset_narrowed',
  'waf.skip_added',
  'waf.skip_widened',
] satisfies WafFinding['code'][]);

/** The rules that the migration of the previous version deploys, with the adjustments. */
function expectedOf({ waf }: Previous, intent: Intent): readonly Rule[] {
  return targetFromStart(toRules(toMigrationConfiguration(waf)), [], intent).rules;
}

function accept(findings: readonly WafFinding[], { accepted }: Pick<Intent, 'accepted'>): WafFinding[] {
  return findings.map((finding) =>
    finding.severity === 'error' && accepted.has(finding.code)
      ? { ...finding, severity: 'info' as const }
      : finding,
  );
}

/**
 * Judges whether the previous WAF is still set as somebody knows it: the migration translates what it is set to now. Without an
 * expectation of the configuration, only a reset of all that an earlier step has saved is worth a warning: whoever reviews a
 * zone in validation mode may change some of it.
 */
function judgeSettings(
  waf: PreviousWaf,
  { expectedPrevious: expected, accepted }: Intent,
  saved: PreviousSettings | undefined,
): MigrationFinding[] {
  if (expected !== undefined) {
    const found = judgePrevious(expected, waf);
    if (found === undefined) return [];
    return [accepted.has(found.code) ? { ...found, severity: 'info' } : found];
  }
  const found = saved === undefined ? undefined : judgePrevious(saved, waf);
  if (found?.code !== 'waf.previous_reset') return [];
  // A group that is still off may be off by default, which the API does not return.
  const isReset = found.unchanged.every(({ kind }) => kind === 'group');
  return isReset ? [{ ...found, severity: 'warning' }] : [];
}

export function findBarriers(
  { isCompatible, waf }: Previous,
  plan: string | undefined,
  { target, deletesUriOverrides }: Intent,
): Barrier[] {
  const obstacles = findObstacles(waf, 2);
  const isDeletable = ({ kind }: Obstacle) => deletesUriOverrides && kind === 'uri-override';
  const found: Barrier[] = obstacles
    .filter((each) => !isDeletable(each))
    .map((obstacle) => migrationFinding('waf.ineligible', { obstacle }));
  if (!isCompatible && obstacles.length === 0)
    found.push(migrationFinding('waf.ineligible', { obstacle: unknownObstacle }));
  if (target !== 'validation' || plan === 'enterprise') return found;
  // Without overrides to delete, the API may refuse: then nothing is lost.
  if (plan !== undefined) found.push(migrationFinding('waf.needs_enterprise', { plan }));
  else if (deletesUriOverrides && waf.overrides.length > 0) found.push(migrationFinding('waf.plan_unknown'));
  return found;
}

function judgeAge(
  { status, at }: Observation,
  memory: MigrationMemory,
  isSentAgain: boolean,
): MigrationFinding[] {
  const { cutoverBegan: began } = memory;
  if (began === undefined || at === undefined || !isOverdue(memory, at)) return [];
  const ageMs = at.getTime() - Date.parse(began);
  const { migration_state: state } = status;
  return state === 'complete' || state === 'default'
    ? []
    : [migrationFinding('waf.cutover_overdue', { state, began, ageMs, isSentAgain })];
}

function missingRulesets({ overrides }: Intent, { rules }: Target): MigrationFinding[] {
  const executed = executedRulesets(rules);
  const ids = [...new Set(overrides.map((each) => each.ruleset_id))].filter((id) => !executed.includes(id));
  return ifAny(ids, () => migrationFinding('waf.ruleset_not_deployed', { ids }));
}

/** A configuration of the documented mapping (specification 3.3), in the form of the API. */
export function toRules({ rules }: MigrationConfiguration): readonly Rule[] {
  return rules.map((rule) => ({ ...rule, last_updated: '' }));
}
