import { useEffect, useId, useState } from 'preact/hooks';
import { formatNumber, messageOf } from '../../../../../ground/words';
import type { RequestBudget } from '../../../model/requests';
import { control } from '../../api';
import { announce } from '../../components/announcer';
import { Card, Badge, Problem } from '../../components/content';
import { TextField } from '../../components/field';
import { formatCountdown } from './format';

interface BudgetProps {
  readonly budget: RequestBudget;
  /** Called when the 5 minutes are over. */
  readonly onOver: () => void;
}

/** Remaining calls of the request limit, and the form that sets it. */
export function Budget({ budget, onOver }: BudgetProps) {
  const { limit, remaining, isRefusing } = budget;
  const left = useCountdown(budget, onOver);
  const text = useId();
  const resets = left === undefined ? '' : `, resets in ${formatCountdown(left)}`;
  return (
    <Card title="Request limit">
      {limit === null || remaining === null ? (
        <p>No limit. Every reply says that all 1,200 requests are left.</p>
      ) : (
        <div class="budget">
          <p id={text}>
            {isRefusing ? (
              <>
                <Badge tone="bad">Refused</Badge> All calls are refused with 429
                {left === undefined ? '' : ` for ${formatCountdown(left)}`}
              </>
            ) : (
              `${formatNumber(remaining)} of ${formatNumber(limit)} left${resets}`
            )}
          </p>
          <meter aria-labelledby={text} min={0} max={limit} low={limit * 0.2} value={remaining} />
        </div>
      )}
      <LimitForm limit={limit} />
    </Card>
  );
}

function LimitForm({ limit }: { readonly limit: number | null }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const problem = useId();
  const set = async (requestsPer5Minutes: unknown, done: string) => {
    try {
      await control('PUT', '/limits', { requestsPer5Minutes });
      setError(undefined);
      setText('');
      announce(done);
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const number = Number(text);
        void set(Number.isNaN(number) ? text : number, `The limit is ${text} requests in 5 minutes.`);
      }}
    >
      <div class="row end">
        <TextField
          label="Requests in 5 minutes"
          inputMode="numeric"
          autocomplete="off"
          size={9}
          required
          placeholder={String(limit ?? 1200)}
          value={text}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : problem}
          onText={setText}
        />
        <button type="submit">Set limit</button>
        {limit !== null && (
          <button type="button" onClick={() => void set(null, 'The limit is removed.')}>
            Remove limit
          </button>
        )}
      </div>
      <Problem id={problem} text={error} />
      <p class="muted small hint">
        Setting a limit starts to count anew. The calls of this dashboard count too.
      </p>
    </form>
  );
}

/** Milliseconds until the count starts anew, each second. */
function useCountdown(budget: RequestBudget, onOver: () => void): number | undefined {
  const { resetsInMs } = budget;
  const [left, setLeft] = useState(resetsInMs ?? undefined);
  useEffect(() => {
    setLeft(resetsInMs ?? undefined);
    if (resetsInMs === null) return;
    const readAt = performance.now();
    const timer = setInterval(() => {
      const now = resetsInMs - (performance.now() - readAt);
      setLeft(now);
      if (now <= 0) onOver();
    }, 1000);
    return () => clearInterval(timer);
  }, [budget]);
  return left;
}
