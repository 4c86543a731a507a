import { Name, Names, Notice, Section } from '../../html/parts';
import type { WafCheck } from '../check';
import { disagreementIn, fixFor, namesAllIds } from '../check-report';

/** What blocks the migration, each with its fix and all its objects. */
export function Obstacles({ check }: { readonly check: WafCheck }) {
  const { obstacles, can_migrate: can } = check;
  const disagreement = disagreementIn(check);
  if (can === null) return null;
  return (
    <Section id="obstacles" title="What blocks the migration">
      {obstacles.length === 0 ? <p>None of the known obstacles.</p> : null}
      <ol class="items">
        {obstacles.map((obstacle) => (
          <li key={obstacle.kind}>
            <p>
              <Name text={obstacle.reason} />
            </p>
            <p>
              <strong>Fix:</strong> <Name text={fixFor(obstacle)} />
            </p>
            {namesAllIds(obstacle) ? null : (
              <div>
                All {obstacle.ids.length} IDs: <Names names={obstacle.ids} />
              </div>
            )}
          </li>
        ))}
      </ol>
      {disagreement === '' ? null : <Notice tone="warning" texts={[disagreement]} />}
    </Section>
  );
}
