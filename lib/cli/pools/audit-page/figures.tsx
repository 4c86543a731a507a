import type { AuditSummary } from '../audit';

/** The counts of the summary. */
export function Figures({ summary }: { readonly summary: AuditSummary }) {
  return (
    <dl class="figures">
      {Object.entries(labels).map(([key, label]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{summary[key as keyof typeof labels]}</dd>
        </div>
      ))}
    </dl>
  );
}

const labels: Readonly<Record<Exclude<keyof AuditSummary, 'complete'>, string>> = {
  pools: 'pools',
  legacy: 'with a legacy e-mail',
  clearable: 'covered, can be cleared',
  uncovered: 'not covered',
  losing_recipients: 'covered, with addresses that are not notified',
  unnotified_recipients: 'addresses that are not notified',
  unwatched: 'without notifications',
};
