import type { Fault } from './fault';

export interface CustomFields {
  readonly requestHeaders: readonly string[];
  readonly responseHeaders: readonly string[];
  readonly cookies: readonly string[];
}

export const customFieldLimits = { names: 40, valueBytes: 8192 } as const;
export const customFieldLogFields = ['Cookies', 'RequestHeaders', 'ResponseHeaders'] as const;

export function checkCustomFields(fields: CustomFields): Fault[] {
  throw new Error(`not yet: ${JSON.stringify(fields)}`);
}
