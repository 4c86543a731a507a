import type { ApiError, LogpushJob } from '../../client';
import { errorAt, type Desired, type Diagnostic } from '../../schema';
import { groupedPlural, listObjects } from '../../ground/words';
import { logpushJobContract, type LogpushJobAttributes } from './contract';
import { faultOfChallenge, requestAnother } from './challenge';
import { withCredentials } from './destination';
import { tryRead } from '../write-once';
import { scopeOf } from './scope';

/** Error codes of the API (public facts, section 2.4). */
const wrongChallenge = 1002;
const notAllowed = 1004;

/** The attribute that caused an error of the API; empty if none did. `list` reads the jobs as they are now: others may have created some. */
export async function describeRefusal(
  error: ApiError,
  desired: Desired<LogpushJobAttributes>,
  list: () => Promise<readonly LogpushJob[]> = () => Promise.resolve([]),
): Promise<Diagnostic[]> {
  // Checked before the codes, because the code of this error is not documented.
  if (error.message.includes('error validating destination'))
    return [errorAt(['destination_conf'], 'Cannot write to the destination', error.message)];
  if (error.hasCode(wrongChallenge)) return [challengeRefused(error, desired)];
  if (error.hasCode(notAllowed) && error.message.includes('exceeded max jobs'))
    return [scopeFull(error, desired, await tryRead(list))];
  if (error.hasCode(notAllowed) && error.message.includes('bad predicate'))
    return [errorAt(['filter'], 'Filter refused by the API', error.message)];
  if (error.hasCode(notAllowed) && error.message.includes('fields are not allowed')) {
    const summary = `Fields not available in the plan of the ${scopeOf(desired).kind}`;
    return [errorAt(['fields'], summary, error.message)];
  }
  const path = pathOf(error.pointer);
  return path === undefined ? [] : [errorAt([path], 'Job refused by the API', error.message)];
}

/** The attribute of a member. Both have one name, but for the options of jobs without `output_options`. */
function pathOf(pointer = ''): string | undefined {
  const [, name = ''] = pointer.split('/');
  if (name === 'logpull_options') return 'fields';
  return Object.hasOwn(logpushJobContract.attributes, name) ? name : undefined;
}

function challengeRefused(
  error: ApiError,
  { ownership_challenge: given, ...desired }: Desired<LogpushJobAttributes>,
): Diagnostic {
  const scope = scopeOf(desired);
  const destination = withCredentials(desired.destination_conf, desired.destination_credentials);
  const what =
    given === null || given === ''
      ? 'None is set.'
      : (faultOfChallenge(given, { scope, destination }, new Date())?.text ??
        'The given one is for another destination, has expired or has a typo.');
  return errorAt(
    ['ownership_challenge'],
    'Ownership challenge refused by the API',
    `${what} ${requestAnother(scope.kind)} ${error.message}`,
  );
}

/** The diagnostic for a full scope. It has one cause, so it goes without the advice of any refusal with this status. */
function scopeFull(
  { errors }: ApiError,
  desired: Desired<LogpushJobAttributes>,
  jobs: readonly LogpushJob[] | undefined,
): Diagnostic {
  const { kind, id } = scopeOf(desired);
  const has =
    jobs === undefined ? '' : `It has ${groupedPlural(jobs.length, 'job')} now: ${listObjects(jobs)}. `;
  const [what, fix] =
    jobs?.length === 0
      ? ['accepts none', 'Its plan may not include Logpush.']
      : [
          'has reached its limit',
          `${has}Delete one, or raise the limit. A job that this one replaces counts too if it is deleted afterwards ` +
            '(`create_before_destroy`): remove that from `lifecycle`.',
        ];
  const said = errors.map(({ message }) => message).join('; ');
  return errorAt(
    [`${kind}_id`],
    `Job limit of the ${kind} reached`,
    `The job "${desired.name ?? ''}" was not created: ${kind} ${id} ${what}. ${fix} The API says: ${said}`,
  );
}
