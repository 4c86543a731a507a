import type { RequestRow } from '../../../model/requests';
import { Badge, type Tone } from '../../components/badge';

export function Outcome({ call }: { readonly call: RequestRow }) {
  return <Badge tone={toneOf(call)}>{call.outcome}</Badge>;
}

function toneOf({ status, durationMs, isFailed }: RequestRow): Tone {
  if (status === null && durationMs === null) return 'busy';
  if (!isFailed) return 'good';
  return status !== null && status >= 400 && status < 500 ? 'warning' : 'bad';
}
