import { ApiRefusal, fieldAt, refuse } from '../../http/errors';

export const poolRefusals = {
  /** `at` is a JSON pointer into the body for the error of a fixture; it is never sent. */
  invalid: (at: string, reason: string) =>
    new ApiRefusal(400, [
      { code: codes.validation, message: `${fieldAt(at)} ${reason}: validation failed`, at },
    ]),
  unknownField: (at: string) => poolRefusals.invalid(at, 'is an unknown field'),
  readOnly: (at: string) => poolRefusals.invalid(at, 'is read-only'),
  missing: (at: string) => poolRefusals.invalid(at, 'is required'),
  onlyEmpty: () =>
    poolRefusals.invalid('/notification_email', 'of many pools can only be set to an empty string'),
  referenced: () =>
    refuse(412, codes.referenced, 'This object is referenced by other objects, delete them first.'),
  noPool: (id: string) => refuse(404, codes.notFound, `could not find pool ${id}`),
} as const;

const codes = { notFound: 1001, validation: 1002, referenced: 1005 } as const;
