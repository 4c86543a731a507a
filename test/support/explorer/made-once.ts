import fc from 'fast-check';
import { unknown, type ObjectValue } from '../../../lib/schema';
import { Draw } from '../random';
import { Choices } from './choices';
import { Model } from './model';
import { accountId, otherZoneId, zoneId } from './service';
import type { Result } from './terraform';

/** A resource of a configuration. `key` is what only one object may have: a name, or a zone for the custom fields. */
interface Slot {
  readonly key: number;
  readonly isUnknown: boolean;
  readonly replacedFirst: boolean;
  readonly revision: number;
  readonly adopts: boolean;
}

type Slots = Readonly<Record<string, Slot | undefined>>;

/** A configuration that is applied, another one that is planned and applied after it, and what else is asked of Terraform. */
export interface OnceCase {
  readonly kind: Kind;
  readonly before: Slots;
  readonly after: Slots;
  /** An object of another client. */
  readonly foreign: number | undefined;
  readonly tainted: string | undefined;
  readonly replaced: string | undefined;
  readonly moved: { readonly from: string; readonly to: string } | undefined;
  readonly imported: { readonly of: string; readonly to: string } | undefined;
  readonly hasAppliedAt: boolean;
  readonly parallelism: number;
  readonly seed: number;
}

type Kind = 'job' | 'policy' | 'fields';

const names = ['a', 'b', 'c'];
const zones = [zoneId, otherZoneId];
const types = {
  job: 'edge_logpush_job',
  policy: 'edge_pool_notification_policy',
  fields: 'edge_custom_fields_ruleset',
} as const;

const name = fc.constantFrom(...names);
const slot = (isUnknown: boolean) =>
  fc.record({
    key: fc.nat(1),
    isUnknown: isUnknown ? fc.integer({ min: 0, max: 3 }).map((each) => each === 0) : fc.constant(false),
    replacedFirst: fc.boolean(),
    revision: fc.nat(1),
    adopts: fc.integer({ min: 0, max: 4 }).map((each) => each === 0),
  });
const slots = (isUnknown: boolean) =>
  fc.record(Object.fromEntries(names.map((each) => [each, fc.option(slot(isUnknown), { nil: undefined })])));
const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });

export const onceCase: fc.Arbitrary<OnceCase> = fc
  .record({
    kind: fc.constantFrom<Kind>('job', 'policy', 'fields'),
    before: slots(false).map(withDistinctKeys),
    after: slots(true),
    foreign: rarely(fc.nat(1)),
    tainted: rarely(name),
    replaced: rarely(name),
    moved: rarely(fc.record({ from: name, to: name })),
    imported: rarely(fc.record({ of: name, to: name })),
    hasAppliedAt: fc.boolean(),
    parallelism: fc.integer({ min: 1, max: 3 }),
    seed: fc.nat(),
  })
  .filter(isTold);

function withDistinctKeys(given: Slots): Slots {
  const keys = new Set<number>();
  return Object.fromEntries(
    Object.entries(given).map(([each, wanted]) => {
      if (wanted === undefined || keys.has(wanted.key)) return [each, undefined];
      keys.add(wanted.key);
      return [each, wanted];
    }),
  );
}

/** Runs a case, and answers what became of it. Throws what must never happen. */
/**
 * Whether all that is lost is told. Of two policies whose names turn out to be equal the apply refuses one, and who loses the recipients
 * that it should have taken over is not told: the error is about the names.
 */
function isTold({ kind, after }: OnceCase): boolean {
  const keys = Object.values(after).flatMap((each) =>
    each === undefined ? [] : [each.isUnknown ? later : each.key],
  );
  return (
    kind !== 'policy' ||
    !Object.values(after).some((each) => each?.isUnknown === true) ||
    new Set(keys).size === keys.length
  );
}

export async function runOnceCase(given: OnceCase): Promise<'refused' | 'failed' | 'applied'> {
  const model = new Model(new Choices([], 0));
  const { terraform, service } = model;
  model.schedule.explores = false;
  service.addPool('pool', '');
  model.begin();
  const draw = new Draw(given.seed);
  terraform.parallelism = given.parallelism;
  terraform.order = (addresses) =>
    addresses
      .map((address) => ({ address, at: draw.below(1_000_000) }))
      .sort((one, other) => one.at - other.at)
      .map(({ address }) => address);
  const first = await model.deploy(blocksOf(given, given.before));
  expectThat(first.errors.length === 0, `the first apply fails: ${first.errors.join()}`, given);

  const { addressOf } = placesOf(given);
  const state = () => terraform.client.state;
  const tainted = given.tainted === undefined ? undefined : state().get(addressOf(given.tainted));
  if (tainted !== undefined) tainted.isTainted = true;
  const isForeign = given.foreign !== undefined && !keysIn(model, given.kind).includes(given.foreign);
  if (isForeign) addForeign(model, given.kind, given.foreign);
  terraform.more = moreOf(given, (address) => idOf(state().get(address)?.attributes));
  const replace = given.replaced === undefined ? [] : [addressOf(given.replaced)];
  const isReplaced =
    replace.some((each) => state().has(each)) && given.after[given.replaced ?? ''] !== undefined;
  const before = contentsOf(model, given.kind);
  const plan = await model.plan(
    blocksOf(given, given.after),
    { later: unknown },
    isReplaced ? { replace } : {},
  );
  expectThat(same(before, contentsOf(model, given.kind)), 'a plan writes', given);
  judgePlan(given, plan, isForeign);
  if (plan.plan === undefined) return 'refused';

  const listed = new Set(
    plan.plan.changes.flatMap(({ action, before: old, after }) =>
      ['delete', 'replace'].includes(action) || (action === 'update' && after?.id === unknown)
        ? [idOf(old)]
        : [],
    ),
  );
  const applied = await model.apply(plan, { later: nameOf(given, later) });
  const now = contentsOf(model, given.kind);
  for (const id of before.keys())
    expectThat(now.has(id) || listed.has(id), `${id} is deleted, and no plan lists it`, given);
  const deposed = [...state().values()].flatMap((each) =>
    each.isDeposed === true ? [idOf(each.attributes)] : [],
  );
  // An apply that fails may leave what it renames or deletes beside what takes its place.
  const leaving = applied.errors.length === 0 ? [] : leavingIn(given, plan);
  const keys = [...now].flatMap(([id, key]) =>
    deposed.includes(id) || (leaving.includes(id) && before.get(id) === key) ? [] : [key],
  );
  expectThat(
    new Set(keys).size === keys.length,
    `there are two of one: ${[...now].join(' ')}`,
    given,
    applied,
  );
  const owners = [...state()]
    .filter(([, each]) => each.isDeposed !== true)
    .map(([, { attributes }]) => idOf(attributes));
  expectThat(new Set(owners).size === owners.length, 'two resources have one object', given, applied);
  if (applied.errors.length > 0) {
    // A plan cannot see that a key which it does not know is that of another object: a foreign, an earlier or a new one.
    const { unknownKeys, knownKeys } = keysAfter(given);
    // Nor that an object gets another key than it has, which it then gives up, or whose zone it leaves: an unknown value replaces none.
    const givesUp = names.some((each) => {
      const former = given.before[each] ?? given.before[given.moved?.to === each ? given.moved.from : ''];
      const isRenamed = given.after[each]?.isUnknown === true && former !== undefined && former.key !== later;
      return isRenamed && (given.kind === 'fields' || knownKeys.includes(former.key));
    });
    const isUnforeseeable =
      unknownKeys > 1 ||
      givesUp ||
      (unknownKeys === 1 &&
        (knownKeys.includes(later) ||
          (isForeign && given.foreign === later) ||
          Object.values(given.before).some((each) => each?.key === later)));
    // A policy whose successors are not stored yet stays, and the next apply deletes it.
    const isLater = applied.errors.every((each) => each.includes('should notify in place of this one'));
    expectThat(
      isUnforeseeable || isLater,
      `the apply fails although all was known: ${applied.errors.join()}`,
      given,
    );
    return 'failed';
  }
  terraform.more = {};
  const again = await model.plan(blocksOf(given, given.after), { later: nameOf(given, later) });
  expectThat(again.plan?.isEmpty === true, `the second plan is not empty: ${describe(again)}`, given);
  return 'applied';
}

function keysAfter({ after }: OnceCase): { readonly unknownKeys: number; readonly knownKeys: number[] } {
  const wanted = Object.values(after).flatMap((each) => (each === undefined ? [] : [each]));
  const known = wanted.filter(({ isUnknown }) => !isUnknown);
  return { unknownKeys: wanted.length - known.length, knownKeys: known.map(({ key }) => key) };
}

function leavingIn(given: OnceCase, { plan }: Result): string[] {
  const { addressOf } = placesOf(given);
  const renamed = names.flatMap((each) => {
    const [old, wanted] = [given.before[each], given.after[each]];
    return old !== undefined && wanted !== undefined && old.key !== (wanted.isUnknown ? later : wanted.key)
      ? [addressOf(each)]
      : [];
  });
  return (plan?.changes ?? []).flatMap(({ address, action, before }) =>
    ['delete', 'replace'].includes(action) || renamed.includes(address) ? [idOf(before)] : [],
  );
}

/** What all unknown keys turn out to be. */
const later = 0;

/** A plan has to refuse what it sees, and nothing else. */
function judgePlan(given: OnceCase, { plan, errors }: Result, isForeign: boolean): void {
  const { before, after, moved } = given;
  const isMoved = moved !== undefined && isValidMove(given);
  const formerOf = (slotName: string) =>
    isMoved && slotName === moved.to
      ? before[moved.from]
      : isMoved && slotName === moved.from
        ? undefined
        : before[slotName];
  const known = names.flatMap((each) => {
    const wanted = after[each];
    return wanted === undefined || wanted.isUnknown ? [] : [{ each, wanted, former: formerOf(each) }];
  });
  const keys = known.map(({ wanted }) => wanted.key);
  const isTwice = new Set(keys).size < keys.length;
  const isImportedTwice = isValidImport(given) && after[given.imported?.of ?? ''] !== undefined && !isMoved;
  if (isTwice || isImportedTwice)
    expectThat(plan === undefined, `the plan accepts what is made twice: ${JSON.stringify(given)}`, given);
  const isExisting = known.some(
    ({ wanted, former }) =>
      former === undefined && isForeign && wanted.key === given.foreign && !wanted.adopts,
  );
  if (isExisting && given.kind !== 'fields')
    expectThat(plan === undefined, 'the plan accepts a twin of a foreign object', given);
  if (plan !== undefined) return;
  // A resource that is read later may have an object that is renamed, deleted or imported.
  const isTaken = known.some(
    ({ wanted, former }) =>
      former?.key !== wanted.key && Object.values(before).some((each) => each?.key === wanted.key),
  );
  expectThat(
    isTwice || isValidImport(given) || isExisting || isTaken || (given.kind === 'fields' && isForeign),
    `the plan refuses something else: ${errors.join()}`,
    given,
  );
}

function isValidMove({ before, after, moved }: OnceCase): boolean {
  return (
    moved !== undefined &&
    moved.from !== moved.to &&
    before[moved.from] !== undefined &&
    before[moved.to] === undefined &&
    after[moved.from] === undefined &&
    after[moved.to] !== undefined
  );
}

/** Only a resource without an object imports one. */
function isValidImport({ before, after, imported }: OnceCase): boolean {
  return (
    imported !== undefined &&
    before[imported.of] !== undefined &&
    before[imported.to] === undefined &&
    after[imported.to] !== undefined &&
    after[imported.to]?.isUnknown === false
  );
}

function moreOf(given: OnceCase, idOf: (address: string) => string): object {
  const { addressOf, owner } = placesOf(given);
  const { moved, imported } = given;
  return {
    ...(moved !== undefined && isValidMove(given)
      ? { moved: [{ from: addressOf(moved.from), to: addressOf(moved.to) }] }
      : {}),
    ...(imported !== undefined && isValidImport(given) && !(isValidMove(given) && moved?.to === imported.to)
      ? {
          import: [
            {
              to: addressOf(imported.to),
              id: `${owner(given.before[imported.of]?.key ?? 0)}/${idOf(addressOf(imported.of))}`,
            },
          ],
        }
      : {}),
  };
}

function placesOf({ kind }: Pick<OnceCase, 'kind'>) {
  const type = types[kind];
  return {
    type,
    addressOf: (slotName: string) => `${type}.${slotName}`,
    owner: (key: number) =>
      kind === 'policy' ? accountId : kind === 'job' ? zoneId : (zones[key] ?? zoneId),
  };
}

function nameOf({ kind }: Pick<OnceCase, 'kind'>, key: number): string {
  return kind === 'fields' ? (zones[key] ?? zoneId) : `name-${key}`;
}

function blocksOf(given: OnceCase, wanted: Slots): object {
  const { type } = placesOf(given);
  return {
    [type]: Object.fromEntries(
      Object.entries(wanted).flatMap(([slotName, each]) =>
        each === undefined ? [] : [[slotName, bodyOf(given, each)]],
      ),
    ),
  };
}

function bodyOf(given: OnceCase, { key, isUnknown, replacedFirst, revision, adopts }: Slot): object {
  const name = isUnknown ? '${var.later}' : nameOf(given, key);
  const applied = given.hasAppliedAt ? { applied_at: '${timestamp()}' } : {};
  const lifecycle = { create_before_destroy: replacedFirst };
  switch (given.kind) {
    case 'job':
      return {
        zone_id: zoneId,
        name,
        dataset: 'http_requests',
        destination_conf: 'https://logs.example.com/in',
        fields: revision === 0 ? ['RayID'] : ['RayID', 'ClientIP'],
        on_existing: adopts ? 'adopt' : 'refuse',
        lifecycle,
        ...applied,
      };
    case 'policy':
      return {
        account_id: accountId,
        name,
        all_pools: true,
        email_addresses: [`ops-${revision}@e.example`],
        carry_over_recipients: false,
        clear_legacy_email: 'none',
        on_existing: adopts ? 'adopt' : 'refuse',
        lifecycle,
        ...applied,
      };
    case 'fields':
      return { zone_id: name, request_headers: [`x-${revision}`], lifecycle };
  }
}

function addForeign({ service }: Model, kind: Kind, key: number): void {
  const name = `name-${key}`;
  if (kind === 'job')
    service.jobs.set('900', {
      id: 900,
      name,
      dataset: 'http_requests',
      destination_conf: 'https://logs.example.com/in',
      output_options: { field_names: ['RayID'] },
      enabled: true,
    });
  if (kind === 'policy')
    service.addPolicy({ name, enabled: true, filters: {}, mechanisms: { email: [{ id: 'z@e.example' }] } });
  if (kind === 'fields')
    service.rulesets.set('9'.repeat(32), {
      id: '9'.repeat(32),
      zone: zones[key] ?? zoneId,
      name: 'theirs',
      kind: 'zone',
      phase: 'http_log_custom_fields',
      description: '',
      version: '1',
      rules: [
        {
          id: 'r',
          action: 'log_custom_field',
          expression: 'true',
          enabled: true,
          description: 'x',
          action_parameters: { request_fields: [{ name: 'x-z' }] },
        },
      ],
    });
}

/** The objects of the kind by id, with their keys. */
function contentsOf({ service }: Model, kind: Kind): Map<string, string> {
  if (kind === 'job')
    return new Map([...service.jobs.values()].map(({ id, name }) => [String(id), String(name)]));
  if (kind === 'policy') return new Map([...service.policies.values()].map(({ id, name }) => [id, name]));
  return new Map([...service.rulesets.values()].map(({ id, zone }) => [id, zone]));
}

function keysIn(model: Model, kind: Kind): number[] {
  const found = [...contentsOf(model, kind).values()];
  return [0, 1].filter((key) => found.includes(nameOf({ kind }, key)));
}

function same(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
}

function idOf(attributes: ObjectValue | null | undefined): string {
  return typeof attributes?.id === 'string' ? attributes.id : '';
}

function describe({ plan, errors }: Result): string {
  return JSON.stringify([
    errors,
    plan?.changes
      .filter(({ action }) => action !== 'no-op')
      .map(({ address, action, before, after }) => ({ address, action, before, after })),
  ]);
}

function expectThat(holds: boolean, what: string, given: OnceCase, result?: Result): void {
  if (!holds)
    throw new Error(
      `${what}\n${result?.errors.join('\n') ?? ''}\n${result?.warnings.join('\n') ?? ''}\n${JSON.stringify(given)}`,
    );
}
