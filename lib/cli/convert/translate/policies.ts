import { mapRecord, own } from '../../../ground/record';
import { healthAlertType } from '../../../pools';
import { PassThroughMembers } from '../../../resources/members';
import { poolNotificationPolicyContract } from '../../../resources/pool-notification-policy/contract';
import { recipientBlocks, Source } from '../../../retired';
import type { OldConfiguration, OldResource } from '../model';
import {
  isEmptyWritten,
  isWrittenList,
  isWrittenObject,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { toCode } from '../../../hcl/to-expression';
import { leftoverMembers, singleObject, type Leftover } from './arguments';
import { hcl, template } from './expressions';
import { bodyOf, isKnown, isLiteral, textIn, valueIn } from './argument-values';
import { decodeArgument, decodeWritten, type DecodedCode } from './decode-arguments';
import { dependenciesOf } from './references';
import type { Decoded, Kept, Translator } from './translator';

export const policyType = 'edge_pool_notification_policy';

const mechanisms = { email_addresses: 'email', webhook_ids: 'webhooks', pagerduty_ids: 'pagerduty' } as const;

const filters = { pool_ids: 'pool_id', new_health: 'new_health', event_sources: 'event_source' } as const;

/** Whether the policies of a block are for the health of pools. */
function isHealthPolicy(resource: OldResource): boolean | Kept {
  const { alert_type: type = null } = resource.body;
  if (isLiteral(type)) return type === healthAlertType;
  const known = resource.instances.map((each) => valueIn(each, 'alert_type')).filter(isKnown);
  const others = known.filter((each) => each !== healthAlertType);
  if (others.length === 0) return true;
  if (others.length === resource.instances.length) return false;
  return {
    why: `Its alert type is an expression, and only policies with ${healthAlertType} have an equivalent. Give these a block of their own, and convert again.`,
    severity: 'todo',
  };
}

/** A precondition that refuses any other alert type, where values of variables may give one: the new policy always has the one type. */
function carriedType(resource: OldResource, old: OldConfiguration): Partial<Decoded> {
  const { body, meta, module, instances } = resource;
  const { alert_type: type = null } = body;
  const values = [type, meta.forEach ?? null, meta.count ?? null];
  const isFixed = dependenciesOf(module, old, ...values).every((each) => /^(?:each|count)\./.test(each));
  const isKnownHere = instances.length > 0 && instances.every((each) => isKnown(valueIn(each, 'alert_type')));
  if (isLiteral(type) || (isFixed && isKnownHere)) return {};
  return {
    precondition: {
      condition: template(`${hcl(type)} == "${healthAlertType}"`),
      error_message: `The policy is for ${healthAlertType} only.`,
    },
    findings: [
      {
        code: 'convert.alert_type',
        severity: 'note',
        text: `alert_type is an expression, and the new policy has ${healthAlertType}. A plan with another one fails: give such policies a block of their own, of the old type.`,
      },
    ],
  };
}

const { settings } = new PassThroughMembers(poolNotificationPolicyContract.attributes);

/** Translates policies for the health of pools: specification 2.8; the forms of the providers by the public facts, section 8.2. */
export const healthPolicy: Translator = {
  kind: 'notification_policy',
  typeName: policyType,
  appliesTo: isHealthPolicy,
  parts: ['filters', 'mechanisms', ...Object.values(recipientBlocks)],
  toConfig: ({ old }, resource, given) => {
    const filtered = membersOf(resource, 'filters', filters, (written) => written);
    const recipients = recipientsOf(resource);
    if ((filtered.config.pool_ids ?? null) === null)
      return {
        why: 'It lists no pools, and the new policy lists them. Set pool_ids or all_pools when you convert it by hand.',
        severity: isLiteral(resource.body.alert_type ?? null) ? 'todo' : 'note',
      };
    for (const name of ['alert_type', 'id']) given.take(name);
    return {
      config: {
        account_id: bodyOf(resource).account_id ?? null,
        ...Object.fromEntries(settings.map((name) => [name, given.take(name) ?? null])),
        ...filtered.config,
        ...recipients.config,
        // The old policy cleared no e-mails. Where the pools of the configuration give theirs up, this changes.
        clear_legacy_email: 'none',
      },
      leftovers: [...filtered.leftovers, ...recipients.leftovers],
      ...carriedType(resource, old),
    };
  },
  importId: (instance) => {
    const account = textIn(instance, 'account_id');
    const { id } = instance.state ?? {};
    const policy = typeof id === 'string' ? id : textIn(instance, 'name');
    return account === undefined || policy === undefined ? undefined : `${account}/${policy}`;
  },
};

interface Members {
  readonly config: WrittenObject;
  readonly leftovers: readonly Leftover[];
}

/** The attributes for the members of an object or a block. Of an expression, each member is read by itself, as one may be absent. */
function membersOf(
  resource: OldResource,
  name: 'filters' | 'mechanisms',
  attributes: Readonly<Record<string, string>>,
  read: (written: Written) => Written,
): Members {
  const written = own(bodyOf(resource), name) ?? null;
  if (written === null || singleObject(written) !== undefined)
    return configOf(decodeArgument('notification_policy', name, written), name, attributes, read);
  // A dynamic block makes a list.
  const { dynamic } = resource.body;
  const isMade = isWrittenObject(dynamic) && Object.hasOwn(dynamic, name);
  const object = `${hcl(written)}${isMade ? '[0]' : ''}`;
  const config = mapRecord(attributes, (member) => {
    const value = read(template(`${object}.${member}`));
    return template(`try(${toCode(value)}, null)`);
  });
  const leftovers = leftoverMembers(resource, name, Object.values(attributes));
  return { config, leftovers };
}

function configOf(
  { body, leftovers }: DecodedCode,
  name: string,
  attributes: Readonly<Record<string, string>>,
  read: (written: Written) => Written,
): Members {
  const given = new Source<Written>(singleObject(own(body, name)) ?? {}, { path: `${name}.` });
  const config = mapRecord(attributes, (member) => {
    const value = given.take(member) ?? null;
    const made = read(value);
    // A list that the code writes out, or makes by a `for`, is never null.
    const mayBeNull = made !== value && typeof value === 'string' && !toCode(value).startsWith('[');
    return mayBeNull ? template(`${hcl(value)} == null ? null : ${toCode(made)}`) : made;
  });
  return { config, leftovers: [...leftovers, ...given.unread()] };
}

function recipientsOf(resource: OldResource): Members {
  const body = bodyOf(resource);
  if ((body.mechanisms ?? null) !== null) return membersOf(resource, 'mechanisms', mechanisms, idsIn);
  const blocks = Object.values(recipientBlocks).map((block) => [block, body[block] ?? null] as const);
  const decoded = decodeWritten(
    'notification_policy',
    Object.fromEntries(blocks),
    (name) => name === 'mechanisms',
  );
  return configOf(decoded, 'mechanisms', mechanisms, idsIn);
}

/** The ids of recipients, without their names, which the service knows. */
function idsIn(written: Written): Written {
  if (isEmptyWritten(written)) return null;
  if (!isWrittenList(written)) return template(`[for recipient in ${toCode(written)} : recipient.id]`);
  return written.map((each) => (isWrittenObject(each) ? (each.id ?? null) : template(`${hcl(each)}.id`)));
}
