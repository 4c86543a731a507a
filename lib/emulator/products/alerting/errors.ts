import { fieldAt, refuse } from '../../http/errors';
import { bodyRefusals } from '../../schema/field';

export const alertingRefusals = {
  ...bodyRefusals((at, reason) => refuse(400, 17001, `invalid request body: ${fieldAt(at)} ${reason}`, at)),
  badAlertType: (type: string) =>
    refuse(400, 17004, `invalid alert type: ${type.slice(0, 80)}`, '/alert_type'),
  noRecipient: () =>
    refuse(400, 17102, 'invalid mechanisms: at least one recipient is required', '/mechanisms'),
  badRecipient: (at: string, reason: string) =>
    refuse(400, 17102, `invalid mechanisms: ${fieldAt(at)} ${reason}`, at),
  missingFilter: (at: string, type: string) =>
    refuse(400, 17103, `invalid filters: ${fieldAt(at)} is required for ${type}`, at),
  badFilter: (at: string, reason: string) =>
    refuse(400, 17103, `invalid filters: ${fieldAt(at)} ${reason}`, at),
  noPolicy: () => refuse(404, 0, 'Policy not found'),
  noWebhook: () => refuse(404, 0, 'Webhook not found'),
  badWebhookId: () => refuse(400, 0, 'invalid Webhook ID'),
  noWebhookToDelete: () => refuse(500, 15000, 'internal server error'),
  testFailed: (reason: string) => refuse(400, 0, `Webhook test failed: ${reason}`),
} as const;
