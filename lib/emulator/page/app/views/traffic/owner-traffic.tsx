import { Card } from '../../components/content';
import { useRef, useState } from 'preact/hooks';
import type { Traffic, TrafficOwners } from '../../../model/traffic';
import { CheckField } from '../../components/field';
import { ShownView, useView } from '../../use-view';
import { JobTraffic } from './job-traffic';
import { Sender } from './sender';
import { ListPage, useList } from '../../components/list-page';
import { Table, type Column } from '../../components/table';

/** The traffic of a zone or account. `path` is that of its view. */
export function OwnerTraffic({ path }: { readonly path: string }) {
  const [isWhole, setWhole] = useState(false);
  const [isDeliveredOnly, setDeliveredOnly] = useState(false);
  const query = isWhole ? '?exchanges=all' : '';
  const view = useView<Traffic>(path + query);
  // What was there when the page opened is not new.
  const known = useRef<number | undefined>(undefined);
  if (view.data !== undefined) known.current ??= view.data.exchanges[0]?.number ?? 0;
  const name = view.data?.place.name;
  return (
    <>
      <p>
        <a href="#/traffic">All zones and accounts</a>
      </p>
      <h1>{name === undefined ? 'Traffic' : `Traffic of ${name}`}</h1>
      <ShownView view={view}>
        {(traffic) => (
          <>
            <Sender path={path} traffic={traffic} />
            {traffic.jobs.length === 0 ? (
              <NoJobs traffic={traffic} />
            ) : (
              <>
                <div class="row apart">
                  <p role="status" class="muted">
                    {describeKept(traffic)}
                  </p>
                  <CheckField
                    label="Delivered lines only"
                    isChecked={isDeliveredOnly}
                    onCheck={setDeliveredOnly}
                  />
                </div>
                <div class="columns">
                  {traffic.jobs.map((job) => (
                    <JobTraffic
                      key={job.id}
                      job={job}
                      exchanges={traffic.exchanges}
                      newAfter={known.current ?? 0}
                      isDeliveredOnly={isDeliveredOnly}
                    />
                  ))}
                </div>
                {traffic.kept > traffic.exchanges.length && (
                  <div class="row actions">
                    <button type="button" onClick={() => setWhole(true)}>
                      Show all {traffic.kept}
                    </button>
                  </div>
                )}
              </>
            )}
          </>
        )}
      </ShownView>
    </>
  );
}

function describeKept({ exchanges, kept }: Traffic): string {
  if (kept === 0) return 'Nothing has been sent yet.';
  return kept > exchanges.length
    ? `The newest ${exchanges.length} of ${kept} lines that were sent, the newest first.`
    : `${kept === 1 ? 'One line was' : `${kept} lines were`} sent; the newest is first.`;
}

/** Says how to create a job where there is none. */
function NoJobs({ traffic: { place, exampleJob, kept } }: { readonly traffic: Traffic }) {
  return (
    <Card title="No log-delivery jobs">
      {exampleJob !== null ? (
        <>
          <p>
            Without a job, nothing is delivered. Deploy a stack with a <code>LogpushJob</code>, or create a
            job through the API:
          </p>
          <pre tabIndex={0} aria-label="API call that creates a job">
            {`POST ${location.origin}/client/v4/${place.kind}s/${place.id}/logpush/jobs\n${exampleJob}`}
          </pre>
        </>
      ) : (
        <p>Only zones of the Enterprise plan can have log-delivery jobs. Choose another zone.</p>
      )}
      {kept > 0 && <p class="muted">Lines that were sent so far: {kept}. No job received them.</p>}
    </Card>
  );
}

/** The choice of a zone or account. */
export function TrafficPage() {
  const list = useList<TrafficOwners>('/traffic/zones', {});
  return (
    <ListPage
      head={
        <>
          <h1>Traffic</h1>
          <p class="muted">
            Choose a zone to send sample requests, and to see which lines its jobs deliver and which they
            drop.
          </p>
        </>
      }
      list={list}
      what="zones and accounts"
      search="Search zones and accounts"
    >
      {({ items }, pager) => (
        <section class="card">
          <Table
            caption="Zones and accounts"
            columns={columns}
            rows={items}
            keyOf={({ kind, id }) => `${kind} ${id}`}
          />
          {pager}
        </section>
      )}
    </ListPage>
  );
}

const columns: readonly Column<TrafficOwners['items'][number]>[] = [
  {
    name: 'Name',
    isHeading: true,
    cell: ({ kind, id, name }) => <a href={`#/traffic/${kind === 'zone' ? id : `accounts/${id}`}`}>{name}</a>,
  },
  { name: 'Kind', cell: ({ kind }) => (kind === 'zone' ? 'Zone' : 'Account') },
  {
    name: 'Log-delivery jobs',
    class: ({ jobs }) => (jobs === 0 ? 'muted' : ''),
    cell: ({ jobs, enabledJobs }) => (jobs === 0 ? 'None' : `${jobs}, ${enabledJobs} enabled`),
  },
];
