import { isObject, listOf, textOf } from '../../../lib/ground/json';
import { healthEvents, legacyRecipients } from '../../../lib/pools';
import { isObjectValue, isUnknown, type ObjectValue, type Value } from '../../../lib/schema';
import type { Plan, PlanOptions } from '../terraform-client';
import type { SavedPlan } from '../terraform-client/plan';
import { BrokenInvariant, type Choices } from './choices';
import { Schedule, type Move } from './schedule';
import { ModelService, protectingRulesets, type Effect, type ModelPool } from './service';
import { ModelTerraform, wire, type Result } from './terraform';

/**
 * A world with Terraform, the service and other clients, which watches after each write what must hold at every instant:
 *
 * - *covered*: each recipient that a legacy e-mail ever had is notified of all events of its pool, by the e-mail or by a policy;
 * - *protected*: a zone whose managed rules were on has an enabled version that executes one;
 * - *listed*: Terraform does nothing irreversible that the approved plan did not show, on what the plan has seen;
 * - *alive*: no object is deleted that the current instance of an address has, unless the approved plan deletes that one;
 * - *told*: whoever is not notified any more was named in a warning or error, or the pool that nobody is notified of;
 * - *recorded*: an e-mail that was cleared is in the state.
 */
export class Model {
  readonly service = new ModelService();
  readonly schedule: Schedule;
  readonly terraform: ModelTerraform;
  readonly #choices: Choices;
  /** Recipients that must be notified, by pool. */
  readonly #entitled = new Map<string, Set<string>>();
  readonly #dropped = new Set<string>();
  #mustBeProtected = false;
  #approved: Approved | undefined;
  #isOther = true;

  constructor(choices: Choices) {
    this.#choices = choices;
    this.schedule = new Schedule(choices);
    this.terraform = new ModelTerraform(this.schedule);
    wire.service = this.service;
    wire.schedule = this.schedule;
    this.service.onEffect = (effect) => {
      this.#check(effect);
    };
  }

  /** One of several worlds, configurations or values. */
  choose<T>(what: string, options: readonly (readonly [string, T])[]): T {
    return this.#choices.pick(
      options.map(([label, option]) => [`${what}: ${label}`, option] as const),
      false,
    );
  }

  /** Begins to watch: the world is as it was before Terraform came. */
  begin(): void {
    this.#entitle();
    this.#mustBeProtected = this.#isProtected();
    this.#isOther = false;
  }

  /** What another client does, now. */
  other(act: () => void): void {
    this.#isOther = true;
    act();
    this.#isOther = false;
    this.#entitle();
  }

  /** What another client may do at any moment of the next applies. */
  may(...moves: readonly Move[]): void {
    this.schedule.moves.push(
      ...moves.map(({ name, object, act }) => ({
        name,
        object,
        act: () => {
          this.other(act);
        },
      })),
    );
  }

  /** The user says by the configuration that a recipient of a pool is to lose its notifications. */
  drop(pool: ModelPool, address: string): void {
    this.#dropped.add(`${pool.id} ${address}`);
  }

  /** Plans; the plan counts as read and approved. */
  async plan(
    blocks: object,
    variables: Readonly<Record<string, Value>> = {},
    options: PlanOptions = {},
  ): Promise<Result> {
    const result = await this.terraform.plan(blocks, variables, options);
    this.#approved = result.plan === undefined ? undefined : this.#approve(result.plan);
    return result;
  }

  /** Applies a plan; undefined does nothing. */
  async apply(planned: Result, variables: Readonly<Record<string, Value>> = {}): Promise<Result> {
    const { plan } = planned;
    if (plan === undefined) return planned;
    const before = this.#notified();
    const result = await this.terraform.apply(plan, variables);
    const said = [...planned.warnings, ...result.warnings, ...result.errors].join('\n');
    const after = this.#notified();
    if (!result.wasKilled)
      for (const pair of before) {
        const [pool = '', address = ''] = pair.split(' ');
        const { name = pool } = this.service.pools.get(pool) ?? {};
        const isSaid =
          said.includes(address) ||
          said.split('nobody is notified about').some((text, at) => at > 0 && namesPool(text, name));
        if (!after.has(pair) && !isSaid) throw this.#broken(`told: nobody said that ${pair} is lost`);
      }
    this.#approved = undefined;
    if (result.errors.length === 0) this.#checkInstances();
    return result;
  }

  /** Plans and applies, and again after a kill. */
  async deploy(blocks: object, variables: Readonly<Record<string, Value>> = {}): Promise<Result> {
    for (;;) {
      const result = await this.apply(await this.plan(blocks, variables), variables);
      if (!result.wasKilled) return result;
    }
  }

  /** Deploys in one order of calls: what the scenario begins with. */
  async prepare(blocks: object): Promise<void> {
    this.schedule.explores = false;
    const { errors } = await this.deploy(blocks);
    this.schedule.explores = true;
    if (errors.length > 0) throw new Error(errors.join());
  }

  /** After an apply that succeeded: each e-mail that Terraform has cleared is in the state. */
  expectRecords(pools: readonly ModelPool[]): void {
    const records = [...this.terraform.client.state.values()].map(
      ({ attributes }) => attributes.cleared_legacy_emails,
    );
    for (const { id, name, notification_email: email } of pools)
      if (email === '' && !records.some((record) => hasRecord(record, name === '' ? ` (${id})` : name)))
        throw this.#broken(`recorded: the state does not have the e-mail of pool ${JSON.stringify(name)}`);
  }

  expect(holds: boolean, what: string): void {
    if (!holds) throw this.#broken(what);
  }

  #check(effect: Effect): void {
    this.#entitle();
    for (const [pool, addresses] of this.#entitled)
      for (const address of addresses) {
        const isMissed =
          this.service.pools.has(pool) &&
          !this.#dropped.has(`${pool} ${address}`) &&
          !this.#isNotified(pool, address);
        if (isMissed && !this.#isOther)
          throw this.#broken(`covered: nobody notifies ${address} of pool ${pool.slice(-2)}`);
      }
    if (this.#isOther) return;
    if (this.#mustBeProtected && !this.#isProtected())
      throw this.#broken('protected: the zone has no enabled managed rules');
    if (['clear', 'migrate', 'override-gone'].includes(effect.kind) && this.#approved?.has(effect) !== true)
      throw this.#broken(
        `listed: the plan did not show ${effect.kind} ${effect.id.slice(-2)} ${this.#approved?.text ?? ''}`,
      );
    if (effect.kind === 'deleted') this.#checkDeletion(effect.id);
  }

  #checkDeletion(id: string): void {
    const { state } = this.terraform.client;
    for (const [address, { attributes, isDeposed }] of state)
      if (attributes.id === id && isDeposed !== true && this.#approved?.deletes(address, attributes) !== true)
        throw this.#broken(`alive: ${id.slice(-2)} is deleted, and ${address} has it`);
    const early = this.#approved?.replacedFirst(id).find((address) => !state.has(address));
    if (early !== undefined)
      throw this.#broken(`alive: ${id.slice(-2)} is deleted, and ${early} has no other object yet`);
  }

  /** After an apply that succeeded. */
  #checkInstances(): void {
    for (const [address, { type, attributes }] of this.terraform.client.state)
      if (type !== 'edge_waf_migration' && !this.service.has(textOf(attributes.id) ?? ''))
        throw this.#broken(`alive: ${address} has an object that does not exist`);
  }

  #broken(what: string): BrokenInvariant {
    return new BrokenInvariant(what);
  }

  #entitle(): void {
    for (const pool of this.service.pools.values()) {
      const known = this.#entitled.get(pool.id) ?? new Set();
      for (const address of legacyRecipients(pool)) known.add(address);
      this.#entitled.set(pool.id, known);
    }
  }

  #notified(): Set<string> {
    const addresses = new Set([...this.#entitled.values()].flatMap((each) => [...each]));
    for (const { mechanisms } of this.service.policies.values())
      for (const each of listOf(mechanisms.email)) if (isObject(each)) addresses.add(textOf(each.id) ?? '');
    return new Set(
      [...this.service.pools.keys()].flatMap((pool) =>
        [...addresses]
          .filter((address) => this.#isNotified(pool, address))
          .map((address) => `${pool} ${address}`),
      ),
    );
  }

  #isNotified(poolId: string, address: string): boolean {
    const pool = this.service.pools.get(poolId);
    if (pool !== undefined && legacyRecipients(pool).includes(address)) return true;
    const policies = [...this.service.policies.values()].filter(
      ({ enabled, filters, mechanisms }) =>
        enabled &&
        listOf(filters.pool_id).includes(poolId) &&
        Object.keys(filters).every((name) => ['pool_id', 'new_health', 'event_source'].includes(name)) &&
        listOf(mechanisms.email).some((each) => isObject(each) && each.id === address),
    );
    return healthEvents.every(({ source, health }) =>
      policies.some(
        ({ filters }) =>
          listOf(filters.event_source).includes(source) && listOf(filters.new_health).includes(health),
      ),
    );
  }

  #isProtected(): boolean {
    const { old_waf_status: previous, new_waf_status: successor, rules } = this.service.zone;
    const executes = (id: unknown) =>
      rules.some(
        ({ action, enabled, action_parameters: parameters }) =>
          action === 'execute' && enabled === true && isObject(parameters) && parameters.id === id,
      );
    return previous === 'enabled' || (successor === 'enabled' && protectingRulesets.every(executes));
  }

  /** What the plan shows, and the world that it was made for. */
  #approve(plan: Plan): Approved {
    const shown = plan.changes.flatMap(({ before, after }) => {
      const changes = after?.changes;
      return typeof changes === 'string' && changes !== before?.changes ? [changes] : [];
    });
    const seen = new Map(
      [...this.service.pools.values()].map(({ id, notification_email: email }) => [id, email]),
    );
    const zone = JSON.stringify({ ...this.service.zone, ...settled });
    const hasUnlisted = plan.changes.some(({ after }) => isUnknown(after?.changes));
    return {
      text: shown.join(' / '),
      deletes: (address, instance) =>
        plan.changes.some(
          (each) =>
            ['delete', 'replace'].includes(each.action) &&
            each.address === address &&
            each.before === instance,
        ),
      replacedFirst: (id) =>
        (plan as SavedPlan).changes.flatMap(({ action, address, before, block }) =>
          action === 'replace' && block?.createBeforeDestroy === true && before?.id === id ? [address] : [],
        ),
      has: ({ kind, id, before }) => {
        if (shown.length === 0 && !hasUnlisted) return false;
        if (kind === 'clear')
          return (
            shown.length > 0 &&
            isObject(before) &&
            before.notification_email === seen.get(id) &&
            seen.get(id) !== ''
          );
        if (kind === 'override-gone') return shown.some((text) => text.includes(id));
        return (
          shown.some((text) => text.includes('irreversible')) &&
          JSON.stringify({ ...(before as object), ...settled, overrides: [] }) ===
            JSON.stringify({ ...(JSON.parse(zone) as object), overrides: [] })
        );
      },
    };
  }
}

/** The cutover says nothing of what the plan has seen. */
const settled = { cutover: 0, isHandingOver: false };

interface Approved {
  readonly text: string;
  has(effect: Effect): boolean;
  /** Whether the plan deletes an instance as it is in the state. */
  deletes(address: string, attributes: ObjectValue): boolean;
  /** The addresses whose object of this id gets a successor before it is deleted. */
  replacedFirst(id: string): readonly string[];
}

/** Whether the rest of a sentence names a pool. */
function namesPool(text: string, name: string): boolean {
  return (text.split(/[.:]/)[0] ?? '').split(/[ ,]+/).includes(name);
}

function hasRecord(record: Value | undefined, label: string): boolean {
  return record !== undefined && isObjectValue(record) && Object.hasOwn(record, label);
}
