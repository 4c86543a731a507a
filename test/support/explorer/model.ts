import { isObject, listOf, textOf } from '../../../lib/ground/json';
import { healthEvents, legacyRecipients } from '../../../lib/pools';
import { isObjectValue, isUnknown, type Value } from '../../../lib/schema';
import type { Plan, PlanOptions } from '../terraform-client';
import type { SavedPlan } from '../terraform-client/plan';
import { BrokenInvariant, type Choices } from './choices';
import { Schedule, type Move } from './schedule';
import { ModelService, protectingRulesets, type Effect, type ModelPolicy, type ModelPool } from './service';
import { ModelTerraform, wire, type Result } from './terraform';

/**
 * A world with Terraform, the service and other clients, which watches after each write what must hold at every instant:
 *
 * - *covered*: a legacy e-mail is cleared where a policy that clears it notifies all its recipients of all events, by itself;
 * - *protected*: a zone whose managed rules were on has an enabled version that executes one;
 * - *listed*: Terraform does nothing irreversible that the approved plan did not show, on what the plan has seen;
 * - *alive*: no object is deleted that the approved plan does not delete, and none that is replaced first before its successor is there;
 * - *once*: no object is made that its process could know to exist;
 * - *kept*: what others have in a ruleset stays;
 * - *told*: whoever is not notified any more was named in a warning or error, or the pool that nobody is notified of;
 * - *recorded*: an e-mail that was cleared is in the state.
 */
export class Model {
  readonly service = new ModelService();
  readonly schedule: Schedule;
  readonly terraform: ModelTerraform;
  readonly #choices: Choices;
  /** Recipients whom another client has dropped. */
  readonly #dropped = new Set<string>();
  /** Recipients who owe their notifications to another client. */
  readonly #gained = new Set<string>();
  #foreignRules: readonly string[] = [];
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
  choose<T>(what: string, options: Readonly<Record<string, T>>): T {
    return this.#choices.pick(
      Object.entries(options).map(([label, option]) => [`${what}: ${label}`, option] as const),
      false,
    );
  }

  pick<T>(what: string, values: readonly T[]): T {
    return this.#choices.pick(
      values.map((value) => [`${what}: ${JSON.stringify(value)}`, value] as const),
      false,
    );
  }

  /** Begins to watch: the world is as it was before Terraform came. */
  begin(): void {
    this.#mustBeProtected = this.#isProtected();
    this.#foreignRules = this.#rules();
    this.#isOther = false;
  }

  other(act: () => void): void {
    const [before, rules] = [this.#notified(), this.#rules()];
    this.#isOther = true;
    act();
    this.#isOther = false;
    const [after, now] = [this.#notified(), this.#rules()];
    for (const pair of before) if (!after.has(pair)) this.#dropped.add(pair);
    for (const pair of after) if (!before.has(pair)) this.#gained.add(pair);
    this.#foreignRules = [...this.#foreignRules, ...now.filter((each) => !rules.includes(each))].filter(
      (each) => now.includes(each),
    );
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

  /** Plans; the plan counts as read and approved. */
  async plan(
    blocks: object,
    variables: Readonly<Record<string, Value>> = {},
    options: PlanOptions = {},
  ): Promise<Result> {
    this.service.settle();
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
    if (!result.wasKilled)
      this.#checkLosses(new Set([...before, ...this.#gained]), [
        ...planned.warnings,
        ...result.warnings,
        ...result.errors,
      ]);
    if (result.errors.length === 0) this.#checkInstances();
    this.#approved = undefined;
    return result;
  }

  async deploy(blocks: object, variables: Readonly<Record<string, Value>> = {}): Promise<Result> {
    for (;;) {
      const result = await this.apply(await this.plan(blocks, variables), variables);
      if (!result.wasKilled) return result;
    }
  }

  /** Deploys until nothing is left: again after errors, and with an import or `untaint` of what one says to exist. */
  async converge(blocks: object): Promise<void> {
    const errors: string[] = [];
    for (let commands = 0; commands < 5; commands += 1) {
      const result = await this.deploy(blocks);
      if (result.errors.length === 0) return;
      errors.push(...result.errors);
      for (const { address, id } of result.existing) {
        const instance = this.terraform.client.state.get(address);
        if (instance?.isTainted === true) instance.isTainted = false;
        else await this.terraform.import(blocks, address, id);
      }
    }
    throw this.#broken(`ends: ${errors.join()}`);
  }

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

  /** Each recipient who was notified of a pool still is, or a text names the recipient or the pool of which nobody is notified. */
  #checkLosses(before: ReadonlySet<string>, texts: readonly string[]): void {
    const after = this.#notified();
    for (const pair of before) {
      const [id = '', address = ''] = pair.split(' ');
      const pool = this.service.pools.get(id);
      if (pool === undefined || after.has(pair) || this.#dropped.has(pair)) continue;
      const isSaid = texts.some(
        (text) =>
          text.includes(address) || (text.includes('nobody is notified') && namesPool(text, pool.name)),
      );
      if (!isSaid) throw this.#broken(`told: nobody said that ${pair} is lost`);
    }
  }

  #check(effect: Effect): void {
    if (this.#isOther) return;
    const { kind, id, before } = effect;
    if (this.#mustBeProtected && !this.#isProtected())
      throw this.#broken('protected: the zone has no enabled managed rules');
    if (kind === 'clear') this.#checkClearing(before as ModelPool);
    if (['clear', 'migrate', 'override-gone'].includes(kind) && this.#approved?.has(effect) !== true)
      throw this.#broken(
        `listed: the plan did not show ${kind} ${id.slice(-2)} ${this.#approved?.text ?? ''}`,
      );
    if (kind === 'deleted') this.#checkDeletion(id);
    if (kind === 'twin') throw this.#broken(`once: ${id.slice(-2)} is made although it exists`);
    const gone = this.#foreignRules.find((rule) => !this.#rules().includes(rule));
    if (gone !== undefined) throw this.#broken(`kept: the rule "${gone}" of another client is gone`);
  }

  /** Another policy does not count: it may be changed or deleted at any time. */
  #checkClearing(pool: ModelPool): void {
    const clears = this.terraform.policies
      .filter(({ clear_legacy_email: clears }) => clears !== 'none')
      .map(({ name }) => name);
    const mine = [...this.service.policies.values()].filter(({ name }) => clears.includes(name));
    const addresses = legacyRecipients(pool);
    if (!mine.some((policy) => addresses.every((address) => notifies([policy], pool.id, address))))
      throw this.#broken(`covered: no policy that clears ${pool.name} notifies ${addresses.join()}`);
  }

  #checkDeletion(id: string): void {
    if (this.#approved?.deletes(id) !== true)
      throw this.#broken(`alive: ${id.slice(-2)} is deleted, and the plan does not show it`);
    const { state } = this.terraform.client;
    const early = this.#approved.replacedFirst(id).find((address) => !state.has(address));
    if (early !== undefined)
      throw this.#broken(`alive: ${id.slice(-2)} is deleted, and ${early} has no other object yet`);
  }

  /** After an apply that succeeded. An object that two addresses have imported is deleted with either one. */
  #checkInstances(): void {
    for (const [address, { type, attributes }] of this.terraform.client.state) {
      const id = textOf(attributes.id) ?? '';
      if (type !== 'edge_waf_migration' && !this.service.has(id) && this.#approved?.deletes(id) !== true)
        throw this.#broken(`alive: ${address} has an object that does not exist`);
    }
  }

  #broken(what: string): BrokenInvariant {
    return new BrokenInvariant(what);
  }

  #notified(): Set<string> {
    const policies = [...this.service.policies.values()];
    const ofPolicies = policies.flatMap(({ mechanisms }) => listOf(mechanisms.email)).filter(isObject);
    return new Set(
      [...this.service.pools.values()].flatMap((pool) => {
        const legacy = legacyRecipients(pool);
        const addresses = [...legacy, ...ofPolicies.map(({ id }) => textOf(id) ?? '')];
        return addresses
          .filter((address) => legacy.includes(address) || notifies(policies, pool.id, address))
          .map((address) => `${pool.id} ${address}`);
      }),
    );
  }

  /** The rules in rulesets of the log fields and in the entry point of the managed rules, by their descriptions. */
  #rules(): string[] {
    const { rulesets, zone } = this.service;
    return [...rulesets.values(), zone].flatMap(({ rules }) =>
      rules.map(({ description }) => textOf(description) ?? ''),
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
      deletes: (id) =>
        plan.changes.some(
          ({ action, before, after }) =>
            before?.id === id && (['delete', 'replace'].includes(action) || isUnknown(after?.id)),
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
const settled = { cutover: 0, isInCutover: false };

interface Approved {
  readonly text: string;
  has(effect: Effect): boolean;
  deletes(id: string): boolean;
  /** The addresses whose object of this id gets a successor before it is deleted. */
  replacedFirst(id: string): readonly string[];
}

function namesPool(text: string, name: string): boolean {
  return text.split(/[^\w-]+/).includes(name);
}

function notifies(policies: readonly ModelPolicy[], poolId: string, address: string): boolean {
  const covering = policies.filter(
    ({ enabled, filters, mechanisms }) =>
      enabled &&
      listOf(filters.pool_id).includes(poolId) &&
      Object.keys(filters).every((name) => ['pool_id', 'new_health', 'event_source'].includes(name)) &&
      listOf(mechanisms.email).some((each) => isObject(each) && each.id === address),
  );
  return healthEvents.every(({ source, health }) =>
    covering.some(
      ({ filters }) =>
        listOf(filters.event_source).includes(source) && listOf(filters.new_health).includes(health),
    ),
  );
}

function hasRecord(record: Value | undefined, label: string): boolean {
  return record !== undefined && isObjectValue(record) && Object.hasOwn(record, label);
}
