import type { Complete } from '../../schema/body';
import { integer, text } from '../../schema/values';
import { DatedCollection, type Dated } from '../../state/dated-collection';
import type { World } from '../../world';
import { poolRefusals as refusals } from '../pools/schema';
import type { MonitorSettings } from './schema';

export type Monitor = MonitorSettings & Dated;

export class Monitors extends DatedCollection<MonitorSettings> {
  constructor(world: World) {
    super(world, 'monitors', refusals.notFound('monitor'));
  }

  protected override check(_accountId: string, { type, port, expected_codes }: MonitorSettings): void {
    if (isHttp(type) && expected_codes === '') throw refusals.missing('/expected_codes');
    if (needsPort.includes(type) && port === 0) throw refusals.missing('/port');
  }
}

const needsPort: readonly string[] = ['tcp', 'udp_icmp', 'smtp'];

export function isHttp(type: Monitor['type']): boolean {
  return type === 'http' || type === 'https';
}

/** What an origin answers to a health check. */
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
