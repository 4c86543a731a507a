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

/** The configuration that does what the previous rules do. */
export type Equivalent = Pick<Ruleset, 'name' | 'rules'>;

/** What a zone has of the previous WAF, and what is to become of it: steps 1 and 2 of 4.6. */
export interface Preflight {
  readonly waf: PreviousWaf;
  readonly obstacles: readonly Obstacle[];
  /** Undefined where obstacles make the answer known. */
  readonly isCompatible: boolean | undefined;
  readonly losses: readonly Loss[];
  /** As the service gives it. While it gives none, as far as is known here what it will be. */
  readonly equivalent: Equivalent;
}

export async function runPreflight(zoneId: string, caller: Caller): Promise<Preflight> {
  const waf = await readPreviousWaf(zoneId, caller);
  const obstacles = findObstacles(waf, 2);
  const equivalent = obstacles.length === 0 ? await equivalentOf(zoneId, caller) : undefined;
  return {
    waf,
    obstacles,
    isCompatible: obstacles.length === 0 ? equivalent !== undefined : undefined,
    losses: reportLosses(waf),
    equivalent: equivalent ?? predictEquivalent(waf),
  };
}

/** Everything that is in the way, but for what may be deleted. */
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

/** What gets lost by the next step, behind what was reported before. */
export function reportOf(
  reported: readonly string[] | null,
  losses: readonly Loss[],
  { replaced, rules }: Pick<TargetEntryPoint, 'replaced' | 'rules'>,
): readonly string[] {
  const now = [...losses, ...reportReplaced(replaced, rules)].map(describeLoss);
  return [...new Set([...(reported ?? []), ...now])];
}

/** Once more, after the zone was changed: the service alone can tell now. */
export async function confirmEquivalent(zoneId: string, caller: Caller): Promise<Equivalent> {
  const equivalent = await equivalentOf(zoneId, caller);
  if (equivalent !== undefined) return equivalent;
  // Somebody may have made an override since.
  const [obstacle] = findObstacles(await readPreviousWaf(zoneId, caller), 2).filter(isIncompatible);
  throw new DiagnosticError([
    obstacle === undefined ? notCompatibleForAnotherReason(zoneId) : notCompatible(zoneId, obstacle),
  ]);
}

/** What the migration brought to a zone in validation mode; undefined where the service does not tell any more. */
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

/** Operations 7 and 8; undefined where the zone is not compatible. */
async function equivalentOf(zoneId: string, { service, signal }: Caller): Promise<Equivalent | undefined> {
  const { compatible } = await service.wafMigration.check(zoneId, { signal });
  if (!compatible) return undefined;
  const { name, rules } = await service.wafMigration.config(zoneId, { signal });
  return { name, rules: rules.map(onlyKnown) };
}

function predictEquivalent(waf: PreviousWaf): Equivalent {
  const { name, rules } = toMigrationConfiguration(waf);
  return { name, rules: rules.map((rule) => ({ ...rule, last_updated: '' })) };
}
