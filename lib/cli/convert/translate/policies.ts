import { healthAlertType } from '../../../pools';
import { recipientBlocks } from '../../../retired';
import type { OldResource } from '../model';
import { isEmptyWritten, type Written, type WrittenObject } from '../../../hcl/template';
import { Arguments, objectsIn, single } from './arguments';
import { hcl, template } from './expressions';
import { isLiteral, textIn, valueIn } from './known';
import { partsOf, type Part, type Parts, type Translator } from './translator';

export const policyType = 'edge_pool_notification_policy';

/** The attribute for each kind of recipient, by its member of `mechanisms` in 5.x. */
const mechanisms = { email: 'email_addresses', webhooks: 'webhook_ids', pagerduty: 'pagerduty_ids' } as const;

const filters = { pool_ids: 'pool_id', new_health: 'new_health', event_sources: 'event_source' } as const;

/** Whether a block is a policy for the health of pools. Undefined if the alert type is not known. */
export function isHealthPolicy(resource: OldResource): boolean | undefined {
  const { alert_type: type = null } = resource.body;
  if (isLiteral(type)) return type === healthAlertType;
  const types = resource.instances.map((instance) => valueIn(instance, 'alert_type'));
  if (types.length === 0 || types.some((each) => typeof each !== 'string')) return undefined;
  if (types.every((each) => each === healthAlertType)) return true;
  return types.includes(healthAlertType) ? undefined : false;
}

/** Notification policies for the health of pools: specification 2.8; the forms of the providers by the public facts, section 8.2. */
export const healthPolicy: Translator = {
  kind: 'notification_policy',
  typeName: policyType,
  appliesTo: (resource) =>
    isHealthPolicy(resource) ?? {
      unknown: 'Its alert type is not known, or differs between its instances.',
    },
  decode: (_, resource, given) => {
    const parts = membersOf(resource, 'filters', filters, (written) => written);
    const recipients = recipientsOf(resource, given);
    if ('problem' in parts || 'problem' in recipients)
      return { why: 'Its filters or recipients are not known, and they must be.', severity: 'todo' };
    if ((parts.config.pool_ids ?? null) === null)
      return {
        why: 'It lists no pools, and the new policy lists them. Set pool_ids or all_pools when you convert it by hand.',
        severity: 'todo',
      };
    for (const name of ['filters', 'alert_type', 'id', 'created', 'modified']) given.take(name);
    given.ignore({ alert_interval: [''] });
    return {
      config: {
        account_id: given.take('account_id') ?? null,
        name: given.take('name') ?? null,
        description: given.take('description') ?? null,
        enabled: given.take('enabled') ?? null,
        ...parts.config,
        ...recipients.config,
        // The old policy cleared no e-mails. Where the pools of the configuration give theirs up, this changes.
        clear_legacy_email: 'none',
      },
      leftovers: [...parts.leftovers, ...recipients.leftovers],
      evaluated: [...parts.evaluated, ...recipients.evaluated],
    };
  },
  importId: (instance) => {
    const account = textIn(instance, 'account_id');
    const { id } = instance.state ?? {};
    const policy = typeof id === 'string' ? id : textIn(instance, 'name');
    return account === undefined || policy === undefined ? undefined : `${account}/${policy}`;
  },
};

/** The members of an object, each as an attribute. */
function membersOf(
  resource: OldResource,
  name: 'filters' | 'mechanisms',
  members: Readonly<Record<string, string>>,
  read: (written: Written) => Written,
): Parts<Part> {
  return partsOf(
    resource,
    name,
    (written) => {
      const given = new Arguments(withoutEmpty(single(written) ?? {}), `${name}.`);
      const config = Object.fromEntries(
        Object.entries(members).map(([attribute, member]) => [attribute, read(given.take(member) ?? null)]),
      );
      return { config, leftovers: given.leftovers() };
    },
    (written) => single(written) !== undefined,
  );
}

function withoutEmpty(object: WrittenObject): WrittenObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !isEmptyWritten(value)));
}

function recipientsOf(resource: OldResource, given: Arguments): Parts<Part> {
  const members = Object.fromEntries(
    Object.entries(mechanisms).map(([member, attribute]) => [attribute, member]),
  );
  if (given.take('mechanisms') !== undefined) return membersOf(resource, 'mechanisms', members, idsIn);
  const config = Object.fromEntries(
    Object.entries(recipientBlocks).map(([member, block]) => [
      mechanisms[member as keyof typeof mechanisms],
      idsIn(given.take(block) ?? null),
    ]),
  );
  return { config, each: [], leftovers: [], evaluated: [] };
}

/** The names of recipients are for people, and the service knows them. */
function idsIn(written: Written): Written {
  if (isEmptyWritten(written)) return null;
  const objects = objectsIn(written);
  if (objects !== undefined) return objects.map(({ id = null }) => id);
  return template(`[for recipient in ${hcl(written)} : recipient.id]`);
}
