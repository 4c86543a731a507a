import type { Traffic } from '../../../model/traffic';

/** What to do where nothing is delivered. */
export function NoJobs({ traffic: { place, canHaveJobs, kept } }: { readonly traffic: Traffic }) {
  return (
    <section class="card">
      <h2>No log-delivery jobs</h2>
      {canHaveJobs ? (
        <>
          <p>
            Without a job, nothing is delivered. Deploy a stack with a <code>LogpushJob</code>, or create a
            job through the API:
          </p>
          <pre tabIndex={0} aria-label="API call that creates a job">
            {`POST ${location.origin}/client/v4/${place.kind}s/${place.id}/logpush/jobs\n${JSON.stringify(exampleJob, null, 2)}`}
          </pre>
        </>
      ) : (
        <p>Only zones of the Enterprise plan can have log-delivery jobs. Choose another zone.</p>
      )}
      {kept > 0 && <p class="muted">Lines that were sent so far: {kept}. No job received them.</p>}
    </section>
  );
}

const exampleJob = {
  name: 'server-errors',
  dataset: 'http_requests',
  enabled: true,
  destination_conf: 's3://edge-logs/{DATE}?region=eu-central-1',
};
