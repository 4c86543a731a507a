import { isApiError, type Rule, type Ruleset } from '../../client';
import {
  findObstacles,
  isIncompatible,
  reportLosses,
  reportReplaced,
  toMigrationConfiguration,
  type Loss,
  type Obstacle,
  type PreviousWaf,
} from '../../waf';
import { DiagnosticError, type Diagnostic } from '../../schema';
import type { TargetEntryPoint } from './target-entry-point';
import { onlyKnown } from './known-fields';
import { describeLoss, notCompatible, notCompatibleForAnotherReason } from './messages';
import { readPreviousWaf } from './previous-waf';
import type { Caller } from './zone';

/** The configuration of the new managed rules that is equivalent to the previous ones. */
export type Equivalent = Pick<Ruleset, 'name' | 'rules'>;

/** The preflight check of a zone: its previous WAF, blockers, losses and equivalent configuration. Steps 1 and 2 of 4.6. */
export interface Preflight {
  readonly waf: PreviousWaf;
  readonly obstacles: readonly Obstacle[];
  /** Undefined if there are obstacles, which say more. */
  readonly isCompatible: boolean | undefined;
  readonly losses: readonly Loss[];
  /** As the API returns it; while the zone is not compatible, a prediction. */
  readonly equivalent: Equivalent;
}

export async function runPreflight(zoneId: string, caller: Caller): Promise<Preflight> {
  const isCompatible = await checkZone(zoneId, caller);
  const waf = await readPreviousWaf(zoneId, caller, isCompatible ? ofCompatibleZone : {});
  const obstacles = findObstacles(waf, 2);
  const isClear = obstacles.length === 0;
  return {
    waf,
    obstacles,
    isCompatible: isClear ? isCompatible : undefined,
    losses: reportLosses(waf),
    equivalent: isClear && isCompatible ? await configOf(zoneId, caller) : predictEquivalent(waf),
  };
}

/**
 * A compatible zone has no URI overrides (specification 3.2). The setting matters only to the prediction of an incompatible one:
 * an exceeded limit, the other obstacle, fails the plan.
 */
const ofCompatibleZone = { overrides: [], setting: 'on' } as const;

/** All blockers, except overrides that the apply may delete. */
export function remainingObstacles(
  zoneId: string,
  { obstacles, isCompatible }: Preflight,
  deletesOverrides: boolean,
): Diagnostic[] {
  if (isCompatible === false) return [notCompatibleForAnotherReason(zoneId)];
  return obstacles
    .filter((each) => !(deletesOverrides && isOverrides(each)))
    .map((each) => notCompatible(zoneId, each));
}

export function isOverrides({ kind }: Obstacle): boolean {
  return kind === 'uri-override';
}

/** The loss report after the next step: the previous entries, then the new ones. */
export function reportOf(
  reported: readonly string[] | null,
  losses: readonly Loss[],
  { replaced, rules }: Pick<TargetEntryPoint, 'replaced' | 'rules'>,
): readonly string[] {
  const now = [...losses, ...reportReplaced(replaced, rules)].map(describeLoss);
  return [...new Set([...(reported ?? []), ...now])];
}

/** Reads the equivalent configuration again after overrides were deleted: a prediction is not enough for the write. */
export async function confirmEquivalent(zoneId: string, caller: Caller): Promise<Equivalent> {
  const equivalent = await equivalentOf(zoneId, caller);
  if (equivalent !== undefined) return equivalent;
  // An override may have been created in the meantime.
  const [obstacle] = findObstacles(await readPreviousWaf(zoneId, caller), 2).filter(isIncompatible);
  throw new DiagnosticError([
    obstacle === undefined ? notCompatibleForAnotherReason(zoneId) : notCompatible(zoneId, obstacle),
  ]);
}

/** The rules that the migration created in validation mode; undefined if the API no longer returns them. */
export async function equivalentInValidation(
  zoneId: string,
  caller: Caller,
): Promise<readonly Rule[] | undefined> {
  try {
    return (await equivalentOf(zoneId, caller))?.rules;
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}

/** Operations 7 and 8; undefined if the zone is not compatible. */
async function equivalentOf(zoneId: string, caller: Caller): Promise<Equivalent | undefined> {
  return (await checkZone(zoneId, caller)) ? configOf(zoneId, caller) : undefined;
}

async function checkZone(zoneId: string, { service, signal }: Caller): Promise<boolean> {
  return (await service.wafMigration.check(zoneId, { signal })).compatible;
}

async function configOf(zoneId: string, { service, signal }: Caller): Promise<Equivalent> {
  const { name, rules } = await service.wafMigration.config(zoneId, { signal });
  return { name, rules: rules.map(onlyKnown) };
}

function predictEquivalent(waf: PreviousWaf): Equivalent {
  const { name, rules } = toMigrationConfiguration(waf);
  return { name, rules: rules.map((rule) => ({ ...rule, last_updated: '' })) };
}
