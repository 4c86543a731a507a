import { messageOf, plural } from '../../../../../ground/words';
import type { PoolDetail, PoolOrigin } from '../../../model/pools';
import { control } from '../../api';
import { announce } from '../../components/announcer';
import { Card, Badge } from '../../components/content';
import { Table, type Column } from '../../components/table';
import { originsWords } from './words';

/** Stands for the health monitors: what its switches say is what the next health check finds. */
export function HealthCard({ pool }: { readonly pool: PoolDetail }) {
  const areAllHealthy = pool.origins.every(({ isHealthy }) => isHealthy);
  return (
    <Card title="Health">
      {!pool.enabled && (
        <p class="notice">
          The pool is disabled: its origins are not checked. Switches take effect when it is enabled.
        </p>
      )}
      <Table
        caption="Origins of the pool"
        columns={columnsFor(pool)}
        rows={pool.origins}
        keyOf={({ name }) => name}
        last={
          <tr>
            <th scope="row">All origins</th>
            <td data-label="Health">
              <span class="muted">{originsWords(pool.health)}</span>
            </td>
            <td data-label="">
              <HealthSwitch
                label="all origins"
                isHealthy={areAllHealthy}
                onSwitch={(healthy) => setHealth(pool, healthy)}
              />
            </td>
          </tr>
        }
      />
    </Card>
  );
}

function columnsFor(pool: PoolDetail): readonly Column<PoolOrigin>[] {
  return [
    { name: 'Origin', isHeading: true, cell: ({ name }) => name },
    { name: 'Address', class: 'mono', cell: ({ address }) => address },
    {
      name: '',
      heading: 'Health checks',
      cell: (origin) => (
        <>
          <HealthSwitch
            label={origin.name}
            isHealthy={origin.isHealthy}
            onSwitch={(healthy) => setHealth(pool, healthy, origin)}
          />
          {!(pool.enabled && origin.enabled) && (
            <>
              {' '}
              <Badge>{origin.enabled ? 'Not checked' : 'Disabled, not checked'}</Badge>
            </>
          )}
        </>
      ),
    },
  ];
}

interface HealthSwitchProps {
  readonly label: string;
  readonly isHealthy: boolean;
  readonly onSwitch: (healthy: boolean) => void;
}

function HealthSwitch({ label, isHealthy, onSwitch }: HealthSwitchProps) {
  return (
    <span class="row health-switch">
      <button
        type="button"
        role="switch"
        aria-checked={isHealthy}
        aria-label={`Health checks of ${label} pass`}
        onClick={() => onSwitch(!isHealthy)}
      />
      <span class={isHealthy ? 'passing' : 'failing'}>{isHealthy ? 'Passing' : 'Failing'}</span>
    </span>
  );
}

async function setHealth(pool: PoolDetail, healthy: boolean, origin?: PoolOrigin): Promise<void> {
  const path = `/accounts/${pool.accountId}/pools/${pool.id}/health`;
  const what = origin === undefined ? 'All origins' : `Origin ${origin.name}`;
  const state = healthy ? 'healthy' : 'unhealthy';
  try {
    const reply = await control('POST', path, {
      healthy,
      ...(origin === undefined ? {} : { origin: origin.name }),
    });
    const { notifications = [] } = reply as { readonly notifications?: readonly unknown[] };
    const sent =
      notifications.length === 0 ? 'no notification' : plural(notifications.length, 'notification');
    announce(`${what}: ${state}, ${sent}.`);
  } catch (error) {
    announce(messageOf(error), 'failed');
  }
}
