import { formatNumber, formatShare } from '../../../../../ground/words';
import type { FaultRow } from '../../../model/requests';

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

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

/** The effect of a fault in words: `Executed; half of the reply arrives`. */
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

/** Settings of a fault besides the calls that it hits. */
export type FaultField = 'status' | 'code' | 'message' | 'ms' | 'result' | 'after';

export interface FaultKindChoice {
  readonly kind: string;
  readonly label: string;
  readonly fields: readonly FaultField[];
}

export const faultChoices: readonly FaultKindChoice[] = [
  { kind: 'status', label: 'Error status', fields: ['status', 'code', 'message', 'after'] },
  { kind: 'not_json', label: 'HTML instead of JSON', fields: ['status', 'message', 'after'] },
  { kind: 'lost_reply', label: 'Lost reply', fields: [] },
  { kind: 'lost_request', label: 'Lost request', fields: [] },
  { kind: 'cut_body', label: 'Cut reply', fields: [] },
  { kind: 'result', label: 'Other result', fields: ['result'] },
  { kind: 'delay', label: 'Delay', fields: ['ms', 'after'] },
  { kind: 'hang', label: 'Hanging call', fields: [] },
];

export function labelOfFault(kind: string): string {
  return faultChoices.find((choice) => choice.kind === kind)?.label ?? kind;
}

/** The values of the form, as they were typed. The method is empty for all, `writes`, or a method. */
export const emptyForm = {
  kind: 'status',
  method: '',
  path: '',
  times: '',
  skip: '',
  probability: '',
  seed: '',
  status: '',
  code: '',
  message: '',
  ms: '',
  result: '',
  after: false,
};
export type FaultForm = Readonly<typeof emptyForm>;

/**
 * The body of `POST /faults`: only what applies to the kind. What is not a number is sent as it is: the control says what is
 * wrong with it. Throws for a result that is not JSON.
 */
export function faultOrderOf(form: FaultForm): Readonly<Record<string, unknown>> {
  const { kind, method, path, probability, after } = form;
  const fields = faultChoices.find((choice) => choice.kind === kind)?.fields ?? [];
  const order: Record<string, unknown> = { kind };
  const match = {
    ...(method !== '' && { method: method === 'writes' ? writes : method }),
    ...(path.trim() !== '' && { path: path.trim() }),
  };
  if (Object.keys(match).length > 0) order.match = match;
  const numbers = [
    'times',
    'skip',
    'probability',
    ...(probability.trim() === '' ? [] : (['seed'] as const)),
    ...(['status', 'code', 'ms'] as const).filter((name) => fields.includes(name)),
  ] as const;
  for (const name of numbers) {
    const text = form[name].trim();
    if (text !== '') order[name] = Number.isNaN(Number(text)) ? text : Number(text);
  }
  if (fields.includes('message') && form.message !== '') order.message = form.message;
  if (fields.includes('after') && after) order.after = true;
  if (fields.includes('result')) order.result = parseResult(form.result);
  return order;
}

function parseResult(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error('result: is not JSON');
  }
}

/** Faults that people try first. */
export const presets: readonly { readonly label: string; readonly order: object }[] = [
  {
    label: 'About every 10th call fails with 503',
    order: { kind: 'status', status: 503, probability: 0.1 },
  },
  { label: 'Lose the reply of the next write', order: { kind: 'lost_reply', match: { method: writes } } },
  { label: 'Slow: 500 ms for each call', order: { kind: 'delay', ms: 500, times: Number.MAX_SAFE_INTEGER } },
];
