import type { DatasetScope } from '../../../logs';
import { refuse, type ApiRefusal } from '../../http/errors';

/** The body of a job is flat: a pointer is the name of a member. */
function refuseField(at: string, what: string): ApiRefusal {
  return refuse(400, codes.body, `field "${at.slice(1)}" ${what}`, at);
}

export type Operation = 'creating a new job' | 'updating a job';

export const logpushRefusals = {
  unknownField: (at: string) => refuse(400, codes.body, `unknown field "${at.slice(1)}"`, at),
  readOnly: (at: string) => refuseField(at, 'is read-only'),
  missing: (at: string) => refuseField(at, 'is required'),
  wrongType: (at: string, type: string) => refuseField(at, `must be ${type}`),
  invalid: (at: string, reason: string) =>
    refuse(400, codes.body, `invalid value for "${at.slice(1)}": ${reason}`, at),
  immutable: (at: string) => refuseField(at, 'cannot be changed'),
  notAllowed: (at: string, operation: Operation, reason: string) =>
    refuse(400, codes.notAllowed, `${operation} is not allowed: ${reason}`, at),
  tooManyJobs: () =>
    refuse(403, codes.notAllowed, 'creating a new job is not allowed: exceeded max jobs allowed'),
  tooManyOfDataset: (dataset: string) =>
    refuse(
      403,
      codes.notAllowed,
      `creating a new job (for ${dataset} dataset) is not allowed: exceeded max jobs allowed`,
    ),
  badChallenge: () => refuse(400, 1002, 'incorrect ownership challenge', '/ownership_challenge'),
  noJob: (id: string) => refuse(404, codes.notFound, `could not find job ${id}`),
  noDataset: (name: string, kind: DatasetScope) =>
    refuse(
      404,
      codes.notFound,
      `could not find dataset ${name} of ${kind === 'zone' ? 'a zone' : 'an account'}`,
    ),
} as const;

const codes = { body: 1001, notFound: 1003, notAllowed: 1004 } as const;
