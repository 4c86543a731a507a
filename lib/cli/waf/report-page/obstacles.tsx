import { Name, Names, Notice, Section } from '../../html/parts';
import type { WafCheck } from '../check';
import { disagreementIn, hintsOn } from '../check-report';

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
              <strong>Fix:</strong> <Name text={[obstacle.cure, ...hintsOn(obstacle)].join(' ')} />
            </p>
            <p class="muted">{obstacle.ids.length === 1 ? 'ID:' : `All ${obstacle.ids.length} IDs:`}</p>
            <Names names={obstacle.ids} empty="-" />
          </li>
        ))}
      </ol>
      {disagreement === '' ? null : <Notice tone="warning" text={disagreement} />}
    </Section>
  );
}
