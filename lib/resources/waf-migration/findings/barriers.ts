import { describeBy, diagnosticKinds, findings, type FindingIn } from '../../../ground/findings';
import type { Obstacle } from '../../../waf';
import { inZone, type Subject } from './kind';

const { error } = diagnosticKinds<Subject>('target');

export const barrierKinds = {
  ineligible: error<{ obstacle: Obstacle }>({
    meaning: 'the zone cannot be migrated: the obstacle, or a refusal of the API without a reason',
    at: ({ obstacle }) => (obstacle.kind === 'uri-override' ? 'delete_uri_overrides' : 'zone_id'),
    headline: inZone('cannot be migrated'),
    detail: ({ obstacle }) => [
      describeObstacle(obstacle),
      'To leave out such zones, set `on_ineligible` (`onIneligible`) to "skip".',
    ],
  }),
  needs_enterprise: error<{ plan: string }>({
    meaning: 'validation mode for a zone of another plan',
    headline: inZone('validation mode requires an Enterprise zone'),
    detail: ({ plan }) =>
      `Its plan is "${plan}". Review what does not carry over, then set \`target\` to "complete" to migrate without ` +
      'validation mode.',
  }),
  plan_unknown: error({
    meaning: 'validation mode, with URI-based overrides to delete, for a zone whose plan cannot be read',
    headline: inZone('cannot determine the plan'),
    detail:
      'The credentials cannot read the zone, and validation mode requires an Enterprise zone: URI-based WAF overrides ' +
      'would be deleted before the API refuses the migration. Give the credentials permission to read the zone, or ' +
      'delete the overrides yourself, or set `target` to "complete".',
  }),
};

const barrierFindings = findings('waf', barrierKinds);
export type Barrier = FindingIn<typeof barrierFindings>;

/** Without the option to skip the zone. */
export function reasonOf(barrier: Barrier, subject: Subject): string {
  return barrier.code === 'waf.ineligible'
    ? describeObstacle(barrier.obstacle)
    : describeBy(barrierFindings, barrier, subject).detail;
}

function describeObstacle({ reason, fix, kind }: Obstacle): string {
  const also = kind === 'uri-override' ? ' Or set `delete_uri_overrides` (`deleteUriOverrides`).' : '';
  return `${reason} ${fix}${also}`;
}
