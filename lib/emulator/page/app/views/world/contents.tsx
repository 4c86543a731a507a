import type { WorldData } from '../../../model/world';
import { own } from '../../../../../ground/record';

const planNames: Readonly<Record<string, string>> = {
  free: 'Free',
  pro: 'Pro',
  business: 'Business',
  enterprise: 'Enterprise',
};

/** How many objects of each kind there are. */
export function ContentsCard({ world }: { readonly world: WorldData }) {
  const { accounts, zones, plans, rulesets, jobs, pools, policies, webhooks } = world;
  const byPlan = plans.map(({ plan, zones: count }) => `${count} ${own(planNames, plan) ?? plan}`).join(', ');
  const counts: readonly (readonly [name: string, count: number, more?: string])[] = [
    ['Accounts', accounts],
    ['Zones', zones, byPlan],
    ['Rulesets', rulesets],
    ['Log-delivery jobs', jobs],
    ['Pools', pools],
    ['Notification policies', policies],
    ['Webhooks', webhooks],
  ];
  return (
    <section class="card" aria-labelledby="contents">
      <h2 id="contents">Contents</h2>
      <dl class="world-counts">
        {counts.map(([name, count, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {count.toLocaleString('en')}
              {more !== undefined && more !== '' && <span class="muted">{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
