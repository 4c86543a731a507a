import type { Complete } from '../../schema/body';
import { integer, text } from '../../schema/values';
import { isHttp, type Monitor } from './state';

export const answerFields = { status: integer(100, 599).or(200), body: text.or('') };
export type OriginAnswer = Complete<typeof answerFields>;

/** Whether a check passes. HTTP monitors expect codes, and a text in any case; all others a connection. Null: there is none. */
export function passes(monitor: Monitor, answer: OriginAnswer | null): boolean {
  if (answer === null || !isHttp(monitor.type)) return answer !== null;
  const status = String(answer.status);
  const isExpected = monitor.expected_codes
    .split(',')
    .some((code) => status.startsWith(code.trim().replace('xx', '')));
  return isExpected && answer.body.toLowerCase().includes(monitor.expected_body.toLowerCase());
}
