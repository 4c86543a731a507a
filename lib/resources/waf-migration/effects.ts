import { createHash } from 'node:crypto';
import { listingOf, nothingListed, type Effect, type Listing } from '../../schema';
import { isIrreversible, type Decision } from './decide';
import { describeChanges, recordLoss } from './describe';
import { deploymentOf } from './entry-point';
import type { Observation } from './observe';
import { canonical } from './values';

/**
 * The effects of a decision that cannot be undone, as data. A deletion of overrides is listed with the migration that follows it.
 *
 * @param deployment - what identifies the migration: `decision.mapped` after a deletion, because the plan knows no more
 */
export function effectsOf(
  seen: Pick<Observation, 'zoneId' | 'entryPoint'>,
  decision: Decision,
  deployment: Decision['mapped'] = decision,
): Effect[] {
  if (!isIrreversible(decision)) return [];
  return [
    ...decision.steps.flatMap((step): Effect[] =>
      step.kind === 'delete-override'
        ? [{ kind: 'delete-uri-override', object: step.override.id, basis: canonical(step.override) }]
        : [],
    ),
    { kind: 'migrate-zone', object: seen.zoneId, basis: basisOf(seen, decision, deployment) },
  ];
}

/** The listing of a decision, with the losses that no earlier step has reported. */
export function listingFor(
  seen: Pick<Observation, 'zoneId' | 'entryPoint'>,
  decision: Decision,
  losses: readonly string[],
): Listing {
  const effects = effectsOf(seen, decision);
  return effects.length === 0 ? nothingListed : listingOf(describeChanges(decision, losses), effects);
}

/**
 * The step, all that is deployed, what it replaces, and all that is lost. The rules that exist are the only sign of a cutover that
 * another client has begun. A hash, because the rules of a zone can be long.
 */
function basisOf(
  { entryPoint }: Pick<Observation, 'entryPoint'>,
  { stage, target, findings }: Decision,
  { rules, losses = [] }: Decision['mapped'],
): string {
  const again = findings.flatMap((each) => (each.code === 'waf.cutover_overdue' ? [each.began] : []));
  // Overrides are effects of their own, and gone when the migration is decided again.
  const lost = losses.filter(({ code }) => code !== 'waf.uri_override').map(recordLoss);
  const [replaced, deployed] = [deploymentOf(entryPoint?.rules ?? []), deploymentOf(rules)];
  const basis = canonical({ stage, target, again, replaced, deployed, lost });
  return createHash('sha256').update(basis).digest('hex');
}
