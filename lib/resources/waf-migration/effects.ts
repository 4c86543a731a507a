import { createHash } from 'node:crypto';
import { listingOf, nothingListed, type Effect, type Listing } from '../../schema';
import { isIrreversible, type Decision } from './decide';
import { describeChanges, recordLoss } from './describe';
import { deploymentOf } from './entry-point';
import { canonical } from './values';

/**
 * What of a decision cannot be undone, as data. A deletion of overrides is listed with the migration that follows it.
 *
 * @param deployment - what identifies the migration: `decision.mapped` after a deletion, because the plan knows no more
 */
export function effectsOf(
  zoneId: string,
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
    { kind: 'migrate-zone', object: zoneId, basis: basisOf(decision, deployment) },
  ];
}

/**
 * The listing of a decision.
 *
 * @param losses - those that no earlier step has reported
 */
export function listingFor(zoneId: string, decision: Decision, losses: readonly string[]): Listing {
  const effects = effectsOf(zoneId, decision);
  return effects.length === 0 ? nothingListed : listingOf(describeChanges(decision, losses), effects);
}

/** The step, all that is deployed, and all that is lost. A hash, because the rules of a zone can be long. */
function basisOf({ stage, target, findings }: Decision, { rules, losses = [] }: Decision['mapped']): string {
  const again = findings.flatMap((each) => (each.code === 'waf.cutover_overdue' ? [each.began] : []));
  // Overrides are effects of their own, and gone when the migration is decided again.
  const lost = losses.filter(({ code }) => code !== 'waf.uri_override').map(recordLoss);
  const basis = canonical({ stage, target, again, rules: deploymentOf(rules), lost });
  return createHash('sha256').update(basis).digest('hex');
}
