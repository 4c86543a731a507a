import { formatShare } from '../../../ground/words';
import {
  customFieldKinds,
  customFieldLogFields,
  deliveryOf,
  describeFilter,
  formatExpression,
  nameDestination,
  parseFilter,
  type CustomFields,
} from '../../../logs';
import { refuse } from '../../http/errors';
import type { Traffic } from '../../products/logpush/deliver';
import { sampleTraffic } from '../../products/logpush/samples';
import type { Job } from '../../products/logpush/schema';
import type { Scope } from '../../scope';
import type { World } from '../../world';
import { Badge, Card, Facts, Table, Time, type Column } from '../content';
import { CheckField, Form, Problem, TextField, control } from '../forms';
import { Choices, Pager, Toolbar, linkWith, pageOf } from '../lists';
import type { Page, PageCall } from '../page';
import { linesOf } from './outcomes';

export function trafficPages(world: World, traffic: Traffic): readonly Page[] {
  const ofOwner = (kind: Scope['kind']) => (call: PageCall) => {
    const id = call.param('id');
    const owner = kind === 'zone' ? world.places.zone(id) : world.places.account(id);
    if (owner === undefined) throw refuse(404, 1000, `There is no ${kind} with this id. Choose another one.`);
    return ownerTraffic({ scope: { kind, id }, owner, world, traffic, call });
  };
  return [
    { path: '/traffic', render: ({ query }) => ownerList(listOwners(world, traffic), query) },
    { path: '/traffic/:id', render: ofOwner('zone') },
    { path: '/traffic/accounts/:id', render: ofOwner('account') },
  ];
}

interface Owner extends Scope {
  readonly name: string;
  readonly jobs: readonly Job[];
}

/** Those with jobs first. */
function listOwners({ places }: World, { jobs }: Traffic): readonly Owner[] {
  const all = [
    ...places.listZones().map(({ id, name }) => ({ kind: 'zone' as const, id, name })),
    ...places.listAccounts().map(({ id, name }) => ({ kind: 'account' as const, id, name })),
  ].map((owner) => ({ ...owner, jobs: jobs.list(owner) }));
  return [...all.filter((each) => each.jobs.length > 0), ...all.filter((each) => each.jobs.length === 0)];
}

function ownerList(owners: readonly Owner[], query: URLSearchParams) {
  const list = pageOf(owners, query, ({ name, id }) => `${name} ${id}`);
  return (
    <>
      <h1>Traffic</h1>
      <p class="muted">
        Choose a zone to send sample requests, and to see which lines its jobs deliver and which they drop.
      </p>
      <Toolbar label="Search zones and accounts" query={query} />
      <section class="card">
        <Table caption="Zones and accounts" columns={columns} rows={list.items} />
        <Pager list={list} what="zones and accounts" query={query} />
      </section>
    </>
  );
}

const columns: readonly Column<Owner>[] = [
  {
    name: 'Name',
    isHeading: true,
    cell: ({ kind, id, name }) => <a href={`/traffic/${kind === 'zone' ? id : `accounts/${id}`}`}>{name}</a>,
  },
  { name: 'Kind', cell: ({ kind }) => (kind === 'zone' ? 'Zone' : 'Account') },
  {
    name: 'Log-delivery jobs',
    class: ({ jobs }) => (jobs.length === 0 ? 'muted' : ''),
    cell: ({ jobs }) =>
      jobs.length === 0 ? 'None' : `${jobs.length}, ${jobs.filter(({ enabled }) => enabled).length} enabled`,
  },
];

interface OwnerProps {
  readonly scope: Scope;
  readonly owner: { readonly name: string; readonly plan?: string };
  readonly world: World;
  readonly traffic: Traffic;
  readonly call: PageCall;
}

function ownerTraffic(props: OwnerProps) {
  const { scope, owner, world, traffic, call } = props;
  const { query } = call;
  const jobs = traffic.jobs.list(scope);
  const kept = traffic.feed.list(scope);
  const items = query.get('exchanges') === 'all' ? kept : kept.slice(0, mostExchanges);
  const isDeliveredOnly = query.get('delivered') === 'on';
  return (
    <>
      <p>
        <a href="/traffic">All zones and accounts</a>
      </p>
      <h1>Traffic of {owner.name}</h1>
      {sender(props, jobs)}
      {jobs.length === 0 ? (
        <Card title="No log-delivery jobs">
          {owner.plan === undefined || owner.plan === 'enterprise' ? (
            <>
              <p>
                Without a job, nothing is delivered. Deploy a stack with a <code>LogpushJob</code>, or create
                a job through the API:
              </p>
              <pre tabIndex={0} aria-label="API call that creates a job">
                {`POST ${call.origin}/client/v4/${scope.kind}s/${scope.id}/logpush/jobs\n`}
                {JSON.stringify(exampleJob(scope), null, 2)}
              </pre>
            </>
          ) : (
            <p>Only zones of the Enterprise plan can have log-delivery jobs. Choose another zone.</p>
          )}
          {kept.length > 0 && (
            <p class="muted">Lines that were sent so far: {kept.length}. No job received them.</p>
          )}
        </Card>
      ) : (
        <>
          <div class="row apart">
            <p role="status" class="muted">
              {describeKept(items.length, kept.length)}
            </p>
            <CheckField label="Delivered lines only" name="delivered" checked={isDeliveredOnly} data-query />
          </div>
          <div class="columns">
            {jobs.map((job) => (
              <section class="card" id={`job-${job.id}`} aria-label={nameOf(job)}>
                {settingsOf(job, world, scope)}
                <h3>Lines</h3>
                {linesOf(job, items, isDeliveredOnly)}
              </section>
            ))}
          </div>
          {kept.length > items.length && (
            <div class="row actions">
              <a class="button" href={linkWith(query, { exchanges: 'all' })}>
                Show all {kept.length}
              </a>
            </div>
          )}
        </>
      )}
    </>
  );
}

/** Unless all of them are asked for. */
const mostExchanges = 25;

function describeKept(shown: number, kept: number): string {
  if (kept === 0) return 'Nothing has been sent yet.';
  return kept > shown
    ? `The newest ${shown} of ${kept} lines that were sent, the newest first.`
    : `${kept === 1 ? 'One line was' : `${kept} lines were`} sent; the newest is first.`;
}

/** A job whose destination proves with its keys whose it is, so that the call needs no ownership challenge. */
export function exampleJob({ kind }: Scope): object {
  return {
    name: 'example',
    dataset: kind === 'zone' ? 'http_requests' : 'audit_logs',
    enabled: true,
    destination_conf:
      'r2://edge-logs/{DATE}?account-id=example&access-key-id=example&secret-access-key=example',
  };
}

function nameOf({ name, id }: Job): string {
  return name ?? `Job ${id}`;
}

/** Sends lines that the user edits, through the control that every client can use. */
function sender({ scope, owner, world, traffic, call: { query } }: OwnerProps, jobs: readonly Job[]) {
  const customFields = scope.kind === 'zone' ? traffic.customFieldsOf(scope.id) : undefined;
  const samples = sampleTraffic({
    jobs,
    scope,
    lists: world.lists,
    host: scope.kind === 'zone' ? owner.name : 'example.com',
    customFields,
    now: world.now(),
    newId: world.newId,
  });
  const datasets = [...new Set(samples.map(({ dataset }) => dataset))];
  const dataset = datasets.find((name) => name === query.get('dataset')) ?? datasets[0];
  if (dataset === undefined) return null;
  const choices = samples.filter((each) => each.dataset === dataset);
  const sample = choices.find(({ name }) => name === query.get('sample')) ?? choices[0];
  const isRequests = dataset === 'http_requests';
  const path = `/${scope.kind}s/${scope.id}/${isRequests ? 'requests' : `datasets/${dataset}/records`}`;
  const delivered = jobs
    .filter((job) => job.enabled && job.dataset === dataset)
    .map((job) => `; ${job.name ?? `job ${job.id}`} delivered {delivered.${job.id}}`);
  return (
    <Card title={`Send sample ${isRequests ? 'requests' : 'records'}`}>
      {datasets.length > 1 && (
        <Choices
          label="Dataset"
          name="dataset"
          query={query}
          choices={datasets.map((name) => [name, name])}
        />
      )}
      <Choices
        label="Samples"
        name="sample"
        query={query}
        choices={choices.map(({ name }) => [name, name])}
      />
      <Form action={control('POST', path, `{accepted} sent${delivered.join('')}`)}>
        <TextField
          label={`${isRequests ? 'Requests' : 'Records'}, one JSON object a line`}
          name="lines"
          id={`lines-${dataset}-${sample?.name}`}
          rows={6}
          wrap="off"
          required
          aria-describedby="sender-problem"
          data-whole
          data-keep
        >
          {sample?.lines}
        </TextField>
        <Problem id="sender-problem" />
        {isRequests && <p class="muted">{describeCustomFields(customFields)}</p>}
        <button class="primary">Send</button>
      </Form>
    </Card>
  );
}

function describeCustomFields(customFields: CustomFields | undefined): string {
  const names = customFieldKinds.flatMap(({ key, noun }) =>
    (customFields?.[key] ?? []).map((name) => `${noun} ${name}`),
  );
  return names.length === 0
    ? 'The zone has no custom fields: the headers and cookies of its requests are not logged.'
    : `Custom fields of the zone: ${names.join(', ')}.`;
}

function settingsOf(job: Job, world: World, scope: Scope) {
  const dataset = world.lists.find(job.dataset, scope.kind);
  const delivery = dataset && deliveryOf(job, dataset);
  const filter = job.filter === null ? undefined : parseFilter(job.filter).filter;
  const words = filter === undefined ? job.filter : describeFilter(filter);
  const rate = delivery?.sample_rate ?? 1;
  const hasTemplate = (delivery?.record_template ?? '') !== '';
  return (
    <>
      <h2>
        {nameOf(job)}{' '}
        <Badge tone={job.enabled ? 'good' : 'neutral'}>{job.enabled ? 'Enabled' : 'Disabled'}</Badge>
      </h2>
      {job.last_error !== null && job.error_message !== null && (
        <p class="notice bad">
          Last error at <Time at={job.last_error} />: {job.error_message}
        </p>
      )}
      <Facts
        facts={[
          [
            'Delivers',
            <>
              {words === null ? 'Every line' : `Lines whose ${words}`}
              {rate < 1 && `, of these ${formatShare(rate)} at random`}
              {filter !== undefined && (
                <div>
                  <code class="muted">{formatExpression(filter, dataset && { dataset })}</code>
                </div>
              )}
            </>,
          ],
          [
            'To',
            <>
              <code>{nameDestination(job.destination_conf)}</code> as{' '}
              {hasTemplate ? 'records of a template' : (delivery?.output_type ?? 'ndjson')}
            </>,
          ],
          ['Fields', fieldsOf(job.dataset, delivery?.field_names ?? [])],
        ]}
      />
    </>
  );
}

function fieldsOf(dataset: string, fields: readonly string[]) {
  const ofCustomFields: readonly string[] = dataset === 'http_requests' ? customFieldLogFields : [];
  const marked = fields.filter((name) => ofCustomFields.includes(name));
  const list = fields.map((name, index) => (
    <>
      {index > 0 && ', '}
      {marked.includes(name) ? <mark>{name}</mark> : name}
    </>
  ));
  return fields.length <= mostFields ? (
    <>
      {list} <span class="muted">of {dataset}</span>
    </>
  ) : (
    <details>
      <summary>
        {fields.length} fields of {dataset}
        {marked.length > 0 && `, with ${marked.join(', ')}`}
      </summary>
      {list}
    </details>
  );
}

const mostFields = 12;
