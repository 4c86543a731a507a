import {
  errorAt,
  isListValue,
  isUnknown,
  isWhollyKnown,
  warningAt,
  type Diagnostic,
  type ObjectValue,
  type Planned,
  type State,
  type Value,
} from '../../schema';
import type { LogpushJob } from '../../client';
import { truncatingRedactor, destinationSecrets } from '../../client/redact';
import { checkFilterToSend, customFieldLogFields, isAboutOperators } from '../../logs';
import { adviseOnCustomFields } from '../custom-log-fields';
import type { Context, PlannedChange } from '../handler';
import { faultDiagnostics } from '../faults';
import { listObjects, plural } from '../../ground/words';
import { datasetOf, type LogpushJobAttributes } from './contract';
import { cveOption } from './options';
import { missingCredentials, needsChallenge, schemeOf, withCredentials } from './destination';
import { faultOfChallenge, requestAnother } from './challenge';
import { usualJobLimit } from './limits';
import { jobMemory } from './memory';
import { listedFields } from './output';
import { describeScope, knownScopeOf, ownershipCall, scopeKindOf, toClientScope } from './scope';
import { newJobsIn } from './duplicates';

type Job = Planned<LogpushJobAttributes>;

/** The attributes that decide whether the destination is sent again. */
export type DestinationAttributes = Pick<Job, 'destination_conf' | 'destination_credentials_version'>;

/** Whether to send the destination: for a new job, another destination, or another version of the credentials. */
export function sendsDestination(
  prior: Pick<State<LogpushJobAttributes>, 'destination_conf' | 'destination_credentials_version'> | null,
  desired: DestinationAttributes,
): boolean {
  return (
    prior?.destination_conf !== desired.destination_conf ||
    prior.destination_credentials_version !== desired.destination_credentials_version
  );
}

/**
 * Checks a destination before it is sent. `current` has the names of the credentials that the job has now. Only the
 * configuration has write-only values.
 */
export function adviseOnDestination(
  { prior, planned, config }: PlannedChange<LogpushJobAttributes>,
  current: readonly string[],
): Diagnostic[] {
  const conf = planned?.destination_conf;
  if (planned === null || typeof conf !== 'string' || !sendsDestination(prior, planned)) return [];
  const diagnostics = schemeOf(conf) === 'sumo' ? [keyInPath] : [];
  const credentials = config?.destination_credentials ?? null;
  if (isUnknown(credentials) || !isWhollyKnown(credentials)) return diagnostics;
  if (credentials === null) {
    const lost = prior === null ? [] : credentialsMissing(prior, planned, current);
    const none = missingCredentials(conf, []).map(({ message }) => missing(message));
    diagnostics.push(...(lost.length > 0 ? lost : none.slice(0, 1)));
  }
  const destination = withCredentials(conf, credentials);
  if (needsChallenge(destination))
    diagnostics.push(...adviseOnChallenge(config?.ownership_challenge ?? '', planned, destination));
  return diagnostics;
}

function adviseOnChallenge(
  challenge: Job['ownership_challenge'],
  planned: Job,
  destination: string,
): Diagnostic[] {
  if (challenge === '') return [challengeMissing(planned)];
  const fault =
    typeof challenge === 'string'
      ? faultOfChallenge(challenge, { scope: knownScopeOf(planned), destination }, new Date())
      : undefined;
  if (fault === undefined) return [];
  return [
    (fault.isCertain ? errorAt : warningAt)(
      ['ownership_challenge'],
      'Unusable ownership challenge',
      `${fault.text} ${requestAnother(scopeKindOf(planned))}`,
    ),
  ];
}

/** The error for a job that would lose its credentials, as its destination is sent without them. */
export function credentialsMissing(
  prior: State<LogpushJobAttributes>,
  desired: DestinationAttributes,
  current: readonly string[],
): Diagnostic[] {
  if (prior.destination_credentials_version !== desired.destination_credentials_version) {
    const cause = 'destination_credentials_version (destinationCredentialsVersion) changed';
    return [missing(`${cause}, which announces new credentials, but none are set.`)];
  }
  const to = desired.destination_conf;
  if (current.length === 0 || typeof to !== 'string' || schemeOf(to) !== schemeOf(prior.destination_conf))
    return [];
  return [missing(`The job uses ${current.join(', ')}, and a new destination needs its own credentials.`)];
}

/** Reason of the last failed delivery of a job, without the secrets of its destination. */
export function deliveryFailureOf({
  destination_conf: conf,
  error_message: message,
}: Pick<LogpushJob, 'destination_conf' | 'error_message'>): string | null {
  return message === null ? null : truncatingRedactor(destinationSecrets(conf))(message);
}

/** Warns if the apply enables a job that may be disabled because its deliveries fail: the service does that (public facts, section 8.4). */
export function adviseOnDisabled(
  job: Pick<LogpushJob, 'destination_conf' | 'enabled' | 'last_error' | 'error_message'> & {
    readonly id: string | number | null;
  },
  planned: Pick<Job, 'enabled'>,
): Diagnostic[] {
  const message = deliveryFailureOf(job) ?? '';
  if (job.enabled || planned.enabled !== true || (message === '' && job.last_error === null)) return [];
  const when = job.last_error === null ? '' : ` at ${job.last_error}`;
  return [
    warningAt(
      ['enabled'],
      `Job ${job.id ?? ''} is disabled after a failed delivery`,
      `The last failed delivery was${when}${message === '' ? '' : `: "${message}"`}. The service disables a job whose deliveries fail, ` +
        'and the apply enables it again. Check first that the destination exists, that its address and credentials are right, and ' +
        'that the service may write to it. To leave the job disabled, set `enabled` to false.',
    ),
  ];
}

/** Warns if a change between `logpull_options` and `output_options` loses options without an attribute (`unmanaged`). */
export function adviseOnOutput(
  { prior, planned }: PlannedChange<LogpushJobAttributes>,
  unmanaged: readonly string[],
): Diagnostic[] {
  if (prior === null || planned === null || isUnknown(planned.output_options)) return [];
  const { output_options: output } = planned;
  if ((prior.output_options === null) === (output === null)) return [];
  const lost = unmanaged.filter((name) => name !== cveOption || output?.cve_2021_44228 !== true);
  if (lost.length === 0) return [];
  const [from, to] =
    output === null ? ['output_options', 'logpull_options'] : ['logpull_options', 'output_options'];
  const fix = lost.includes(cveOption)
    ? ' Set `cve_2021_44228` (`cve202144228`) to keep the protection.'
    : '';
  return [
    warningAt(
      ['output_options'],
      'Job options are lost',
      `${lost.join(', ')}: set out of band in ${from}, and lost when the job moves to ${to}.${fix}`,
    ),
  ];
}

/**
 * Refuses too many operators in a filter that will be sent. How the service counts is not public, and here the strict way
 * counts, so a job keeps an unchanged filter that the service has accepted. The contract finds all other faults.
 */
export function checkChangedFilter({ prior, planned }: PlannedChange<LogpushJobAttributes>): Diagnostic[] {
  if (planned === null) return [];
  const { filter } = planned;
  if (typeof filter !== 'string' || filter === '' || prior?.filter === filter) return [];
  const dataset = datasetOf(planned);
  if (dataset === undefined) return [];
  return faultDiagnostics(
    ['filter'],
    'Log filter',
    checkFilterToSend(filter, dataset).filter(isAboutOperators),
  );
}

/** Warns of custom fields that the job begins to list, and its zone does not have. */
export async function adviseOnFields(
  { prior, planned }: PlannedChange<LogpushJobAttributes>,
  context: Context,
): Promise<Diagnostic[]> {
  const [zoneId, listed] = [planned?.zone_id, namesOf(planned)];
  const former = prior !== null && prior.zone_id === zoneId ? namesOf(prior) : [];
  const added = customFieldLogFields.filter((each) => listed.includes(each) && !former.includes(each));
  return typeof zoneId === 'string' && added.length > 0
    ? adviseOnCustomFields(zoneId, added, ['fields'], context)
    : [];
}

function namesOf(job: ObjectValue | null): readonly Value[] {
  const listed = job === null ? null : listedFields(job);
  return isListValue(listed) ? listed : [];
}

/**
 * Warns about a new job above the limit. The limit of a zone is documented; that of an account is assumed to count each dataset by
 * itself, as its error says. The job that is being replaced does not count.
 */
export async function adviseOnLimit(planned: Job, context: Context): Promise<Diagnostic[]> {
  const scope = knownScopeOf(planned);
  if (scope === undefined) return [];
  const { service, signal } = context;
  const { kind } = scope;
  const { id: replaced } = jobMemory.recall(context);
  const jobs = await service.logpush.list(toClientScope(scope), { cached: true, signal });
  const counted = jobs.filter(
    ({ id, dataset }) => id !== replaced && (kind === 'zone' || dataset === planned.dataset),
  );
  const added = Math.max(1, newJobsIn(scope, planned.dataset, context).size);
  if (counted.length + added <= usualJobLimit) return [];
  const what = kind === 'zone' ? 'jobs' : `jobs for ${String(planned.dataset)}`;
  const has = counted.length === 0 ? `no ${what}` : `${counted.length} ${what} (${listObjects(counted)})`;
  return [
    warningAt(
      [`${kind}_id`],
      `Job limit of the ${kind} reached`,
      `${describeScope(scope)} has ${has}, the plan makes ${plural(added, 'new one')} with this one, and the usual limit is ` +
        `${usualJobLimit}. The API refuses more unless your contract allows them. Delete a job or raise the limit first.`,
    ),
  ];
}

function missing(why: string): Diagnostic {
  return errorAt(
    ['destination_credentials'],
    'Destination credentials missing',
    `${why} Set destination_credentials (destinationCredentials) for this apply: they are write-only, so the ` +
      'provider cannot read them from the state.',
  );
}

const keyInPath = warningAt(
  ['destination_conf'],
  'Secret in the destination',
  'A sumo:// address has its key in its path, so the plan and the state contain it. Restrict who can read them, or use a ' +
    'destination whose credentials go into `destination_credentials` (`destinationCredentials`).',
);

function challengeMissing(planned: Job): Diagnostic {
  return errorAt(
    ['ownership_challenge'],
    'Ownership challenge missing',
    `The API requires proof that you own this destination. Request a token (\`${ownershipCall(scopeKindOf(planned))}\`), ` +
      'read the file that the API writes to the bucket, and set `ownership_challenge` (`ownershipChallenge`) to its content ' +
      'for this apply.',
  );
}
