import { healthAlertType } from '../../../pools';
import type { OldInstance, OldResource, Remark } from '../model';
import { isWrittenList, type Written, type WrittenObject } from '../template';
import { newAddress } from './addresses';
import { Arguments, objectsIn, single } from './arguments';
import { findLeftovers, note, originalOf, type Draft } from './draft';
import { hcl, template } from './expressions';
import { addImports } from './imports';
import { bodyOf, isLiteral, takenApart, textIn, valueIn } from './known';
import { addObject, findMeta, metaOf } from './object';

export const policyType = 'edge_pool_notification_policy';

/** The attribute for each kind of recipient, with its block up to 4.x and its member of `mechanisms` in 5.x. */
const mechanisms = [
  { attribute: 'email_addresses', block: 'email_integration', member: 'email' },
  { attribute: 'webhook_ids', block: 'webhooks_integration', member: 'webhooks' },
  { attribute: 'pagerduty_ids', block: 'pagerduty_integration', member: 'pagerduty' },
] as const;

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
  const remarks: Remark[] = [];
  const parts = filtersOf(resource, given, remarks);
  const recipients = recipientsOf(resource, given, remarks);
  const reason =
    parts === undefined || recipients === undefined
      ? 'Its filters or recipients are not known, and they must be.'
      : (parts.pool_ids ?? null) === null
        ? 'It lists no pools, and the new policy lists them. Set pool_ids or all_pools when you convert it by hand.'
        : undefined;
  if (reason !== undefined || parts === undefined || recipients === undefined) {
    draft.keep(resource, {
      code: 'convert.no_equivalent',
      severity: 'todo',
      text: `${reason ?? ''} The block stays as it is.`,
    });
    return;
  }
  for (const name of ['alert_type', 'id', 'created', 'modified']) given.take(name);
  given.ignore({ alert_interval: [''] });
  const object = addObject(draft, {
    typeName: policyType,
    at: resource,
    name: resource.name,
    meta: metaOf(resource),
    config: {
      account_id: given.take('account_id') ?? null,
      name: given.take('name') ?? null,
      description: given.take('description') ?? null,
      enabled: given.take('enabled') ?? null,
      ...parts,
      ...recipients,
      // The old policy cleared no e-mails. Where the pools of the configuration give theirs up, this changes.
      clear_legacy_email: 'none',
    },
    remarks,
    replaces: [resource],
  });
  const isAdopted = addImports(draft, resource, object, importId);
  const findings = [
    ...findMeta(draft, resource),
    ...findLeftovers(draft, resource, given.leftovers(), isAdopted),
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

function filtersOf(resource: OldResource, given: Arguments, remarks: Remark[]): WrittenObject | undefined {
  const apart = takenApart(resource, 'filters', (written) => {
    const object = single(written);
    return object !== undefined && !('dynamic' in object);
  });
  given.take('filters');
  if (apart.kind !== 'same') return undefined;
  const object = single(apart.written);
  if (object === undefined) return isEmpty(apart.written) ? {} : undefined;
  if (apart.isEvaluated) remarks.push(evaluatedRemark(resource, 'filters', 'pool_ids'));
  const inside = given.inside(
    Object.fromEntries(Object.entries(object).filter(([, value]) => !isEmpty(value))),
    'filters',
  );
  return Object.fromEntries(
    Object.entries(filters).map(([attribute, name]) => [attribute, inside.take(name) ?? null]),
  );
}

function recipientsOf(resource: OldResource, given: Arguments, remarks: Remark[]): WrittenObject | undefined {
  const { mechanisms: all = null } = bodyOf(resource);
  given.take('mechanisms');
  if (all === null)
    return Object.fromEntries(
      mechanisms.map(({ attribute, block }) => [attribute, idsIn(given.take(block) ?? null)]),
    );
  const apart = takenApart(resource, 'mechanisms', (written) => single(written) !== undefined);
  const object = apart.kind === 'same' ? single(apart.written) : undefined;
  if (object === undefined) return undefined;
  if (apart.kind === 'same' && apart.isEvaluated)
    remarks.push(evaluatedRemark(resource, 'mechanisms', 'email_addresses'));
  const inside = given.inside(
    Object.fromEntries(Object.entries(object).filter(([, value]) => !isEmpty(value))),
    'mechanisms',
  );
  return Object.fromEntries(
    mechanisms.map(({ attribute, member }) => [attribute, idsIn(inside.take(member) ?? null)]),
  );
}

/** The names of recipients are for people, and the service knows them. */
function idsIn(written: Written): Written {
  if (isEmpty(written)) return null;
  const objects = objectsIn(written);
  if (objects !== undefined) return objects.map(({ id = null }) => id);
  return template(`[for recipient in ${hcl(written)} : recipient.id]`);
}

function evaluatedRemark(resource: OldResource, name: string, attribute: string): Remark {
  return note(
    `These are the values as Terraform evaluated them. ${name} was:`,
    attribute,
    originalOf(bodyOf(resource)[name] ?? null),
  );
}

function isEmpty(value: Written): boolean {
  return value === null || (isWrittenList(value) && value.length === 0);
}
