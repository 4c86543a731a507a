import type { DatasetScope } from '../../../logs';
import { ApiRefusal, refuse } from '../../http/errors';
import type { BodyRefusals } from '../../schema/field';

/** `field` is for the error of a fixture: this API returns no pointers. */
function refuseField(status: number, code: number, message: string, field: string): ApiRefusal {
  return new ApiRefusal(status, [{ code, message, at: `/${field}` }]);
}

/** The beginning of error messages of a create and an update. */
export type Operation = 'creating a new job' | 'updating a job';

export const logpushRefusals = {
  unknownField: (field: string) => refuseField(400, codes.body, `unknown field "${field}"`, field),
  readOnly: (field: string) => refuseField(400, codes.body, `field "${field}" is read-only`, field),
  missing: (field: string) => refuseField(400, codes.body, `field "${field}" is required`, field),
  wrongType: (field: string, type: string) =>
    refuseField(400, codes.body, `field "${field}" must be ${type}`, field),
  badField: (field: string, reason: string) =>
    refuseField(400, codes.body, `invalid value for "${field}": ${reason}`, field),
  immutable: (field: string) => refuseField(400, codes.body, `field "${field}" cannot be changed`, field),
  notAllowed: (operation: Operation, reason: string, field: string) =>
    refuseField(400, codes.notAllowed, `${operation} is not allowed: ${reason}`, field),
  badPredicate: (operation: Operation, reason: string) =>
    refuseField(400, codes.notAllowed, `${operation} is not allowed: bad predicate: ${reason}`, 'filter'),
  tooManyJobs: () =>
    refuse(403, codes.notAllowed, 'creating a new job is not allowed: exceeded max jobs allowed'),
  tooManyOfDataset: (dataset: string) =>
    refuse(
      403,
      codes.notAllowed,
      `creating a new job (for ${dataset} dataset) is not allowed: exceeded max jobs allowed`,
    ),
  badChallenge: () =>
    refuseField(400, codes.challenge, 'incorrect ownership challenge', 'ownership_challenge'),
  noJob: (id: string) => refuse(404, codes.notFound, `could not find job ${id}`),
  noDataset: (name: string, kind: DatasetScope) =>
    refuse(
      404,
      codes.notFound,
      `could not find dataset ${name} of ${kind === 'zone' ? 'a zone' : 'an account'}`,
    ),
} as const;

/** The body of a job is flat: a pointer is the name of a member. */
export const bodyRefusals: BodyRefusals = {
  wrongType: (at, type) => logpushRefusals.wrongType(at.slice(1), type),
  invalid: (at, reason) => logpushRefusals.badField(at.slice(1), reason),
  unknownField: (at) => logpushRefusals.unknownField(at.slice(1)),
  readOnly: (at) => logpushRefusals.readOnly(at.slice(1)),
  missing: (at) => logpushRefusals.missing(at.slice(1)),
};

export const codes = { body: 1001, challenge: 1002, notFound: 1003, notAllowed: 1004 } as const;
