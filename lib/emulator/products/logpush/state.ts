import type { Table } from '../../state/store';
import type { World } from '../../world';
import type { Challenges } from './challenge';
import { checkJob, readDestination } from './checks';
import { logpushRefusals as refusals } from './errors';
import { jobDefaults } from './model';
import type { Job, JobPatch, JobSettings } from './model';

export const maxJobsPerZone = 4;

/** The log-delivery jobs of all zones. */
export class Jobs {
  private readonly jobs: Table<Job>;
  private readonly sequences: Table<number>;

  constructor(
    private readonly world: World,
    private readonly challenges: Challenges,
  ) {
    this.jobs = world.store.table<Job>('logpush_jobs');
    this.sequences = world.store.table<number>('sequences');
  }

  list(zoneId: string): readonly Job[] {
    return this.jobs.list(zoneId);
  }

  get(zoneId: string, id: string): Job {
    const job = this.jobs.get(zoneId, id);
    if (job === undefined) throw refusals.noJob(id);
    return job;
  }

  create(zoneId: string, sent: JobPatch): Job {
    const settings = this.checkNew(zoneId, sent);
    this.checkChallenge(zoneId, settings.destination_conf, sent.ownership_challenge);
    return this.add(zoneId, settings, (this.sequences.get('', 'job') ?? firstJobId - 1) + 1);
  }

  /** A job of a fixture: all checks except the challenge and the number of operators of its filter. */
  seed(zoneId: string, sent: JobPatch, id: number | undefined): Job {
    const next = (this.sequences.get('', 'job') ?? firstJobId - 1) + 1;
    return this.add(zoneId, this.checkNew(zoneId, sent, true), id ?? next);
  }

  update(zoneId: string, id: string, patch: JobPatch): Job {
    const job = this.get(zoneId, id);
    const settings = withoutChallenge(patch);
    for (const key of ['dataset', 'kind'] as const)
      if (settings[key] !== undefined && settings[key] !== job[key]) throw refusals.immutable(key);
    const next: Job = { ...job, ...settings };
    checkJob(next, patch, 'updating a job', next.filter === job.filter);
    if (next.destination_conf !== job.destination_conf)
      this.checkChallenge(zoneId, next.destination_conf, patch.ownership_challenge);
    this.world.store.commit([this.jobs.put(zoneId, id, next)]);
    return next;
  }

  delete(zoneId: string, id: string): void {
    this.get(zoneId, id);
    this.world.store.commit([this.jobs.delete(zoneId, id)]);
  }

  /** Records the outcome of a delivery; the job may have been deleted. */
  note(
    zoneId: string,
    id: number,
    outcome: Pick<Job, 'last_complete'> | Pick<Job, 'last_error' | 'error_message'>,
  ): void {
    const job = this.jobs.get(zoneId, String(id));
    if (job === undefined) return;
    const cleared = 'last_complete' in outcome ? { error_message: null } : {};
    this.world.store.commit([this.jobs.put(zoneId, String(id), { ...job, ...cleared, ...outcome })]);
  }

  private checkNew(zoneId: string, sent: JobPatch, isExisting = false): JobSettings {
    const { destination_conf: conf } = sent;
    if (conf === undefined) throw refusals.missing('destination_conf');
    const allowed = this.world.places.zone(zoneId)?.plan === 'enterprise' ? maxJobsPerZone : 0;
    if (this.list(zoneId).length >= allowed) throw refusals.tooManyJobs();
    const job: JobSettings = { ...jobDefaults, ...withoutChallenge(sent), destination_conf: conf };
    checkJob(job, sent, 'creating a new job', isExisting);
    return job;
  }

  private checkChallenge(zoneId: string, conf: string, challenge: string | undefined): void {
    const { destination } = readDestination(conf);
    if (destination?.needsChallenge !== true) return;
    if (!this.challenges.isValid(challenge ?? '', zoneId, conf)) throw refusals.badChallenge();
  }

  private add(zoneId: string, settings: JobSettings, id: number): Job {
    const job: Job = { id, ...settings, last_complete: null, last_error: null, error_message: null };
    const last = Math.max(id, this.sequences.get('', 'job') ?? 0);
    this.world.store.commit([this.jobs.put(zoneId, String(id), job), this.sequences.put('', 'job', last)]);
    return job;
  }
}

/** The challenge is checked and not kept. */
function withoutChallenge(patch: JobPatch): Partial<JobSettings> {
  const { ownership_challenge, ...settings } = patch;
  return ownership_challenge === undefined ? patch : settings;
}

const firstJobId = 1001;
