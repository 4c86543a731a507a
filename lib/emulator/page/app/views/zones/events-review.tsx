import { announce } from '../../components/announcer';
import { Card, CopyButton, Time } from '../../components/content';
import { Table, type Column } from '../../components/table';
import type {
  BlockingRule,
  EventReview,
  MissedRequests,
  OverrideChange,
  RequestOutcome,
} from '../../../model/zones';
import { applyChange, executedId } from './draft';
import type { Draft } from './use-draft';

interface EventsReviewProps {
  readonly review: EventReview;
  readonly draft: Draft;
  readonly isSideBySide: boolean;
}

/** Requests that both versions treat differently, with what could be done about them (specification 4.6, rule 5). */
export function EventsReview({ review, draft, isSideBySide }: EventsReviewProps) {
  const { count, blocked, missed, requests } = review;
  return (
    <Card title="Security events" class="part">
      <div class="card">
        {count === 0 ? (
          <p class="muted">No events yet. Send requests that managed rules match to this zone.</p>
        ) : (
          <>
            {blocked.length + missed.length === 0 && (
              <p>
                {isSideBySide
                  ? 'Both versions stop the same requests.'
                  : 'The managed rules have stopped no request.'}
              </p>
            )}
            {blocked.length > 0 && (
              <Table
                caption={`${isSideBySide ? 'Stopped by the new version only' : 'Stopped by managed rules'}: were these requests legitimate?`}
                hidesCaption={false}
                columns={blockedColumns(draft)}
                rows={blocked}
                keyOf={({ ruleset, ruleId }) => `${ruleset?.id} ${ruleId}`}
              />
            )}
            {missed.length > 0 && (
              <Table
                caption="Missed by the new version: write a custom rule for what must be stopped"
                hidesCaption={false}
                columns={missedColumns}
                rows={missed}
                keyOf={({ request }) => request}
              />
            )}
            <details open={isSideBySide}>
              <summary>Newest requests{isSideBySide && ', side by side'}</summary>
              <div class="scroll">
                <Table
                  caption="Newest requests"
                  columns={newestColumns.filter(({ name }) => isSideBySide || name !== 'Previous version')}
                  rows={requests}
                  keyOf={({ rayId }) => rayId}
                />
              </div>
            </details>
          </>
        )}
      </div>
    </Card>
  );
}

const blockedColumns = (draft: Draft): readonly Column<BlockingRule>[] => [
  {
    name: 'Rule',
    isHeading: true,
    cell: ({ ruleId, ruleset }) => (
      <>
        <span class="mono">{ruleId}</span>
        {ruleset !== undefined && <div class="small muted">{ruleset.name}</div>}
      </>
    ),
  },
  { name: 'Times', cell: timesOf },
  {
    name: 'Requests',
    cell: ({ requests, moreRequests }) => (
      <>
        {requests.map((request) => (
          <div key={request}>{request}</div>
        ))}
        {moreRequests > 0 && <div class="muted">and {moreRequests} more</div>}
      </>
    ),
  },
  { name: 'Adjust', cell: (rule) => <Suggestions rule={rule} draft={draft} /> },
];

function Suggestions({ rule, draft }: { readonly rule: BlockingRule; readonly draft: Draft }) {
  const { ruleset } = rule;
  if (ruleset === undefined || !draft.rules.some((each) => executedId(each) === ruleset.id)) return null;
  return (
    <div class="row">
      {rule.overrides.map((change) => {
        const words = wordsOf(change);
        return (
          <button
            key={words}
            type="button"
            aria-label={`${words}: rule ${rule.ruleId}`}
            onClick={() => {
              draft.change((rules) => applyChange(rules, ruleset.id, rule.ruleId, change));
              announce('Adjusted. Save the adjustments to deploy them.');
            }}
          >
            {words}
          </button>
        );
      })}
    </div>
  );
}

const missedColumns: readonly Column<MissedRequests>[] = [
  { name: 'Request', isHeading: true, cell: ({ request }) => request },
  { name: 'Times', cell: ({ count }) => count },
  { name: 'Previous rules', class: 'mono', cell: ({ ruleIds }) => ruleIds.join(', ') },
  {
    name: 'Custom rule',
    cell: ({ action, expression }) => (
      <>
        {action} where <code>{expression}</code>{' '}
        <CopyButton text={expression} label="Copy expression" done="Copied the expression." />
      </>
    ),
  },
];

const newestColumns: readonly Column<RequestOutcome>[] = [
  { name: 'Request', isHeading: true, cell: ({ request }) => request },
  { name: 'Time (UTC)', cell: ({ at }) => <Time at={at} /> },
  { name: 'Previous version', cell: ({ previous }) => listed(previous) },
  { name: 'New version', cell: (outcome) => listed(outcome.new) },
];

function listed(actions: readonly string[]): string {
  return actions.length === 0 ? 'no rule matched' : actions.join(', ');
}

function timesOf({ count, challenged }: BlockingRule): string {
  return challenged === 0 ? String(count) : `${count}, ${challenged} of them challenged`;
}

function wordsOf({ action, enabled, score_threshold: threshold }: OverrideChange): string {
  if (threshold !== undefined) return `Raise threshold to ${threshold}`;
  if (enabled === false) return 'Disable';
  return action === 'log' ? 'Only log' : (action ?? 'Enable');
}
