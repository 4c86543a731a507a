import { Badge } from '../../components/badge';
import type { ZoneDetail } from '../../../model/zones';

/** Whether the zone can migrate, with every reason why not. */
export function Eligibility({ zone: { isEligible, obstacles, stage } }: { readonly zone: ZoneDetail }) {
  return (
    <section class="card" aria-labelledby="eligibility">
      <h2 id="eligibility">Eligibility</h2>
      {isEligible === undefined && (
        <p>
          {stage === 'default'
            ? 'There is nothing to migrate.'
            : 'The update was deployed, and cannot be reverted.'}
        </p>
      )}
      {isEligible === true && (
        <p>
          <Badge tone="good">Eligible</Badge> Nothing prevents the migration of this zone.
        </p>
      )}
      {isEligible === false && (
        <>
          <p>
            <Badge tone="bad">Not eligible</Badge> The migration is refused until every reason is removed.
          </p>
          <ol class="reasons">
            {obstacles.map(({ reason, fix, failsCheck }) => (
              <li key={reason}>
                <p>{reason}</p>
                <p>
                  <b>Fix:</b> {fix}
                </p>
                {!failsCheck && (
                  <p class="muted">The compatibility check passes; the migration itself fails.</p>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
