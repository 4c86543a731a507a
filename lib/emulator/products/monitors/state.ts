import { Collection } from '../../state/collection';
import type { World } from '../../world';
import { poolRefusals as refusals } from '../pools/schema';
import type { MonitorSettings } from './schema';

/** How the origins of pools are checked. */
export interface Monitor extends MonitorSettings {
  readonly id: string;
  readonly created_on: string;
  readonly modified_on: string;
}

/** The monitors of all accounts. */
export class Monitors extends Collection<Monitor> {
  constructor(world: World) {
    super(world, 'monitors', refusals.notFound('monitor'));
  }

  create(accountId: string, settings: MonitorSettings, id = this.world.newId()): Monitor {
    const now = this.world.now().toISOString();
    return this.keep(accountId, settings, { id, created_on: now, modified_on: now });
  }

  change(accountId: string, { id, created_on }: Monitor, settings: MonitorSettings): Monitor {
    return this.keep(accountId, settings, { id, created_on, modified_on: this.world.now().toISOString() });
  }

  private keep(
    accountId: string,
    settings: MonitorSettings,
    facts: Pick<Monitor, 'id' | 'created_on' | 'modified_on'>,
  ): Monitor {
    const { type, port, expected_codes } = settings;
    if (isHttp(type) && expected_codes === '') throw refusals.missing('/expected_codes');
    if (needsPort.includes(type) && port === 0) throw refusals.missing('/port');
    return this.put(accountId, { ...settings, ...facts });
  }
}

const needsPort: readonly string[] = ['tcp', 'udp_icmp', 'smtp'];

export function isHttp(type: Monitor['type']): boolean {
  return type === 'http' || type === 'https';
}
