import type { FixtureKey } from '../../fixture/seed';
import { withoutDefaults, writeItems } from '../../fixture/write';
import type { ScopeKind } from '../../scope';
import { maskCredentials } from '../../fixture/mask-credentials';
import { jobDefaults } from './model';
import type { Job } from './model';
import type { Jobs } from './state';

/** The jobs of a zone or an account for a fixture: as in a create body, with their ids. */
export function writeJobs(jobs: Jobs, kind: ScopeKind): FixtureKey['write'] {
  return (id) => writeItems(jobs.list({ kind, id }), writeJob);
}

/** Without the outcome of deliveries. */
function writeJob({
  last_complete: _complete,
  last_error: _error,
  error_message: _message,
  ...job
}: Job): object {
  return withoutDefaults(
    { ...job, destination_conf: maskCredentials(job.destination_conf) },
    // A job without a dataset would be hard to read.
    { ...jobDefaults, dataset: undefined },
  );
}
