import { diagnosticKinds } from '../../../ground/findings';
import { plural } from '../../../ground/words';
import { statusKinds, type Stage } from '../stage';
import { inZone, type Subject } from './kind';

const ofTarget = diagnosticKinds<Subject>('target');
const ofZone = diagnosticKinds<Subject>('zone_id');

export const zoneKinds = {
  irreversible: ofTarget.warning<{ stage: 'start' | 'validation' }>({
    meaning: 'the apply migrates the zone by a step that cannot be undone',
    // The same for all zones: `changes` has what is special to each.
    headline: 'WAF migration is irreversible',
    detail:
      'A migration to the new WAF managed rules cannot be undone, neither through the API nor in the ' +
      'dashboard. `changes` of each resource shows the rules that are deployed, in their order, and what does not ' +
      'carry over; `edge-platform waf report --zone <id>` shows it in full. The apply does nothing irreversible that `changes` ' +
      'does not list: if a zone changes before, or its plan cannot list anything, it stops, and you plan again. Destroying the ' +
      'resource leaves the zone as it is.',
  }),
  ...statusKinds,
  /** `isSentAgain`: the apply sends the call again, for which it needs the previous version. */
  cutover_overdue: ofZone.warning<{ state: string; began: string; ageMs: number; isSentAgain: boolean }>({
    meaning:
      'the cutover began more than an hour ago, and the API does not report its end: the apply sends the call again, which `changes` lists',
    headline: inZone('the cutover does not end'),
    detail: ({ state, began, ageMs, isSentAgain }) => [
      `The call that completes the migration was sent at ${began}, ${formatAge(ageMs)} ago, and the API still reports ` +
        `migration_state "${state}". A cutover takes up to an hour.`,
      isSentAgain
        ? 'This apply sends the call again, as `changes` lists.'
        : 'The previous managed rules can no longer be read, so the call cannot be sent again: contact support.',
    ],
  }),
  target_unknown: ofTarget.error({
    meaning: '`target` is neither `validation` nor `complete`',
    headline: inZone('unknown target'),
    detail: '`target` is neither "validation" nor "complete". Set one of the two. Nothing is sent.',
  }),
  no_way_back: ofTarget.error<{ stage: Stage }>({
    meaning: '`target` is `validation`, and the cutover has begun or is complete',
    headline: (_, { zoneId }) => `Cannot return zone ${zoneId} to validation mode`,
    detail: ({ stage }, { zoneId }) =>
      `The migration of zone ${zoneId} is ${stage === 'complete' ? 'complete' : 'in progress'}, and its previous ` +
      'managed rules are disabled for good. Set `target` to "complete".',
  }),
};

/** Hours are enough: the least is one. */
function formatAge(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  return hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day');
}
