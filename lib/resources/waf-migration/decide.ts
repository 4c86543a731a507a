import type { MigrationMode, Rule } from '../../client';
import { ifAny } from '../../ground/findings';
import {
  findObstacles,
  judgeConfiguration,
  judgeLost,
  judgePrevious,
  judgeProtection,
  reportLosses,
  reportReplaced,
  toCertainConfiguration,
  toMigrationConfiguration,
  toPossibleConfiguration,
  wafFinding,
  type Loss,
  type MigrationConfiguration,
  type Obstacle,
  type PreviousSettings,
  type PreviousWaf,
  type UriOverride,
  type WafFinding,
} from '../../waf';
import { executedRulesets, existingOverrides, sameDeployment } from './entry-point';
import type { Baseline } from './adjust';
import { migrationFinding, type Barrier, type MigrationFinding } from './findings';
import type { Intent } from './intent';
import type { MigrationMemory } from './memory';
import { evidenceOf, type Observation, type Previous } from './observe';
import { isOverdue, judgeStatus, stageOf, stageToLeave, type Stage } from './stage';
import { isAdopting, targetFromStart, targetFromValidation, targetInPlace, type Target } from './target';

/** A step of an apply. `decide-again` observes the zone anew, since the steps before it have changed what it proposes. */
export type Step =
  | { readonly kind: 'save-backup' }
  | { readonly kind: 'delete-override'; readonly override: UriOverride }
  | { readonly kind: 'decide-again' }
  | { readonly kind: 'migrate'; readonly mode: MigrationMode }
  | { readonly kind: 'redeploy' }
  | { readonly kind: 'await-cutover' };

/** What an apply does to a zone, and what the user has to know about it. A plan and an apply make the same one. */
export interface Decision {
  /** `unknown` only with an error. */
  readonly stage: Stage | 'unknown';
  readonly target: string;
  /** An error means that there are no steps. */
  readonly findings: readonly MigrationFinding[];
  readonly steps: readonly Step[];
  /** The rules of the entry point after the steps. */
  readonly rules: readonly Rule[];
  readonly baseline: Baseline | undefined;
  /** What does not carry over in this step. Undefined where the previous configuration cannot be read. */
  readonly losses: readonly Loss[] | undefined;
  /**
   * Rules and losses by the documented mapping, whatever the default modes of groups are: all that is known before URI overrides
   * are deleted, because the API proposes nothing until then.
   */
  readonly mapped: Pick<Decision, 'rules' | 'losses'>;
  /** Why the zone is skipped. Empty unless it is. */
  readonly skipped: readonly Barrier[];
}

/**
 * Decides what happens to a zone. Pure: all that it depends on is in its arguments.
 *
 * @param saved - the settings of the previous WAF in the backup of an earlier step
 */
export function decide(
  seen: Observation,
  intent: Intent,
  memory: MigrationMemory,
  saved?: PreviousSettings,
): Decision {
  if (intent.target !== 'validation' && intent.target !== 'complete')
    return { ...nothing('unknown', intent), findings: [migrationFinding('waf.target_unknown')] };
  const fault = judgeStatus(evidenceOf(seen), memory);
  if (fault !== undefined) return { ...nothing('unknown', intent), findings: [fault] };
  const stage = stageToDecide(seen, memory);
  const isOver = stage === 'complete' || stage === 'handing-over';
  if (intent.target === 'validation' && isOver)
    return { ...nothing(stage, intent), findings: [migrationFinding('waf.no_way_back', { stage })] };
  if (stage === 'complete' || stage === 'handing-over' || stage === intent.target)
    return decideInPlace(seen, stage, intent, memory);
  return decideStep(seen, stage, intent, { memory, saved });
}

/** A call is not sent again without the previous version, by which it is judged. */
function stageToDecide({ status, previous, at }: Observation, memory: MigrationMemory): Stage {
  const stage = stageToLeave(status, memory, at);
  return isOverdue(memory, at) && previous === undefined ? stageOf(status, memory) : stage;
}

function overdue(
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

export function isBlocked({ findings }: Pick<Decision, 'findings'>): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

export function isIrreversible({ steps }: Pick<Decision, 'steps'>): boolean {
  return steps.some(({ kind }) => kind === 'migrate' || kind === 'delete-override');
}

/** Whether the zone has not reached its target, so that the settings decide what is irreversible. */
export function hasStepAhead({ stage, target }: Pick<Decision, 'stage' | 'target'>): boolean {
  return (stage === 'start' || stage === 'validation') && stage !== target;
}

function nothing(stage: Decision['stage'], { target }: Intent): Decision {
  return {
    stage,
    target,
    findings: [],
    steps: [],
    rules: [],
    baseline: undefined,
    losses: undefined,
    mapped: { rules: [], losses: undefined },
    skipped: [],
  };
}

/** For a zone that has reached its target. */
function decideInPlace(seen: Observation, stage: Stage, intent: Intent, memory: MigrationMemory): Decision {
  const { entryPoint, previous } = seen;
  const existing = entryPoint?.rules ?? [];
  const overridden = isAdopting(memory) ? existingOverrides(existing, intent.overrides) : [];
  const target = targetInPlace(previous?.equivalent?.rules ?? [], existing, intent, memory);
  const isUnknownBefore = overridden.length > 0 && previous?.equivalent === undefined;
  const findings: MigrationFinding[] = [
    ...overdue(seen, memory, false),
    ...(isUnknownBefore ? [migrationFinding('waf.overrides_adopted', { overrides: overridden })] : []),
    ...missingRulesets(intent, target),
    ...judgeInPlace(existing, target, stage, memory),
    // Nothing is lost before the migration is completed.
    ...(stage === 'validation' && previous !== undefined
      ? judgeLost(target.rules, expectedOf(previous, intent)).map(
          (each) => ({ ...each, severity: 'warning' }) as const,
        )
      : []),
  ];
  const deployment = {
    rules: target.rules,
    losses: previous === undefined ? undefined : reportLosses(previous.waf),
  };
  const isSame = sameDeployment(existing, target.rules);
  const steps: Step[] = [
    ...(isSame ? [] : [{ kind: 'redeploy' } as const]),
    ...(stage === 'handing-over' ? [{ kind: 'await-cutover' } as const] : []),
  ];
  return {
    ...nothing(stage, intent),
    findings,
    steps: isBlocked({ findings }) ? [] : steps,
    ...deployment,
    mapped: deployment,
    baseline: existing.length === 0 ? memory.baseline : target.baseline,
  };
}

/**
 * Without an enabled managed ruleset a zone is not protected, whatever its status says. An apply must not cause that; a zone
 * that is so already gets a warning, unless it was migrated so: the user has seen it in that plan.
 */
function judgeInPlace(
  existing: readonly Rule[],
  { rules }: Target,
  stage: Stage,
  memory: MigrationMemory,
): MigrationFinding[] {
  const { isProtected, findings } = judgeProtection(rules);
  if (stage === 'validation') return [];
  const wasProtected = judgeProtection(existing).isProtected;
  if (isProtected) return wasProtected ? [] : [migrationFinding('waf.not_protected', { restored: rules })];
  if (wasProtected) return [...findings];
  const isKnown =
    !isAdopting(memory) && memory.baseline !== undefined && !judgeProtection(memory.baseline).isProtected;
  return isKnown ? [] : [migrationFinding('waf.not_protected')];
}

/** For a zone that the apply migrates, at least by one step. */
function decideStep(
  seen: Observation,
  stage: 'start' | 'validation',
  intent: Intent,
  { memory, saved }: { readonly memory: MigrationMemory; readonly saved: PreviousSettings | undefined },
): Decision {
  const { entryPoint, previous, zone } = seen;
  if (previous === undefined) throw new Error('A step needs the previous version of the zone');
  const { waf } = previous;
  const existing = entryPoint?.rules ?? [];
  const obstacles = findObstacles(waf, 2);
  const overrides = waf.overrides;
  const targetOf = (migrated: readonly Rule[]) =>
    stage === 'start'
      ? targetFromStart(migrated, existing, intent)
      : targetFromValidation(migrated, existing, intent, memory);
  const mapped = toRules(toMigrationConfiguration(waf));
  // While overrides are in the way, operation 8 gives no answer: it is judged after their deletion.
  const target = targetOf(previous.equivalent?.rules ?? mapped);
  const expected = targetOf(mapped);
  // What it lacks is lost in any case: what the default modes of groups add only keeps more.
  const certain = targetOf(toRules(toCertainConfiguration(waf)));
  const barriers = findBarriers(previous, obstacles, zone?.plan, intent);
  const lossesOf = ({ replaced, rules }: Target) => [
    ...reportLosses(waf),
    ...reportReplaced(replaced, rules),
  ];
  if (intent.skipsIneligible && barriers.length > 0) {
    const findings = [migrationFinding('waf.skipped', { barriers })];
    return { ...nothing(stage, intent), findings, skipped: barriers };
  }
  const deletes = overrides.length > 0 && intent.deletesUriOverrides;
  const findings: MigrationFinding[] = [
    ...overdue(seen, memory, true),
    ...(deletes
      ? [
          migrationFinding('waf.deletes_uri_overrides', {
            ids: overrides.map(({ id }) => id),
            backupPath: intent.backupPath,
          }),
        ]
      : []),
    ...barriers,
    ...judgeSettings(waf, intent, saved),
    ...accept(
      ifAny(waf.unknown ?? [], (values) => wafFinding('waf.previous_unknown', { values })),
      intent.accepted,
    ),
    ...missingRulesets(intent, target),
    ...(stage === 'validation' ? judgeCompletion(target, previous, intent, memory) : []),
    ...judgeStep(
      seen,
      target,
      { expected, certain, possible: targetOf(toRules(toPossibleConfiguration(waf))) },
      mapped,
      intent,
    ),
  ];
  const steps: Step[] = [
    { kind: 'save-backup' },
    ...(deletes
      ? [
          ...overrides.map((override) => ({ kind: 'delete-override', override }) as const),
          { kind: 'decide-again' } as const,
        ]
      : [
          { kind: 'migrate', mode: intent.target === 'validation' ? 'validation' : 'pending' } as const,
          ...(intent.target === 'complete' ? [{ kind: 'await-cutover' } as const] : []),
        ]),
  ];
  return {
    ...nothing(stage, intent),
    findings: [
      ...findings,
      ...(isBlocked({ findings }) ? [] : [migrationFinding('waf.irreversible', { stage })]),
      ...ifAny(target.kept, (rules) => migrationFinding('waf.rules_kept', { rules })),
      ...ifAny(target.added, (rules) => migrationFinding('waf.rules_added', { rules })),
    ],
    steps: isBlocked({ findings }) ? [] : steps,
    rules: target.rules,
    baseline: target.baseline,
    losses: lossesOf(previous.equivalent === undefined ? certain : target),
    mapped: { rules: expected.rules, losses: lossesOf(certain) },
  };
}

/**
 * Judges the target against the one that the documented mapping gives for the same zone. A zone that has a WAF must not end
 * without one; any other difference needs the user's word.
 */
function judgeStep(
  { customRules }: Observation,
  { rules }: Target,
  { expected, certain, possible }: Readonly<Record<'expected' | 'certain' | 'possible', Target>>,
  mapped: readonly Rule[],
  { accepted }: Intent,
): MigrationFinding[] {
  const protection = judgeProtection(rules, customRules);
  const isLost = !protection.isProtected && judgeProtection(mapped).isProtected;
  const differences = judgeConfiguration(rules, expected.rules, certain.rules, possible.rules);
  // A zone that has no WAF loses nothing.
  const found = protection.findings.filter(({ severity }) => isLost || severity === 'warning');
  return [...found, ...accept(differences, accepted)];
}

/**
 * Judges what a zone in validation mode ends with against the previous version, which is still there: the rules of its entry
 * point are on both sides of {@link judgeStep}. Exceptions are compared only where they are the baseline of an import,
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
  return accept([...judgeLost(rules, expected), ...differences], intent.accepted);
}

/** Of a skip rule or a narrower expression: fewer requests are checked. */
const lowering: ReadonlySet<string> = new Set([
  'waf.ruleset_narrowed',
  'waf.skip_added',
  'waf.skip_widened',
] satisfies WafFinding['code'][]);

/** What the migration of the previous version deploys, with the adjustments. */
function expectedOf({ waf }: Previous, intent: Intent): readonly Rule[] {
  return targetFromStart(toRules(toMigrationConfiguration(waf)), [], intent).rules;
}

function accept(findings: readonly WafFinding[], accepted: Intent['accepted']): WafFinding[] {
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

/** All reasons why the step is not possible. */
function findBarriers(
  { isCompatible, waf }: Previous,
  obstacles: readonly Obstacle[],
  plan: string | undefined,
  { target, deletesUriOverrides }: Intent,
): Barrier[] {
  const isDeletable = ({ kind }: Obstacle) => deletesUriOverrides && kind === 'uri-override';
  const found: Barrier[] = obstacles
    .filter((each) => !isDeletable(each))
    .map((obstacle) => migrationFinding('waf.ineligible', { obstacle }));
  if (!isCompatible && obstacles.length === 0)
    found.push(migrationFinding('waf.ineligible', { obstacle: undefined }));
  if (target !== 'validation' || plan === 'enterprise') return found;
  // Without overrides to delete, the API may refuse: then nothing is lost.
  if (plan !== undefined) found.push(migrationFinding('waf.needs_enterprise', { plan }));
  else if (deletesUriOverrides && waf.overrides.length > 0) found.push(migrationFinding('waf.plan_unknown'));
  return found;
}

function missingRulesets({ overrides }: Intent, { rules }: Target): MigrationFinding[] {
  const executed = executedRulesets(rules);
  const ids = [...new Set(overrides.map((each) => each.ruleset_id))].filter((id) => !executed.includes(id));
  return ifAny(ids, () => migrationFinding('waf.ruleset_not_deployed', { ids }));
}

/** A configuration of the documented mapping (specification 3.3), in the form of the API. */
function toRules({ rules }: MigrationConfiguration): readonly Rule[] {
  return rules.map((rule) => ({ ...rule, last_updated: '' }));
}
