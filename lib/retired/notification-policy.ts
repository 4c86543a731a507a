import { mapRecord } from '../ground/record';
import {
  anyBlock,
  blockIn,
  flag,
  ignored,
  objects,
  withDefault,
  text,
  type Form,
  type Members,
} from './form';
import { Expression } from './source';

/** The kinds of recipients: the member of `mechanisms` in version 5 and in the API, and the block in versions 3 and 4. */
export const recipientBlocks = {
  email: 'email_integration',
  webhooks: 'webhooks_integration',
  pagerduty: 'pagerduty_integration',
} as const;

const recipients = withDefault(objects({ id: text, name: text }), []);

const mechanisms: Form = (value, at, around) => {
  const given = blockIn(value, at);
  if (given instanceof Expression) return given;
  const inside = given && around.inside(given, `${at}.`);
  return mapRecord(recipientBlocks, (block, kind) =>
    inside === undefined
      ? recipients(around.take(block), block, around)
      : recipients(inside.take(kind), inside.path + kind, inside),
  );
};

/** The members of `cloudflare_notification_policy`. */
export const notificationPolicy: Members = {
  id: text,
  name: text,
  description: text,
  alert_type: text,
  alert_interval: text,
  enabled: withDefault(flag, true),
  mechanisms,
  filters: anyBlock,
  created: ignored,
  modified: ignored,
};

/** The members of `cloudflare_notification_policy_webhooks`. Its secret is in the state. */
export const webhook: Members = { id: text, name: text, url: text, secret: text };
