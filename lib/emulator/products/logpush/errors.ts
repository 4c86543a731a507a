import type { DatasetScope } from '../../../logs';
import { ApiRefusal, refuse } from '../../http/errors';

/** `at` is for the error of a fixture: this API returns no pointers. */
function refuseAt(at: string, code: number, message: string): ApiRefusal {
  return new ApiRefusal(400, [{ code, message, at }]);
}

/** The body of a job is flat: a pointer is the name of a member. */
function refuseField(at: string, what: string): ApiRefusal {
  return refuseAt(at, codes.body, `field "${at.slice(1)}" ${what}`);
}

/** The beginning of error messages of a create and an update. */
export type Operation = 'creating a new job' | 'updating a job';

export const logpushRefusals = {
  unknownField: (at: string) => refuseAt(at, codes.body, `unknown field "${at.slice(1)}"`),
  readOnly: (at: string) => refuseField(at, 'is read-only'),
  missing: (at: string) => refuseField(at, 'is required'),
  wrongType: (at: string, type: string) => refuseField(at, `must be ${type}`),
  invalid: (at: string, reason: string) =>
    refuseAt(at, codes.body, `invalid value for "${at.slice(1)}": ${reason}`),
  immutable: (at: string) => refuseField(at, 'cannot be changed'),
  notAllowed: (at: string, operation: Operation, reason: string) =>
    refuseAt(at, codes.notAllowed, `${operation} is not allowed: ${reason}`),
  tooManyJobs: () =>
    refuse(403, codes.notAllowed, 'creating a new job is not allowed: exceeded max jobs allowed'),
  tooManyOfDataset: (dataset: string) =>
    refuse(
      403,
      codes.notAllowed,
      `creating a new job (for ${dataset} dataset) is not allowed: exceeded max jobs allowed`,
    ),
  badChallenge: () => refuseAt('/ownership_challenge', codes.challenge, 'incorrect ownership challenge'),
  noJob: (id: string) => refuse(404, codes.notFound, `could not find job ${id}`),
  noDataset: (name: string, kind: DatasetScope) =>
    refuse(
      404,
      codes.notFound,
      `could not find dataset ${name} of ${kind === 'zone' ? 'a zone' : 'an account'}`,
    ),
} as const;

const codes = { body: 1001, challenge: 1002, notFound: 1003, notAllowed: 1004 } as const;
