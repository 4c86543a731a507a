import { withoutDefaults } from '../../fixture/write';
import { poolDefaults } from './model';
import type { Origin, Pool } from './model';

/** A pool for a fixture: as in a create body, with its id, `unhealthy` and `referenced`. */
export function writePool({
  created_on: _created,
  modified_on: _modified,
  disabled_at: _disabled,
  observed: _observed,
  origins,
  ...pool
}: Pool): object {
  const { id, name, ...settings } = pool;
  return withoutDefaults(
    { id, name, origins: origins.map(writeOrigin), ...settings },
    { ...poolDefaults, unhealthy: [], referenced: false },
  );
}

function writeOrigin({ disabled_at: _disabled, ...origin }: Origin): object {
  return withoutDefaults(origin, { enabled: true, weight: 1, port: 0, flatten_cname: true });
}
