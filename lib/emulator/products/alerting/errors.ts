import { ApiRefusal, fieldAt, refuse } from '../../http/errors';
import { bodyRefusals } from '../../schema/field';

/** `at` is a JSON pointer into the body for the error of a fixture; it is never sent. */
function refuseAt(code: number, message: string, at: string): ApiRefusal {
  return new ApiRefusal(400, [{ code, message, at }]);
}

export const alertingRefusals = {
  ...bodyRefusals((at, reason) => refuseAt(codes.body, `invalid request body: ${fieldAt(at)} ${reason}`, at)),
  badAlertType: (type: string) =>
    refuseAt(codes.alertType, `invalid alert type: ${type.slice(0, 80)}`, '/alert_type'),
  noRecipient: () =>
    refuseAt(codes.mechanisms, 'invalid mechanisms: at least one recipient is required', '/mechanisms'),
  badRecipient: (at: string, reason: string) =>
    refuseAt(codes.mechanisms, `invalid mechanisms: ${fieldAt(at)} ${reason}`, at),
  missingFilter: (at: string, type: string) =>
    refuseAt(codes.filters, `invalid filters: ${fieldAt(at)} is required for ${type}`, at),
  badFilter: (at: string, reason: string) =>
    refuseAt(codes.filters, `invalid filters: ${fieldAt(at)} ${reason}`, at),
  noPolicy: () => refuse(404, codes.plain, 'Policy not found'),
  noWebhook: () => refuse(404, codes.plain, 'Webhook not found'),
  badWebhookId: () => refuse(400, codes.plain, 'invalid Webhook ID'),
  noWebhookToDelete: () => refuse(500, codes.internal, 'internal server error'),
  testFailed: (reason: string) => refuse(400, codes.plain, `Webhook test failed: ${reason}`),
} as const;

const codes = {
  plain: 0,
  internal: 15000,
  body: 17001,
  alertType: 17004,
  mechanisms: 17102,
  filters: 17103,
} as const;
