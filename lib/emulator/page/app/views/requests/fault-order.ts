import { writes } from './fault-text';

/** What can be set besides the calls that a fault hits. */
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
