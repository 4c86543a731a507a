import { formatNumber, formatShare } from '../../../../../ground/words';
import type { FaultRow } from '../../../model/requests';

export const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The calls that a fault hits: `The next 3 writes below /zones, after the first 2`. */
export function describeCalls({ methods, path, skip, times, probability }: FaultRow): string {
  const isOne = probability === null && times === 1;
  const kind = `${methodsInWords(methods)}${isOne ? '' : 's'}`;
  const amount =
    probability !== null
      ? `About ${formatShare(probability)} of all ${kind}`
      : times === null
        ? `All ${kind}`
        : isOne
          ? `The next ${kind}`
          : `The next ${formatNumber(times)} ${kind}`;
  return [
    amount + (path === null ? '' : path.includes('*') ? ` to ${path}` : ` to paths that begin with ${path}`),
    skip > 0 ? `after the first ${formatNumber(skip)}` : '',
    probability !== null && times !== null ? `at most ${formatNumber(times)}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** What happens to these calls. */
export function describeEffect({ kind, status, ms, after }: FaultRow): string {
  const execution = after ? 'Executed' : 'Not executed';
  switch (kind) {
    case 'status':
      return `${execution}; the reply has status ${status ?? 500}`;
    case 'not_json':
      return `${execution}; the reply is HTML with status ${status ?? 502}`;
    case 'delay':
      return after ? `Executed; the reply waits ${ms ?? 0} ms` : `Executed after ${ms ?? 0} ms`;
    case 'lost_reply':
      return 'Executed; the connection closes without a reply';
    case 'lost_request':
      return 'Not executed; the connection closes without a reply';
    case 'cut_body':
      return 'Executed; half of the reply arrives';
    case 'result':
      return 'Executed; the reply has another result';
    case 'hang':
      return 'Not executed; no reply';
    default:
      return kind;
  }
}

function methodsInWords(methods: readonly string[]): string {
  const names = methods.map((method) => method.toUpperCase());
  if (names.length === 0) return 'call';
  if (names.length === writes.length && writes.every((method) => names.includes(method))) return 'write';
  return `${names.join(' or ')} call`;
}
