import type { MigrationMode, Rule } from '../../client';
import { ifAny } from '../../ground/findings';
import {
  reportLosses,
  reportReplaced,
  toCertainConfiguration,
  toMigrationConfiguration,
  toPossibleConfiguration,
  type Loss,
  type PreviousSettings,
  type UriOverride,
} from '../../waf';
import type { Baseline } from './adjust';
import { sameDeployment } from './entry-point';
import { migrationFinding, type Barrier, type MigrationFinding } from './findings';
import type { Intent } from './intent';
import { findBarriers, judgeInPlace, judgeStep, toRules } from './judge';
import type { MigrationMemory } from './memory';
import { evidenceOf, type Observation } from './observe';
import { isOverdue, judgeStatus, stageOf, stageToLeave, type Stage } from './stage';
import { targetFromStart, targetFromValidation, targetInPlace, type Target } from './target';

/** A step of an apply. `decide-again` observes the zone anew, since the steps before it have changed what it proposes. */
export type Step =
  | { readonly kind: 'save-backup' }
  | { readonly kind: 'delete-override'; readonly override: UriOverride }
  | { readonly kind: 'decide-again' }
  | { readonly kind: 'migrate'; readonly mode: MigrationMode }
  | { readonly kind: 'redeploy' }
  | { readonly kind: 'await-cutover' };

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
  /** The losses of this step. Undefined where the previous configuration cannot be read. */
  readonly losses: readonly Loss[] | undefined;
  /** By the documented mapping, whatever the defaults of groups are: all that is known before URI overrides are deleted, and the API proposes rules. */
  readonly mapped: Pick<Decision, 'rules' | 'losses'>;
  /** Why the zone is skipped. Empty unless it is. */
  readonly skipped: readonly Barrier[];
}

/** Pure: all that it depends on is in its arguments. `saved`: the settings of the previous WAF in the backup of an earlier step. */
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
  const isOver = stage === 'complete' || stage === 'cutover';
  if (intent.target === 'validation' && isOver)
    return { ...nothing(stage, intent), findings: [migrationFinding('waf.no_way_back', { stage })] };
  if (isOver || stage === intent.target) return decideInPlace(seen, stage, intent, memory);
  return decideStep(seen, stage, intent, { memory, saved });
}

/** A call is not sent again without the previous version, by which it is judged. */
function stageToDecide({ status, previous, at }: Observation, memory: MigrationMemory): Stage {
  const stage = stageToLeave(status, memory, at);
  return isOverdue(memory, at) && previous === undefined ? stageOf(status, memory) : stage;
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

function decideInPlace(seen: Observation, stage: Stage, intent: Intent, memory: MigrationMemory): Decision {
  const { entryPoint, previous } = seen;
  const existing = entryPoint?.rules ?? [];
  const target = targetInPlace(previous?.equivalent?.rules ?? [], existing, intent, memory);
  const findings = judgeInPlace(seen, target, stage, intent, memory);
  const deployment = {
    rules: target.rules,
    losses: previous === undefined ? undefined : reportLosses(previous.waf),
  };
  const isSame = sameDeployment(existing, target.rules);
  const steps: Step[] = [
    ...(isSame ? [] : [{ kind: 'redeploy' } as const]),
    ...(stage === 'cutover' ? [{ kind: 'await-cutover' } as const] : []),
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

function decideStep(
  seen: Observation,
  stage: 'start' | 'validation',
  intent: Intent,
  { memory, saved }: { readonly memory: MigrationMemory; readonly saved: PreviousSettings | undefined },
): Decision {
  const { entryPoint, previous } = seen;
  if (previous === undefined) throw new Error('A step needs the previous version of the zone');
  const { waf } = previous;
  const existing = entryPoint?.rules ?? [];
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
  const possible = targetOf(toRules(toPossibleConfiguration(waf)));
  const barriers = findBarriers(previous, seen.zone?.plan, intent);
  if (intent.skipsIneligible && barriers.length > 0) {
    const findings = [migrationFinding('waf.skipped', { barriers })];
    return { ...nothing(stage, intent), findings, skipped: barriers };
  }
  const targets = { target, expected, certain, possible };
  const findings = judgeStep({ seen, previous, stage, intent, memory, saved, barriers, mapped, ...targets });
  const lossesOf = ({ replaced, rules }: Target) => [
    ...reportLosses(waf),
    ...reportReplaced(replaced, rules),
  ];
  const steps: Step[] = [
    { kind: 'save-backup' },
    ...(waf.overrides.length > 0 && intent.deletesUriOverrides
      ? [
          ...waf.overrides.map((override) => ({ kind: 'delete-override', override }) as const),
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
