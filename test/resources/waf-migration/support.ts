import type { Rule } from '../../../lib/client';
import type { FixtureZone } from '../../../lib/emulator';
import type { WafMigrationAttributes } from '../../../lib/resources/waf-migration/contract';
import { wafMigrationHandler as handler } from '../../../lib/resources/waf-migration/handler';
import {
  nothingListed,
  unknown,
  type Desired,
  type Listing,
  type Planned,
  type State,
} from '../../../lib/schema';
import { managedRulesets } from '../../../lib/waf';
import { at, contextOf, describeAll, zoneId, type Recorded, type World } from '../../support/handler-harness';

type DesiredSettings = Desired<WafMigrationAttributes>;
type Held = State<WafMigrationAttributes>;

export const context = (world: World, kept?: unknown, service = world.connect()) =>
  contextOf<WafMigrationAttributes>(world, kept, service);
/** With the retries that a deploy has by default. */
export const patient = (world: World) =>
  context(world, undefined, world.connect({ retryTimeoutMs: 600_000 }));
export const rule = (number: number) => number.toString(16).padStart(32, '0');
export const { managed, owasp } = managedRulesets;

export const desired = (given: Partial<DesiredSettings> = {}): DesiredSettings => ({
  zone_id: zoneId,
  target: 'complete',
  acknowledge_irreversible: true,
  rule_overrides: null,
  skip_rules: null,
  delete_uri_overrides: null,
  on_ineligible: null,
  accept_differences: null,
  expected_previous: null,
  backup_path: null,
  timeout_seconds: 60,
  ...given,
});
export const override = (number: number, changes: object = {}) => ({
  rule_id: rule(number),
  ruleset_id: managed,
  action: 'log',
  enabled: null,
  score_threshold: null,
  ...changes,
});

/** What a plan knows of `status` if only rules are deployed again. */
export const redeployed = ({ status }: Held) => ({
  status: { ...status, enabled_rulesets: unknown, out_of_band_changes: unknown },
});

export const computed = { id: unknown, changes: unknown, status: unknown };

/** A state, with the attributes of its status beside the others. */
export type Flat = Held & NonNullable<Held['status']>;
export function flat(state: Held): Flat {
  if (state.status === null) throw new Error('The state has no status');
  return { ...state, ...state.status };
}

export const create = async (world: World, given: Partial<DesiredSettings> = {}, by = context(world)) =>
  flat(await handler.create(desired(given), by));
/** A new zone after an apply, with what its resource remembers. */
export async function applied(
  start: (zone: Partial<FixtureZone>) => Promise<World>,
  given: Partial<DesiredSettings> = {},
  zone: Partial<FixtureZone> = {},
) {
  const world = await start(zone);
  const by = context(world);
  return { world, by, state: await create(world, given, by) };
}
export const update = async (
  world: World,
  prior: Held,
  given: Partial<DesiredSettings>,
  by = context(world),
) => flat(await handler.update({ prior, desired: desired(given) }, by));
export const read = async (state: Held, by: Recorded<WafMigrationAttributes>) => {
  const found = await handler.read(state, by);
  return found === undefined ? undefined : flat(found);
};

export async function refresh(state: Held, by: Recorded<WafMigrationAttributes>) {
  const found = await read(state, by);
  if (found === undefined) throw new Error('The zone was not read.');
  return found;
}

export async function plan(
  world: World,
  prior: Held | null,
  given: Partial<Planned<WafMigrationAttributes>> = {},
  by: Recorded<WafMigrationAttributes> = context(world),
) {
  const config = { ...desired(), ...computed, ...given };
  const planned = prior === null ? config : { ...prior, ...given };
  const {
    diagnostics = [],
    predicted = {},
    listing,
  } = (await handler.plan?.({ prior, planned, config }, by)) ?? {};
  return { reported: describeAll(diagnostics), predicted, listing, changes: listing?.text };
}

/** A zone that is imported, as its first plan and apply have it. */
export async function importZone(world: World) {
  const by = context(world);
  return { by, imported: await readImported(by) };
}

/** The context of the apply of a plan that lists this; undefined if it could not list anything. */
export const approving = (by: Recorded<WafMigrationAttributes>, listing: Listing | undefined) => ({
  ...by,
  approved: { ...(listing ?? nothingListed), isListed: listing !== undefined },
});

export const paths = {
  status: `/zones/${zoneId}/waf_migration/status`,
  entryPoint: `/zones/${zoneId}/rulesets/phases/http_request_firewall_managed/entrypoint`,
  overrides: `/zones/${zoneId}/firewall/waf/overrides`,
};
export const stateOf = async (world: World) => at(await world.api('GET', paths.status), 'migration_state');

/** The rules of the entry point; none if it does not exist. */
export async function rulesOf(world: World): Promise<readonly Rule[]> {
  return (at(await world.api('GET', paths.entryPoint), 'rules') ?? []) as readonly Rule[];
}

export async function deployed(world: World): Promise<string[]> {
  return (await rulesOf(world)).map((each) => {
    const ruleset = at(each, 'action_parameters', 'id');
    const name = ruleset === managed ? 'managed' : ruleset === owasp ? 'owasp' : '';
    return `${each.enabled ? '' : 'disabled '}${each.action} ${name}`.trim();
  });
}

export async function overridesIn(world: World, ruleset: string = managed): Promise<unknown> {
  const found = (await rulesOf(world)).find((each) => at(each, 'action_parameters', 'id') === ruleset);
  return at(found, 'action_parameters', 'overrides', 'rules');
}

export const uriOverride = {
  id: 'd'.repeat(32),
  urls: ['example.com/shop/*'],
  rules: { '100015': 'disable' },
};
export const bypass = {
  action: 'bypass',
  products: ['waf'],
  filter: { expression: 'ip.src eq 192.0.2.1' },
  description: 'our scanner',
};

export const irreversible: unknown = expect.stringContaining(
  'warning at target: WAF migration is irreversible',
);
export const wafOff = {
  targets: [{ target: 'url', constraint: { operator: 'matches', value: 'example.com/a/*' } }],
  actions: [{ id: 'waf', value: 'off' }],
};
export const business = { plan: 'business' } satisfies Partial<FixtureZone>;

/** As Terraform reads what an import gave: with nothing known but that. */
export async function readImported(by: ReturnType<typeof context>) {
  const nothing = Object.fromEntries(Object.keys({ ...desired(), ...computed }).map((name) => [name, null]));
  return refresh({ ...nothing, ...(await handler.import(zoneId, by)) } as never, by);
}

export function logged(number: number) {
  return { id: rule(number), action: 'log' };
}

export const writesOf = async (world: World) =>
  (await world.calls()).filter((call) => !call.startsWith('GET'));

export type RuleChange = (rules: readonly Rule[]) => readonly object[];

/** Changes the rules beside the handler, as somebody does in the dashboard. */
export async function changeRules(world: World, to: RuleChange): Promise<void> {
  await world.api('PUT', paths.entryPoint, { rules: to(await rulesOf(world)) });
}

export const changing =
  (ruleset: string, to: (rule: Rule) => object): RuleChange =>
  (rules) =>
    rules.map((each) => (each.action_parameters?.id === ruleset ? { ...each, ...to(each) } : each));

export const skipping =
  (expression: string, parameters: object): RuleChange =>
  (rules) => [
    { action: 'skip', action_parameters: parameters, expression, description: 'x', enabled: true },
    ...rules,
  ];
