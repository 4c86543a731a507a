import { own } from '../../../ground/record';
import { healthAlertType } from '../../../pools';
import { PassedMembers } from '../../../resources/members';
import { poolNotificationPolicyContract } from '../../../resources/pool-notification-policy/contract';
import { recipientBlocks } from '../../../retired';
import type { OldResource } from '../model';
import { isEmptyWritten, isWrittenList, isWrittenObject, type Written } from '../../../hcl/template';
import { Arguments, single } from './arguments';
import { hcl, template } from './expressions';
import { bodyOf, isLiteral, textIn, valueIn } from './known';
import { decodeArgument, decodeWritten, type DecodedCode } from './old-form';
import { partsOf, type Part, type Parts, type Translator } from './translator';

export const policyType = 'edge_pool_notification_policy';

/** The kind of recipient for each attribute. */
const mechanisms = { email_addresses: 'email', webhook_ids: 'webhooks', pagerduty_ids: 'pagerduty' } as const;

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
const { settings } = new PassedMembers(poolNotificationPolicyContract.attributes);

export const healthPolicy: Translator = {
  kind: 'notification_policy',
  typeName: policyType,
  appliesTo: (resource) =>
    isHealthPolicy(resource) ?? {
      unknown: 'Its alert type is not known, or differs between its instances.',
    },
  parts: ['filters', 'mechanisms', ...Object.values(recipientBlocks)],
  toConfig: (_, resource, given) => {
    const parts = membersOf(resource, 'filters', filters, (written) => written);
    const recipients = recipientsOf(resource);
    if ('problem' in parts || 'problem' in recipients)
      return { why: 'Its filters or recipients are not known, and they must be.', severity: 'todo' };
    if ((parts.config.pool_ids ?? null) === null)
      return {
        why: 'It lists no pools, and the new policy lists them. Set pool_ids or all_pools when you convert it by hand.',
        severity: 'todo',
      };
    for (const name of ['alert_type', 'id']) given.take(name);
    return {
      config: {
        account_id: bodyOf(resource).account_id ?? null,
        ...Object.fromEntries(settings.map((name) => [name, given.take(name) ?? null])),
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

function membersOf(
  resource: OldResource,
  name: 'filters' | 'mechanisms',
  attributes: Readonly<Record<string, string>>,
  read: (written: Written) => Written,
): Parts<Part> {
  return partsOf(
    resource,
    name,
    (written) => configOf(decodeArgument('notification_policy', name, written), name, attributes, read),
    (written) => single(written) !== undefined,
  );
}

function configOf(
  { body, leftovers }: DecodedCode,
  name: string,
  attributes: Readonly<Record<string, string>>,
  read: (written: Written) => Written,
): Part {
  const given = new Arguments(single(own(body, name)) ?? {}, `${name}.`);
  const config = Object.fromEntries(
    Object.entries(attributes).map(([attribute, member]) => [attribute, read(given.take(member) ?? null)]),
  );
  return { config, leftovers: [...leftovers, ...given.leftovers()] };
}

function recipientsOf(resource: OldResource): Parts<Part> {
  const body = bodyOf(resource);
  if ((body.mechanisms ?? null) !== null) return membersOf(resource, 'mechanisms', mechanisms, idsIn);
  const blocks = Object.values(recipientBlocks).map((block) => [block, body[block] ?? null] as const);
  const decoded = decodeWritten(
    'notification_policy',
    Object.fromEntries(blocks),
    (name) => name === 'mechanisms',
  );
  return { ...configOf(decoded, 'mechanisms', mechanisms, idsIn), each: [], evaluated: [] };
}

/** The names of recipients are for people, and the service knows them. */
function idsIn(written: Written): Written {
  if (isEmptyWritten(written)) return null;
  if (!isWrittenList(written)) return template(`[for recipient in ${hcl(written)} : recipient.id]`);
  return written.map((each) => (isWrittenObject(each) ? (each.id ?? null) : template(`${hcl(each)}.id`)));
}
