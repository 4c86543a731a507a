import { announce } from '../../components/announcer';
import { CopyButton } from '../../components/copy-button';
import { Time } from '../../components/time';
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
    <section class="part" aria-labelledby="events">
      <h2 id="events">Security events</h2>
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
            {blocked.length > 0 && <Blocked rules={blocked} draft={draft} isSideBySide={isSideBySide} />}
            {missed.length > 0 && <Missed requests={missed} />}
            <Newest requests={requests} isSideBySide={isSideBySide} />
          </>
        )}
      </div>
    </section>
  );
}

interface BlockedProps {
  readonly rules: readonly BlockingRule[];
  readonly draft: Draft;
  readonly isSideBySide: boolean;
}

function Blocked({ rules, draft, isSideBySide }: BlockedProps) {
  return (
    <table>
      <caption>
        {isSideBySide ? 'Stopped by the new version only' : 'Stopped by managed rules'}: were these requests
        legitimate?
      </caption>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">Times</th>
          <th scope="col">Requests</th>
          <th scope="col">Adjust</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr key={`${rule.ruleset?.id} ${rule.ruleId}`}>
            <th scope="row">
              <span class="mono">{rule.ruleId}</span>
              {rule.ruleset !== undefined && <span class="id muted">{rule.ruleset.name}</span>}
            </th>
            <td data-label="Times">{timesOf(rule)}</td>
            <td data-label="Requests">
              {rule.requests.map((request) => (
                <div key={request}>{request}</div>
              ))}
              {rule.moreRequests > 0 && <div class="muted">and {rule.moreRequests} more</div>}
            </td>
            <td data-label="Adjust">
              <Suggestions rule={rule} draft={draft} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Suggestions({ rule, draft }: { readonly rule: BlockingRule; readonly draft: Draft }) {
  const { ruleset } = rule;
  if (ruleset === undefined || !draft.rules.some((each) => executedId(each) === ruleset.id)) return null;
  return (
    <div class="suggestions">
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

function Missed({ requests }: { readonly requests: readonly MissedRequests[] }) {
  return (
    <table>
      <caption>Missed by the new version: write a custom rule for what must be stopped</caption>
      <thead>
        <tr>
          <th scope="col">Request</th>
          <th scope="col">Times</th>
          <th scope="col">Previous rules</th>
          <th scope="col">Custom rule</th>
        </tr>
      </thead>
      <tbody>
        {requests.map(({ request, count, ruleIds, action, expression }) => (
          <tr key={request}>
            <th scope="row">{request}</th>
            <td data-label="Times">{count}</td>
            <td data-label="Previous rules" class="mono">
              {ruleIds.join(', ')}
            </td>
            <td data-label="Custom rule">
              {action} where <code>{expression}</code>{' '}
              <CopyButton text={expression} label="Copy expression" done="Copied the expression." />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface NewestProps {
  readonly requests: readonly RequestOutcome[];
  readonly isSideBySide: boolean;
}

function Newest({ requests, isSideBySide }: NewestProps) {
  return (
    <details open={isSideBySide}>
      <summary>Newest requests{isSideBySide && ', side by side'}</summary>
      <div class="scroll">
        <table>
          <caption class="hidden">Newest requests</caption>
          <thead>
            <tr>
              <th scope="col">Request</th>
              <th scope="col">Time (UTC)</th>
              {isSideBySide && <th scope="col">Previous version</th>}
              <th scope="col">New version</th>
            </tr>
          </thead>
          <tbody>
            {requests.map((each) => (
              <tr key={each.rayId}>
                <th scope="row">{each.request}</th>
                <td data-label="Time (UTC)">
                  <Time at={each.at} />
                </td>
                {isSideBySide && <td data-label="Previous version">{listed(each.previous)}</td>}
                <td data-label="New version">{listed(each.new)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

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
