import fc from 'fast-check';
import { unknown, type ObjectValue } from '../../../lib/schema';
import { Draw } from '../random';
import { Choices } from './choices';
import { Model } from './model';
import { accountId, otherZoneId, zoneId } from './service';
import { ofSecond, type Result } from './terraform';

/** A resource of a configuration. `key` is what only one object may have: a name, or a zone for the custom fields. */
interface Slot {
  readonly key: number;
  readonly isUnknown: boolean;
  readonly isOfSecond: boolean;
  readonly replacedFirst: boolean;
  readonly revision: number;
}

type Slots = Readonly<Record<string, Slot | undefined>>;

/** A configuration that is applied, another one that is planned and applied after it, and what else is asked of Terraform. */
export interface OnceCase {
  readonly kind: Kind;
  readonly before: Slots;
  readonly after: Slots;
  /** The key of an object of another client. */
  readonly foreign: number | undefined;
  /** The resource that imports it. */
  readonly imports: string | undefined;
  readonly tainted: string | undefined;
  readonly replaced: string | undefined;
  readonly moved: { readonly from: string; readonly to: string } | undefined;
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
/** What all unknown keys turn out to be. */
const later = 0;

const name = fc.constantFrom(...names);
const slot = (isUnknown: boolean) =>
  fc.record({
    key: fc.nat(1),
    isUnknown: isUnknown ? fc.integer({ min: 0, max: 3 }).map((each) => each === 0) : fc.constant(false),
    isOfSecond: fc.boolean(),
    replacedFirst: fc.boolean(),
    revision: fc.nat(1),
  });
const slots = (isUnknown: boolean) =>
  fc.record(Object.fromEntries(names.map((each) => [each, fc.option(slot(isUnknown), { nil: undefined })])));
const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });

export const onceCase: fc.Arbitrary<OnceCase> = fc.record({
  kind: fc.constantFrom<Kind>('job', 'policy', 'fields'),
  before: slots(false).map(withDistinctKeys),
  after: slots(true),
  foreign: rarely(fc.nat(1)),
  imports: rarely(name),
  tainted: rarely(name),
  replaced: rarely(name),
  moved: rarely(fc.record({ from: name, to: name })),
  parallelism: fc.integer({ min: 1, max: 3 }),
  seed: fc.nat(),
});

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

  const world = arrange(given, model);
  const before = contentsOf(model, given.kind);
  const plan = await model.plan(blocksOf(given, given.after), { later: unknown }, world.options);
  expectThat(same(before, contentsOf(model, given.kind)), 'a plan writes', given);
  const creates = createsOf(given, world);
  const isFound = creates.some(({ wanted, own }) =>
    [...before].some(([id, key]) => key === nameOf(given, wanted.key) && id !== own),
  );
  const keys = [...creates.map(({ wanted }) => wanted), ...changesOf(given, world)].map(
    ({ key, isOfSecond }) => `${key} ${isOfSecond}`,
  );
  const isRefused = isFound || new Set(keys).size < keys.length;
  expectThat(
    (plan.plan === undefined) === isRefused,
    isRefused ? 'the plan accepts what exists, or is made twice' : 'the plan refuses something else',
    given,
    plan,
  );
  if (plan.plan === undefined) return 'refused';

  const applied = await model.apply(plan, { later: nameOf(given, later) });
  if (applied.errors.length > 0) {
    expectThat(mayFail(given, world, creates), 'the apply fails although all was known', given, applied);
    return 'failed';
  }
  terraform.more = {};
  const again = await model.plan(blocksOf(given, given.after), { later: nameOf(given, later) });
  expectThat(again.plan?.isEmpty === true, `the second plan is not empty: ${describe(again)}`, given);
  return 'applied';
}

/** What the second plan begins with. */
interface World {
  /** What each resource has had so far: its configuration, and its object. */
  readonly former: ReadonlyMap<
    string,
    { readonly key: number; readonly id: string; readonly isTainted: boolean }
  >;
  readonly isForeign: boolean;
  readonly options: { readonly replace?: readonly string[] };
}

function arrange(given: OnceCase, model: Model): World {
  const { terraform } = model;
  const { before, after, moved, imports } = given;
  const { addressOf, owner } = placesOf(given);
  const instanceOf = (slotName: string) => terraform.client.state.get(addressOf(slotName));
  const tainted = given.tainted === undefined ? undefined : instanceOf(given.tainted);
  if (tainted !== undefined) tainted.isTainted = true;
  const isMoved =
    moved !== undefined &&
    before[moved.from] !== undefined &&
    before[moved.to] === undefined &&
    after[moved.from] === undefined &&
    after[moved.to] !== undefined;
  const former = new Map(
    names.flatMap((each) => {
      const [instance, old] = [instanceOf(each), before[each]];
      if (instance === undefined || old === undefined) return [];
      const { isTainted, attributes } = instance;
      const at = isMoved && each === moved.from ? moved.to : each;
      return [[at, { key: old.key, id: idOf(attributes), isTainted }] as const];
    }),
  );
  const { foreign } = given;
  const isForeign =
    foreign !== undefined && ![...contentsOf(model, given.kind).values()].includes(nameOf(given, foreign));
  const id = isForeign ? addForeign(model, given.kind, foreign) : '';
  const isImported =
    isForeign &&
    imports !== undefined &&
    !former.has(imports) &&
    after[imports]?.isUnknown === false &&
    after[imports].key === foreign;
  if (isImported) former.set(imports, { key: foreign, id, isTainted: false });
  terraform.more = {
    ...(isMoved ? { moved: [{ from: addressOf(moved.from), to: addressOf(moved.to) }] } : {}),
    ...(isImported ? { import: [{ to: addressOf(imports), id: `${owner(foreign)}/${id}` }] } : {}),
  };
  const { replaced } = given;
  const isReplaced = replaced !== undefined && former.has(replaced) && after[replaced] !== undefined;
  return { former, isForeign, options: isReplaced ? { replace: [addressOf(replaced)] } : {} };
}

/** The objects with known keys that a plan makes. `own` is the object that is replaced, which a tainted one is not known to be. */
function createsOf(given: OnceCase, { former, options }: World) {
  const { addressOf } = placesOf(given);
  return names.flatMap((each) => {
    const [wanted, old] = [given.after[each], former.get(each)];
    if (wanted === undefined || wanted.isUnknown) return [];
    const isReplaced =
      old?.isTainted === true ||
      options.replace?.includes(addressOf(each)) === true ||
      (given.kind === 'fields' && old?.key !== wanted.key);
    if (old !== undefined && !isReplaced) return [];
    return [{ wanted, own: old?.isTainted === false ? old.id : undefined, old }];
  });
}

/** The objects that a plan gives another known key. */
function changesOf(given: OnceCase, { former, options }: World): Slot[] {
  if (given.kind === 'fields') return [];
  const { addressOf } = placesOf(given);
  return names.flatMap((each) => {
    const [wanted, old] = [given.after[each], former.get(each)];
    const isReplaced = old?.isTainted === true || options.replace?.includes(addressOf(each)) === true;
    if (wanted === undefined || wanted.isUnknown || old === undefined || isReplaced) return [];
    return old.key === wanted.key ? [] : [wanted];
  });
}

/** What a plan cannot see. */
function mayFail(
  given: OnceCase,
  { former, isForeign }: World,
  creates: ReturnType<typeof createsOf>,
): boolean {
  const wanted = names.flatMap((each) => given.after[each] ?? []);
  const keys = wanted.flatMap(({ key, isUnknown }) => (isUnknown ? [] : [key]));
  const unknowns = wanted.length - keys.length;
  const taken = [
    ...keys,
    ...[...former.values()].map(({ key }) => key),
    ...(isForeign ? [given.foreign] : []),
  ];
  return (
    // What a key that it does not know turns out to be.
    (unknowns > 0 && (unknowns > 1 || taken.includes(later) || given.kind === 'fields')) ||
    // That the replaced object still exists.
    creates.some((each) => each.wanted.replacedFirst && each.old?.key === each.wanted.key) ||
    // What another configuration of the provider makes, or a change renames.
    creates.some((each) => keys.filter((key) => key === each.wanted.key).length > 1)
  );
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

function bodyOf(given: OnceCase, { key, isUnknown, isOfSecond, replacedFirst, revision }: Slot): object {
  const name = isUnknown ? '${var.later}' : nameOf(given, key);
  const meta = { lifecycle: { create_before_destroy: replacedFirst }, ...(isOfSecond ? ofSecond : {}) };
  switch (given.kind) {
    case 'job':
      return {
        zone_id: zoneId,
        name,
        dataset: 'http_requests',
        destination_conf: 'https://logs.example.com/in',
        fields: revision === 0 ? ['RayID'] : ['RayID', 'ClientIP'],
        ...meta,
      };
    case 'policy':
      return {
        account_id: accountId,
        name,
        all_pools: true,
        email_addresses: [`ops-${revision}@e.example`],
        carry_over_recipients: false,
        clear_legacy_email: 'none',
        ...meta,
      };
    case 'fields':
      return { zone_id: name, request_headers: [`x-${revision}`], ...meta };
  }
}

/** Adds an object of another client. */
function addForeign({ service }: Model, kind: Kind, key: number): string {
  const name = `name-${key}`;
  if (kind === 'policy')
    return service.addPolicy({
      name,
      enabled: true,
      filters: {},
      mechanisms: { email: [{ id: 'z@e.example' }] },
    }).id;
  if (kind === 'job') {
    service.jobs.set('900', {
      id: 900,
      name,
      dataset: 'http_requests',
      destination_conf: 'https://logs.example.com/in',
      output_options: { field_names: ['RayID'] },
      enabled: true,
    });
    return '900';
  }
  const id = '9'.repeat(32);
  service.rulesets.set(id, {
    id,
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
  return id;
}

/** The objects of the kind by id, with their keys. */
function contentsOf({ service }: Model, kind: Kind): Map<string, string> {
  if (kind === 'job')
    return new Map([...service.jobs.values()].map(({ id, name }) => [String(id), String(name)]));
  if (kind === 'policy') return new Map([...service.policies.values()].map(({ id, name }) => [id, name]));
  return new Map([...service.rulesets.values()].map(({ id, zone }) => [id, zone]));
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
