/** A fault of the service, as `POST /__emulator/faults` takes it, without the calls that it hits. */
export interface Fault {
  readonly name: string;
  readonly order: object;
  /** The client waits for a reply that does not come: the test gives it a shorter timeout. */
  readonly isTimeout?: true;
}

const status = (code: number, more: object = {}) => ({ kind: 'status', status: code, ...more });
const page = (code: number, more: object = {}) => ({ kind: 'not_json', status: code, ...more });

export const faults: readonly Fault[] = [
  { name: 'HTTP 408', order: status(408) },
  { name: 'HTTP 409', order: status(409) },
  { name: 'HTTP 429', order: status(429, { code: 971 }) },
  { name: 'HTTP 429, Retry-After', order: status(429, { code: 971, headers: { 'retry-after': '1' } }) },
  { name: 'HTTP 500', order: status(500) },
  { name: 'HTTP 500 after the effect', order: status(500, { after: true }) },
  { name: 'HTTP 502, a page', order: page(502) },
  { name: 'HTTP 503', order: status(503) },
  { name: 'HTTP 524, a page, before the effect', order: page(524) },
  { name: 'HTTP 524, a page, after the effect', order: page(524, { after: true }) },
  { name: 'timeout before the effect', order: { kind: 'hang' }, isTimeout: true },
  { name: 'timeout after the effect', order: { kind: 'delay', ms: 60_000, after: true }, isTimeout: true },
  { name: 'connection lost before the effect', order: { kind: 'lost_request' } },
  { name: 'connection lost after the effect', order: { kind: 'lost_reply' } },
  { name: 'body cut', order: { kind: 'cut_body' } },
  { name: 'slow', order: { kind: 'delay', ms: 20 } },
];

/** Answers that are no faults that pass: the apply fails. */
export const refusals: readonly Fault[] = [
  { name: 'HTTP 403', order: status(403) },
  { name: 'HTTP 200, a page', order: page(200) },
  { name: 'HTTP 200, a page, after the effect', order: page(200, { after: true }) },
];

/** A part of all calls, chosen by a seed, meets the fault. */
export function withProbability({ order }: Fault, probability: number, seed: number): object {
  return { ...order, probability, seed };
}

/** All faults mixed, so that together they hit a part of all calls. */
export function mix(probability: number, seed: number): object[] {
  const quick = faults.filter(({ isTimeout }) => isTimeout !== true);
  return quick.map((fault, index) =>
    // A fault sees only the calls that those before it have left alone.
    withProbability(fault, 1 - (1 - probability) ** (1 / quick.length), seed * quick.length + index),
  );
}
