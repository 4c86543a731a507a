import type { Table } from '../../state/store';
import type { World } from '../../world';
import type { Challenges } from './challenge';
import { checkJob, readDestination } from './checks';
import { logpushRefusals as refusals } from './errors';
import { type Job, jobBody, type JobPatch, type JobSettings } from './schema';
import type { Scope } from '../../scope';
import { Collection } from '../../state/collection';

/** Most jobs of a zone; of an account for each dataset. */
export const maxJobs = 4;

/** The log-delivery jobs of all zones and accounts. An id belongs to one job of all. */
export class Jobs extends Collection<Job, Scope> {
  private readonly sequences: Table<number>;

  constructor(
    world: World,
    private readonly challenges: Challenges,
  ) {
    super(world, 'logpush_jobs', refusals.noJob);
    this.sequences = world.store.table<number>('sequences');
  }

  isTaken(id: number): boolean {
    const { places } = this.world;
    const scopes: readonly Scope[] = [
      ...places.listZones().map((zone) => ({ kind: 'zone' as const, id: zone.id })),
      ...places.listAccounts().map((account) => ({ kind: 'account' as const, id: account.id })),
    ];
    return scopes.some((scope) => this.find(scope, id) !== undefined);
  }

  create(scope: Scope, sent: JobPatch): Job {
    const settings = this.checkNew(scope, sent);
    this.checkChallenge(scope, settings.destination_conf, sent.ownership_challenge);
    return this.add(scope, settings);
  }

  /** A job of a fixture: all checks except those of the challenge, the credentials and the number of operators of its filter. */
  seed(scope: Scope, sent: JobPatch, id: number | undefined): Job {
    return this.add(scope, this.checkNew(scope, sent, true), id);
  }

  update(scope: Scope, job: Job, patch: JobPatch): Job {
    const { ownership_challenge: challenge, ...settings } = patch;
    const changed = jobBody.findFixed(patch, job);
    if (changed !== undefined) throw refusals.immutable(`/${changed}`);
    const next: Job = { ...job, ...settings };
    checkJob(next, patch, {
      scope,
      operation: 'updating a job',
      lists: this.world.lists,
      isExisting: next.filter === job.filter,
    });
    if (next.destination_conf !== job.destination_conf)
      this.checkChallenge(scope, next.destination_conf, challenge);
    return this.put(scope, next);
  }

  /** Records the outcome of a delivery; the job may have been deleted. */
  note(
    scope: Scope,
    id: number,
    outcome: Pick<Job, 'last_complete'> | Pick<Job, 'last_error' | 'error_message'>,
  ): void {
    const job = this.find(scope, id);
    if (job === undefined) return;
    const cleared = 'last_complete' in outcome ? { error_message: null } : {};
    this.put(scope, { ...job, ...cleared, ...outcome });
  }

  private checkNew(scope: Scope, sent: JobPatch, isSeeded = false): JobSettings {
    const job = withoutChallenge(jobBody.complete(sent));
    this.checkLimit(scope, job.dataset);
    checkJob(job, sent, {
      scope,
      operation: 'creating a new job',
      lists: this.world.lists,
      isExisting: isSeeded,
      isSeeded,
    });
    return job;
  }

  private checkLimit(scope: Scope, dataset: string): void {
    const jobs = this.list(scope);
    if (scope.kind === 'account') {
      if (jobs.filter((job) => job.dataset === dataset).length >= maxJobs)
        throw refusals.tooManyOfDataset(dataset);
      return;
    }
    const allowed = this.world.places.zone(scope.id)?.plan === 'enterprise' ? maxJobs : 0;
    if (jobs.length >= allowed) throw refusals.tooManyJobs();
  }

  private checkChallenge(scope: Scope, conf: string, challenge: string | undefined): void {
    const { destination } = readDestination(conf, this.world.lists);
    if (destination?.needsChallenge !== true) return;
    if (!this.challenges.isValid(challenge ?? '', scope, conf)) throw refusals.badChallenge();
  }

  private add(scope: Scope, settings: JobSettings, given?: number): Job {
    const id = given ?? (this.sequences.get('', 'job') ?? firstJobId - 1) + 1;
    const job: Job = { id, ...settings, last_complete: null, last_error: null, error_message: null };
    const last = Math.max(id, this.sequences.get('', 'job') ?? 0);
    this.world.store.commit([this.write(scope, job), this.sequences.put('', 'job', last)]);
    return job;
  }
}

/** The challenge is checked and not kept. */
function withoutChallenge({
  ownership_challenge: _checked,
  ...job
}: ReturnType<typeof jobBody.complete>): JobSettings {
  return job;
}

const firstJobId = 1001;
