import { executedRuleset, reviewEvents, rulesetName, type Review, type ReviewedRequest } from '../../../waf';
import type { SecurityEvent } from '../../products/security-events/state';
import { Card, Table, Time, type Column } from '../content';
import { CopyButton } from '../forms';
import { adjustAction, type Draft, type OverrideChange } from './draft';

/**
 * Requests that both versions treat differently, with what could be done about them (specification 4.6, rule 5).
 *
 * @param isSideBySide - whether the previous version still runs; otherwise only what the new one does counts
 */
export function reviewCard(
  zoneId: string,
  draft: Draft,
  events: readonly SecurityEvent[],
  isSideBySide: boolean,
) {
  const reviewed = isSideBySide ? events : events.filter(({ source }) => source === 'new');
  const { missed, wronglyStopped } = reviewEvents(reviewed);
  return (
    <Card title="Security events" class="part">
      <div class="card">
        {reviewed.length === 0 ? (
          <p class="muted">No events yet. Send requests that managed rules match to this zone.</p>
        ) : (
          <>
            {wronglyStopped.length + missed.length === 0 && (
              <p>
                {isSideBySide
                  ? 'Both versions stop the same requests.'
                  : 'The managed rules have stopped no request.'}
              </p>
            )}
            {wronglyStopped.length > 0 && (
              <Table
                caption={`${isSideBySide ? 'Stopped by the new version only' : 'Stopped by managed rules'}: were these requests legitimate?`}
                showsCaption
                columns={stoppedColumns(zoneId, draft)}
                rows={wronglyStopped.slice(0, most)}
              />
            )}
            {missed.length > 0 && (
              <Table
                caption="Missed by the new version: write a custom rule for what must be stopped"
                showsCaption
                columns={missedColumns}
                rows={missed.slice(0, most)}
              />
            )}
            <details open={isSideBySide}>
              <summary>Newest requests{isSideBySide && ', side by side'}</summary>
              <div class="scroll">
                <Table
                  caption="Newest requests"
                  columns={newestColumns.filter(({ name }) => isSideBySide || name !== 'Previous version')}
                  rows={newestRequests(reviewed)}
                />
              </div>
            </details>
          </>
        )}
      </div>
    </Card>
  );
}

const most = 50;
const mostExamples = 3;

type StoppingRule = Review['wronglyStopped'][number];

function stoppedColumns(zoneId: string, draft: Draft): readonly Column<StoppingRule>[] {
  return [
    {
      name: 'Rule',
      isHeading: true,
      cell: ({ ruleId, rulesetId }) => (
        <>
          <span class="mono">{ruleId}</span>
          {rulesetId !== undefined && <div class="small muted">{rulesetName(rulesetId)}</div>}
        </>
      ),
    },
    {
      name: 'Times',
      cell: ({ count, challenged }) =>
        challenged === 0 ? count : `${count}, ${challenged} of them challenged`,
    },
    {
      name: 'Requests',
      cell: ({ requests }) => (
        <>
          {requests.slice(0, mostExamples).map((request) => (
            <div>{inWords(request)}</div>
          ))}
          {requests.length > mostExamples && (
            <div class="muted">and {requests.length - mostExamples} more</div>
          )}
        </>
      ),
    },
    {
      name: 'Adjust',
      cell: ({ ruleId, rulesetId, overrides }) => {
        const index = draft.rules.findIndex((rule) => executedRuleset(rule) === rulesetId);
        if (index < 0) return null;
        return (
          <div class="row">
            {overrides.map(({ rule: { id, ...override } }) => (
              <button
                type="button"
                aria-label={`${suggestionWords(override)}: rule ${ruleId}`}
                {...adjustAction(zoneId, { index, id, override })}
              >
                {suggestionWords(override)}
              </button>
            ))}
          </div>
        );
      },
    },
  ];
}

const missedColumns: readonly Column<Review['missed'][number]>[] = [
  { name: 'Request', isHeading: true, cell: ({ request }) => inWords(request) },
  { name: 'Times', cell: ({ count }) => count },
  { name: 'Previous rules', class: 'mono', cell: ({ ruleIds }) => ruleIds.join(', ') },
  {
    name: 'Custom rule',
    cell: ({ rule: { action, expression } }) => (
      <>
        {action} where <code>{expression}</code>{' '}
        <CopyButton text={expression} label="Copy expression" done="Copied the expression." />
      </>
    ),
  },
];

const newestColumns: readonly Column<readonly SecurityEvent[]>[] = [
  { name: 'Request', isHeading: true, cell: ([first]) => first && inWords(first.request) },
  { name: 'Time (UTC)', cell: ([first]) => first && <Time at={first.occurred_at} /> },
  { name: 'Previous version', cell: (events) => actionsOf(events, 'previous') },
  { name: 'New version', cell: (events) => actionsOf(events, 'new') },
];

/** The newest requests, each with its events in their order. A request has one event for each rule of either version. */
function newestRequests(events: readonly SecurityEvent[]): readonly (readonly SecurityEvent[])[] {
  const rays = new Map<string, SecurityEvent[]>();
  for (const event of events.toReversed()) {
    const known = rays.get(event.ray_id);
    if (known !== undefined) known.unshift(event);
    else if (rays.size < most) rays.set(event.ray_id, [event]);
  }
  return [...rays.values()];
}

function actionsOf(events: readonly SecurityEvent[], version: SecurityEvent['source']): string {
  const acted = events.filter(({ source }) => source === version);
  return acted.map(({ action, rule_id: id }) => `${action} (${id})`).join(', ') || 'no rule matched';
}

function inWords({ method, host, path }: ReviewedRequest): string {
  return `${method} ${host}${path}`;
}

function suggestionWords({ action, enabled, score_threshold: threshold }: OverrideChange): string {
  if (threshold !== undefined) return `Raise threshold to ${threshold}`;
  if (enabled === false) return 'Disable';
  return action === 'log' ? 'Only log' : (action ?? 'Enable');
}
