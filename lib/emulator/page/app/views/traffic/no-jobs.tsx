import type { Traffic } from '../../../model/traffic';

/** What to do where nothing is delivered. */
export function NoJobs({ traffic: { place, exampleJob, kept } }: { readonly traffic: Traffic }) {
  return (
    <section class="card">
      <h2>No log-delivery jobs</h2>
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
    </section>
  );
}
