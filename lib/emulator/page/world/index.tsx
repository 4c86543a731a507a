import { capitalize, formatNumber, plural } from '../../../ground/words';
import type { Clock } from '../../clock';
import { quirkList, type Quirks } from '../../http/quirks';
import { Stages } from '../../products/waf-migration/stages';
import { plans, type World } from '../../world';
import { Card, Facts, RefreshAfter } from '../content';
import {
  CheckField,
  ConfirmButton,
  ConfirmDialog,
  CopyButton,
  Form,
  Problem,
  SelectField,
  TextField,
  control,
} from '../forms';
import type { Page } from '../page';

interface WorldParts {
  readonly world: World;
  readonly clock: Clock;
  readonly quirks: () => Quirks;
  readonly stateFile: string | undefined;
}

export function worldPage(parts: WorldParts): Page {
  const { world } = parts;
  return {
    path: '/world',
    render: ({ origin }) => (
      <>
        <h1>World</h1>
        {contentsCard(world)}
        <div class="columns">
          <div>
            {exportCard(parts.clock.now().toISOString())}
            {importCard(world)}
            {resetCard(world)}
            {connectionCard(parts, origin)}
          </div>
          <div>
            {clockCard(parts.clock)}
            {cutoverCard(new Stages(world).cutoverMs)}
            {quirksCard(parts.quirks())}
          </div>
        </div>
      </>
    ),
  };
}

/** How many objects of each kind there are, without reading them. */
function countsOf({ places, store }: World) {
  return [
    [places.listAccounts().length, 'account', 'accounts'],
    [places.listZones().length, 'zone', 'zones'],
    [store.count('rulesets'), 'ruleset', 'rulesets'],
    [store.count('logpush_jobs'), 'log-delivery job', 'log-delivery jobs'],
    [store.count('pools'), 'pool', 'pools'],
    [store.count('alert_policies'), 'notification policy', 'notification policies'],
    [store.count('alert_webhooks'), 'webhook', 'webhooks'],
  ] as const;
}

function contentsCard(world: World) {
  const zones = world.places.listZones();
  const byPlan = plans
    .map((plan) => ({ plan, count: zones.filter((zone) => zone.plan === plan).length }))
    .filter(({ count }) => count > 0)
    .map(({ plan, count }) => `${count} ${capitalize(plan)}`);
  return (
    <Card title="Contents">
      <Facts
        facts={countsOf(world).map(([count, , many]) => [
          capitalize(many),
          many === 'zones' ? `${formatNumber(count)}: ${byPlan.join(', ')}` : formatNumber(count),
        ])}
      />
    </Card>
  );
}

function exportCard(now: string) {
  const path = '/__emulator/fixture';
  return (
    <Card title="Export">
      <p>
        A fixture: a JSON file with the accounts, zones and all of their objects. Start an emulator with it,
        put it into your tests, or import it here. It has no tokens, keys, webhook secrets or credentials of
        destinations, and no versions, notifications or security events.
      </p>
      <div class="row actions">
        <a
          class="button primary"
          href={path}
          download={`world-${now.slice(0, 19).replaceAll(/[-:]/g, '')}Z.json`}
        >
          Export
        </a>
        <a class="button" href={path} target="_blank">
          Show the fixture
        </a>
      </div>
    </Card>
  );
}

function importCard(world: World) {
  return (
    <Card title="Import">
      <p>
        Replaces the world by that of a fixture. Tokens and keys stay as they are, so that your clients keep
        working. A fixture that is invalid changes nothing.
      </p>
      <Form
        action={control('POST', '/reset', 'The fixture was imported.', { keepCredentials: true })}
        data-resets
      >
        <div class="field">
          <label for="file">Fixture file</label>
          <input id="file" type="file" accept=".json,application/json" data-into="fixture" />
        </div>
        <TextField
          label="Or its JSON"
          name="fixture"
          rows={5}
          required
          aria-describedby="import-problem"
          data-json
          data-keep
        />
        <Problem id="import-problem" />
        <div class="row actions">
          <button type="button" data-opens="import">
            Import…
          </button>
        </div>
        <ConfirmDialog id="import" title="Import this fixture?" confirm="Import">
          {lossOf(world)}
        </ConfirmDialog>
      </Form>
    </Card>
  );
}

function resetCard(world: World) {
  return (
    <Card title="Reset">
      <p>Returns to the fixture that the emulator was started with.</p>
      <div class="row actions">
        <ConfirmButton
          id="reset"
          label="Reset…"
          title="Reset the world?"
          confirm="Reset"
          action={control('POST', '/reset', 'The world was reset.', { keepCredentials: true })}
        >
          {lossOf(world)}
        </ConfirmButton>
      </div>
    </Card>
  );
}

function lossOf(world: World) {
  return (
    <>
      <p>This cannot be undone, unless you export the world first. It removes:</p>
      <ul>
        <li>
          {countsOf(world)
            .map(([count, one, many]) => plural(count, one, many))
            .join(', ')}
        </li>
        <li>the progress of WAF migrations, security events, notifications and the list of requests</li>
        <li>faults, the request limit, quirks, the cutover duration, and advances of the clock</li>
      </ul>
      <p>Delivered files and the tokens and keys stay.</p>
    </>
  );
}

/** How clients reach the emulator, and where its files are. No token: the command printed it when it started. */
function connectionCard({ world, stateFile }: WorldParts, origin: string) {
  const text = `export EDGE_BASE_URL=${origin}/client/v4
curl -H "Authorization: Bearer $EDGE_API_TOKEN" "$EDGE_BASE_URL/zones"`;
  return (
    <Card title="Connection">
      <Facts
        facts={[
          ['Base URL of the API', <code>{origin}/client/v4</code>],
          ['Controls', <code>{origin}/__emulator</code>],
          [
            'State',
            stateFile === undefined ? 'in memory, lost when the emulator stops' : <code>{stateFile}</code>,
          ],
          ['Buckets', <code>{world.buckets.root}</code>],
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

const duration = { type: 'number', min: '0', step: 'any', required: true, 'data-json': true };

const steps = [
  ['5 minutes', 300_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
] as const;

/** The emulator's clock, which can be moved on but not back. */
function clockCard(clock: Clock) {
  const now = clock.now().toISOString();
  return (
    <Card title="Clock">
      <RefreshAfter ms={1000} />
      <p>
        <time dateTime={now}>{now.slice(0, 19).replace('T', ' ')}</time> UTC
      </p>
      <p class="muted">
        {clock.advancedMs === 0
          ? 'Same as the clock of the machine.'
          : `${formatDuration(clock.advancedMs)} ahead of the clock of the machine. A reset takes that back.`}
      </p>
      <div class="row actions" role="group" aria-label="Move the clock on">
        {steps.map(([name, advanceMs]) => (
          <button
            type="button"
            {...control('PUT', '/clock', `The clock was moved on by ${name}.`, { advanceMs })}
          >
            + {name}
          </button>
        ))}
      </div>
      <Form class="row toolbar" action={control('PUT', '/clock', 'The clock was moved on.')} data-resets>
        <TextField label="Move on by" name="advanceMs" {...duration} data-times="unit" />
        <SelectField
          label="Unit"
          name=""
          id="unit"
          value="60000"
          choices={[
            ['1000', 'seconds'],
            ['60000', 'minutes'],
            ['3600000', 'hours'],
            ['86400000', 'days'],
          ]}
        />
        <button>Move on</button>
      </Form>
    </Card>
  );
}

function cutoverCard(ms: number) {
  return (
    <Card title="WAF cutover">
      <p>
        A zone that migrates has the previous and the new WAF managed rules for{' '}
        <strong class="whole">{formatDuration(ms)}</strong>. A change applies to cutovers that begin later.
      </p>
      <Form class="row toolbar" action={control('PUT', '/waf-cutover', 'The duration is set.')} data-resets>
        <TextField label="Duration in seconds" name="ms" {...duration} data-times="1000" />
        <button>Set</button>
      </Form>
    </Card>
  );
}

/** Variations of replies that the API allows: switched on here, they show what a client takes for granted. */
function quirksCard(quirks: Quirks) {
  return (
    <Card title="Variations of replies">
      <p>Replies that the API may give too. Clients must handle all of them.</p>
      {quirkList.map(({ key, title, effect }) => (
        <CheckField
          role="switch"
          name={key}
          checked={quirks[key]}
          label={
            <span>
              {title} <code class="muted">{key}</code>
              <br />
              <span class="muted">{effect}</span>
            </span>
          }
          {...control('PUT', '/quirks', `${title}: ${quirks[key] ? 'off' : 'on'}.`, quirks)}
        />
      ))}
    </Card>
  );
}

/** `1 h 5 min`; the two largest units of a duration. */
export function formatDuration(ms: number): string {
  let rest = ms;
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.slice(0, 2).join(' ') || '0 s';
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;
