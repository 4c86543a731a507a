import { ApiRefusal, fieldAt, refuse } from '../../http/errors';
import { bodyRefusals } from '../../schema/field';

export const poolRefusals = {
  /** `at` is a JSON pointer into the body for the error of a fixture; it is never sent. */
  ...bodyRefusals(
    (at, reason) =>
      new ApiRefusal(400, [
        { code: codes.validation, message: `${fieldAt(at)} ${reason}: validation failed`, at },
      ]),
  ),
  referenced: () =>
    refuse(412, codes.referenced, 'This object is referenced by other objects, delete them first.'),
  noPool: (id: string) => refuse(404, codes.notFound, `could not find pool ${id}`),
} as const;

const codes = { notFound: 1001, validation: 1002, referenced: 1005 } as const;
