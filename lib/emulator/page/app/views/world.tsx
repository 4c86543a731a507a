import type { WorldData } from '../../model/world';
import { ShownView, useView } from '../use-view';
import { ClockCard, CutoverCard } from './world/time';
import { ExportCard, ImportCard, ResetCard } from './world/fixture';
import { QuirksCard } from './world/quirks';
import { own } from '../../../../ground/record';
import { Card, CopyButton, Facts } from '../components/content';

/** `#/world` */
export function WorldPage() {
  const view = useView<WorldData>('/world');
  return (
    <>
      <h1>World</h1>
      <ShownView view={view}>
        {(world) => (
          <>
            <ContentsCard world={world} />
            <div class="columns">
              <div>
                <ExportCard now={world.clock.now} />
                <ImportCard world={world} />
                <ResetCard world={world} />
                <ConnectionCard world={world} />
              </div>
              <div>
                <ClockCard clock={world.clock} />
                <CutoverCard />
                <QuirksCard quirks={world.quirks} />
                <OtherControlsCard />
              </div>
            </div>
          </>
        )}
      </ShownView>
    </>
  );
}

/** Where the controls are that belong to other parts of the page. */
function OtherControlsCard() {
  return (
    <Card title="Other controls">
      <ul>
        <li>
          <a href="#/traffic">Send sample requests</a> through log-delivery jobs
        </li>
        <li>
          <a href="#/pools">Let origins of pools fail</a> their health checks
        </li>
        <li>
          <a href="#/requests">Inject faults, and limit requests</a>
        </li>
      </ul>
    </Card>
  );
}

const planNames: Readonly<Record<string, string>> = {
  free: 'Free',
  pro: 'Pro',
  business: 'Business',
  enterprise: 'Enterprise',
};

/** How many objects of each kind there are. */
function ContentsCard({ world }: { readonly world: WorldData }) {
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
    <Card title="Contents">
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
    </Card>
  );
}

/** How clients reach the emulator, and where its files are. No token: the command printed it when it started. */
function ConnectionCard({ world: { stateFile, bucketsDir } }: { readonly world: WorldData }) {
  const url = `${location.origin}/client/v4`;
  const setting = `export EDGE_BASE_URL=${url}`;
  const example = 'curl -H "Authorization: Bearer $EDGE_API_TOKEN" "$EDGE_BASE_URL/zones"';
  const text = `${setting}\n${example}`;
  return (
    <Card title="Connection">
      <Facts
        class="facts connection"
        facts={[
          ['Base URL of the API', <code>{url}</code>],
          ['Controls', <code>{location.origin}/__emulator</code>],
          [
            'State',
            stateFile === null ? 'in memory, lost when the emulator stops' : <code>{stateFile}</code>,
          ],
          ['Buckets', <code>{bucketsDir}</code>],
        ]}
      />
      <h3>In a shell</h3>
      <p>
        Set <code>EDGE_API_TOKEN</code> to the token that the emulator printed when it started, or to one of
        your fixture.
      </p>
      <pre tabIndex={0} role="region" aria-label="Commands for a shell">
        {text}
      </pre>
      <div class="row actions">
        <CopyButton text={text} label="Copy" done="The commands were copied." />
      </div>
    </Card>
  );
}
