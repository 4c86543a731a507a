import { healthAlertType } from '../../../pools';
import { recipientBlocks } from '../../../retired';
import type { OldInstance, OldResource, Remark } from '../model';
import { isEmptyWritten, type Written, type WrittenObject } from '../../../hcl/template';
import { newAddress } from '../addresses';
import { Arguments, objectsIn, single, type Leftover } from './arguments';
import { findLeftovers, note, sourceOf, type Draft } from './draft';
import { hcl, template } from './expressions';
import { adoptObjects } from './imports';
import { bodyOf, byKey, isLiteral, takenApart, textIn, valueIn } from './known';
import { addObject, findMeta, metaOf } from './object';

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

/** A notification policy for the health of pools: specification 2.8; the forms of the providers by the public facts, section 8.2. */
export function convertPolicy(draft: Draft, resource: OldResource): void {
  const given = new Arguments(bodyOf(resource));
  const parts = partsOf(resource, 'filters', filters, (written) => written);
  const recipients = recipientsOf(resource, given);
  const isKnown = parts !== undefined && recipients !== undefined;
  if (!isKnown || (parts.config.pool_ids ?? null) === null) {
    const reason = isKnown
      ? 'It lists no pools, and the new policy lists them. Set pool_ids or all_pools when you convert it by hand.'
      : 'Its filters or recipients are not known, and they must be.';
    draft.keep(resource, {
      code: 'convert.no_equivalent',
      severity: 'todo',
      text: `${reason} The block stays as it is.`,
    });
    return;
  }
  given.take('filters');
  for (const name of ['alert_type', 'id', 'created', 'modified']) given.take(name);
  given.ignore({ alert_interval: [''] });
  const object = addObject(draft, {
    typeName: policyType,
    at: resource,
    name: resource.name,
    meta: metaOf(resource, policyType),
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
    remarks: [...parts.remarks, ...recipients.remarks],
    replaces: [resource],
  });
  const isAdopted = adoptObjects(draft, resource, object, importId);
  const findings = [
    ...findMeta(draft, resource, policyType),
    ...findLeftovers(
      draft,
      resource,
      [...given.leftovers(), ...parts.leftovers, ...recipients.leftovers],
      isAdopted,
    ),
  ];
  draft.addFates(resource, { outcome: 'converted', findings }, (instance) => [
    instance === undefined ? `${policyType}.${object.name}` : newAddress(object, instance, instance.key),
  ]);
}

function importId(instance: OldInstance): string | undefined {
  const account = textIn(instance, 'account_id');
  const { id } = instance.state ?? {};
  const policy = typeof id === 'string' ? id : textIn(instance, 'name');
  return account === undefined || policy === undefined ? undefined : `${account}/${policy}`;
}

/** Attributes of parts that are taken out of an argument. */
interface Parts {
  readonly config: WrittenObject;
  readonly leftovers: readonly Leftover[];
  readonly remarks: readonly Remark[];
}

/** Undefined if the argument is not known, or differs between the instances of the module. */
function partsOf(
  resource: OldResource,
  name: 'filters' | 'mechanisms',
  members: Readonly<Record<string, string>>,
  read: (written: Written) => Written,
): Parts | undefined {
  const isApart = (written: Written) => single(written) !== undefined;
  const apart = takenApart(resource, name, isApart);
  if (apart.kind === 'unknown') return undefined;
  const each =
    apart.kind === 'same'
      ? [{ key: undefined, written: apart.written }]
      : [...apart.written].map(([{ key }, written]) => ({ key, written }));
  const leftovers = new Map<string, Leftover>();
  const configs = each.map(({ key, written }) => {
    const given = new Arguments(withoutEmpty(single(written) ?? {}), `${name}.`);
    const config = Object.fromEntries(
      Object.entries(members).map(([attribute, member]) => [attribute, read(given.take(member) ?? null)]),
    );
    for (const leftover of given.leftovers()) leftovers.set(leftover.path, leftover);
    return { key, config };
  });
  const { config, differing } = byKey(resource, configs);
  if (differing.length > 0) return undefined;
  const isEvaluated = apart.kind !== 'same' || apart.isEvaluated;
  return {
    config,
    leftovers: [...leftovers.values()],
    remarks: isEvaluated
      ? [
          note(
            `These are the values as Terraform evaluated them. ${name} was:`,
            Object.keys(members)[0],
            sourceOf(resource, name),
          ),
        ]
      : [],
  };
}

function withoutEmpty(object: WrittenObject): WrittenObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !isEmptyWritten(value)));
}

function recipientsOf(resource: OldResource, given: Arguments): Parts | undefined {
  const members = Object.fromEntries(
    Object.entries(mechanisms).map(([member, attribute]) => [attribute, member]),
  );
  if (given.take('mechanisms') !== undefined) return partsOf(resource, 'mechanisms', members, idsIn);
  const config = Object.fromEntries(
    Object.entries(recipientBlocks).map(([member, block]) => [
      mechanisms[member as keyof typeof mechanisms],
      idsIn(given.take(block) ?? null),
    ]),
  );
  return { config, leftovers: [], remarks: [] };
}

/** The names of recipients are for people, and the service knows them. */
function idsIn(written: Written): Written {
  if (isEmptyWritten(written)) return null;
  const objects = objectsIn(written);
  if (objects !== undefined) return objects.map(({ id = null }) => id);
  return template(`[for recipient in ${hcl(written)} : recipient.id]`);
}
