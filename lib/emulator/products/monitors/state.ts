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
