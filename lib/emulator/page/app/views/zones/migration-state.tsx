import { Facts } from '../../components/facts';
import type { MigrationStep, ZoneDetail } from '../../../model/zones';

/** Where the zone is, how it came there, and what the API says. */
export function MigrationState({ zone: { steps, status, stage } }: { readonly zone: ZoneDetail }) {
  return (
    <section class="card" aria-labelledby="migration-state">
      <h2 id="migration-state">Migration state</h2>
      {stage === 'cutover' && (
        <p class="notice busy">
          The previous version is being turned off. Until then, both versions protect the zone.
        </p>
      )}
      <ol class="plain-list steps">
        {steps.map((step) => (
          <li
            key={step.stage}
            class={`row ${step.progress}`}
            aria-current={step.progress === 'now' ? 'step' : undefined}
          >
            <b>{step.words}</b>
            <span>{whenOf(step)}</span>
          </li>
        ))}
      </ol>
      <Facts
        facts={[
          ['Previous managed rules', status.old_waf_status],
          ['New managed rules', status.new_waf_status],
          [<code>migration_state</code>, <code>{status.migration_state}</code>],
        ]}
      />
    </section>
  );
}

function whenOf({ progress, at }: MigrationStep) {
  const words = { done: '', now: 'now', next: 'not yet', skipped: 'passed over' }[progress];
  if (at === undefined && words !== '') return words;
  if (at === undefined) return 'from the beginning';
  return (
    <>
      {progress === 'now' ? 'now, since ' : 'began '}
      <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 19)} UTC`}</time>
    </>
  );
}
