import { isDeepStrictEqual } from 'node:util';
import type { CustomFieldLimitSet } from '../../../logs';
import { scopeKey, type Scope } from '../../scope';
import { found } from '../../shape';
import { Collection } from '../../state/collection';
import type { Change, Table } from '../../state/store';
import type { World } from '../../world';
import type {
  KeptRule,
  ManagedDeployment,
  Owner,
  Position,
  Rule,
  RuleDefinition,
  Ruleset,
  SentRule,
  Version,
} from './model';
import { rulesetRefusals as refusals } from './errors';
import { isManagedRuleset, managedRulesetsOf } from './managed';
import { checkTogether, type CreateBody, type UpdateBody } from './schema';

const keptVersions = 1000;

/** The rulesets that callers and fixtures made for zones and accounts, and their versions. Managed ones can be read too. */
export class Rulesets extends Collection<Ruleset, Scope> {
  private readonly versions: Table<Version>;
  private readonly limits: Table<CustomFieldLimitSet>;
  private seeding = false;

  constructor(
    world: World,
    readonly deployment: ManagedDeployment,
  ) {
    super(world, 'rulesets', refusals.noRuleset);
    this.versions = world.store.table<Version>('ruleset_versions');
    this.limits = world.store.table<CustomFieldLimitSet>('custom_field_limits');
  }

  ownerOf(scope: Scope): Owner {
    return {
      ...scope,
      limits: this.limits.get('', scopeKey(scope)) ?? 'specification',
      ruleMembers: this.world.lists.ruleMembers,
    };
  }

  setLimits(scope: Scope, limits: CustomFieldLimitSet): void {
    this.world.store.commit([this.limits.put('', scopeKey(scope), limits)]);
  }

  /** The rulesets of a zone or account, and those that it can deploy. */
  listAll(owner: Owner): readonly Ruleset[] {
    const zone = owner.kind === 'zone' ? this.world.places.zone(owner.id) : undefined;
    const ofAccount = zone === undefined ? [] : this.list({ kind: 'account', id: zone.account_id });
    const deployable = ofAccount.filter(({ kind }) => kind === 'custom');
    return [...this.list(owner), ...deployable, ...managedRulesetsOf(owner.kind)];
  }

  override get(owner: Owner, id: string): Ruleset {
    return managedRulesetsOf(owner.kind).find((one) => one.id === id) ?? super.get(owner, id);
  }

  create(owner: Owner, body: CreateBody, id = this.world.newId()): Ruleset {
    const { name, kind, phase, description } = body;
    if (kind !== 'custom' && this.findEntrypoint(owner, phase) !== undefined)
      throw refusals.phaseTaken(kind, phase);
    const rules = this.identify(resolveRules(body.rules, []), []);
    checkTogether(rules, phase, owner, '/rules');
    const latest = { version: 1, description, last_updated: this.timestamp(), rules };
    return this.keep(owner, { id, name, kind, phase, latest });
  }

  /** A ruleset of a fixture: its rules may have ids, and a zone may be at any stage of a migration. */
  seed(owner: Owner, body: CreateBody, id: string | undefined): Ruleset {
    this.seeding = true;
    try {
      return this.create(owner, body, id);
    } finally {
      this.seeding = false;
    }
  }

  isTaken(id: string): boolean {
    return this.versions.list(id).length > 0 || isManagedRuleset(id);
  }

  getOwn(owner: Owner, id: string): Ruleset {
    const ruleset = this.get(owner, id);
    if (ruleset.kind === 'managed') throw refusals.managed();
    return ruleset;
  }

  findEntrypoint(owner: Owner, phase: string): Ruleset | undefined {
    return this.list(owner).find((ruleset) => ruleset.phase === phase && ruleset.kind !== 'custom');
  }

  getEntrypoint(owner: Owner, phase: string): Ruleset {
    return found(this.findEntrypoint(owner, phase), () => refusals.noEntrypoint(phase));
  }

  replace(owner: Owner, ruleset: Ruleset, body: UpdateBody): Ruleset {
    const present = ruleset.latest.rules;
    const rules =
      body.rules === undefined ? present : this.identify(resolveRules(body.rules, present), present);
    checkTogether(rules, ruleset.phase, owner, '/rules');
    return this.advance(owner, ruleset, rules, body.description);
  }

  deleteOwn(owner: Owner, ruleset: Ruleset): void {
    this.refuseExecuted(owner, ruleset);
    const old = this.listVersions(ruleset).map((one) =>
      this.versions.delete(ruleset.id, String(one.version)),
    );
    this.world.store.commit([this.erase(owner, ruleset.id), ...old]);
  }

  addRule(owner: Owner, ruleset: Ruleset, sent: SentRule, position: Position | undefined): Ruleset {
    const present = ruleset.latest.rules;
    const [added] = this.identify([sent], present, true);
    const rules = added === undefined ? present : place(present, added, position);
    return this.change(owner, ruleset, rules);
  }

  changeRule(
    owner: Owner,
    ruleset: Ruleset,
    ruleId: string,
    sent: SentRule | undefined,
    position: Position | undefined,
  ): Ruleset {
    const present = ruleset.latest.rules;
    const before = findRule(ruleset, ruleId);
    const others = present.filter((rule) => rule.id !== ruleId);
    const after = sent === undefined ? before : this.redefine(before, sent, others);
    const rules =
      position === undefined
        ? present.map((rule) => (rule.id === ruleId ? after : rule))
        : place(others, after, position);
    return this.change(owner, ruleset, rules);
  }

  private redefine(before: Rule, sent: SentRule, others: readonly Rule[]): Rule {
    if (sent.id !== undefined && sent.id !== before.id)
      throw refusals.invalid('/id', 'the id of a rule cannot be changed', sent.id);
    if (sent.ref !== undefined && others.some((rule) => rule.ref === sent.ref))
      throw refusals.invalid('/ref', 'another rule of the ruleset has it', sent.ref);
    return this.update(before, sent.definition, sent.ref ?? before.id);
  }

  deleteRule(owner: Owner, ruleset: Ruleset, ruleId: string): Ruleset {
    findRule(ruleset, ruleId);
    const rules = ruleset.latest.rules.filter((rule) => rule.id !== ruleId);
    return this.advance(owner, ruleset, rules);
  }

  listVersions(ruleset: Ruleset): readonly Version[] {
    return ruleset.kind === 'managed' ? [ruleset.latest] : this.versions.list(ruleset.id);
  }

  getVersion(ruleset: Ruleset, number: string): Version {
    const version = this.listVersions(ruleset).find((one) => String(one.version) === number);
    return found(version, () => refusals.noVersion(number));
  }

  /** Without its newest version, a ruleset is as in the version before it. */
  deleteVersion(owner: Owner, ruleset: Ruleset, number: string): void {
    const { version } = this.getVersion(ruleset, number);
    const erased = this.versions.delete(ruleset.id, number);
    if (version !== ruleset.latest.version) {
      this.world.store.commit([erased]);
      return;
    }
    this.refuseExecuted(owner, ruleset);
    const latest = this.listVersions(ruleset).findLast((one) => one.version !== version);
    if (latest === undefined) throw refusals.onlyVersion(number);
    const deletedVersion = Math.max(version, ruleset.deletedVersion ?? 0);
    this.keep(owner, { ...ruleset, latest, deletedVersion }, [erased]);
  }

  /** A zone can execute the rulesets of its account too. */
  private refuseExecuted(owner: Owner, { id }: Ruleset): void {
    const zones = this.world.places.listZones().filter(({ account_id }) => account_id === owner.id);
    const scopes: readonly Scope[] =
      owner.kind === 'zone'
        ? [owner]
        : [owner, ...zones.map((zone) => ({ kind: 'zone' as const, id: zone.id }))];
    const executing = scopes
      .flatMap((scope) => this.list(scope))
      .flatMap(({ latest }) => latest.rules)
      .find((rule) => rule.action === 'execute' && rule.action_parameters?.id === id);
    if (executing !== undefined) throw refusals.referenced(executing.id);
  }

  private change(owner: Owner, ruleset: Ruleset, rules: readonly Rule[]): Ruleset {
    checkTogether(rules, ruleset.phase, owner, '');
    return this.advance(owner, ruleset, rules);
  }

  private advance(
    owner: Owner,
    ruleset: Ruleset,
    rules: readonly Rule[],
    description = ruleset.latest.description,
  ): Ruleset {
    const version = Math.max(ruleset.latest.version, ruleset.deletedVersion ?? 0) + 1;
    const latest = { version, description, last_updated: this.timestamp(), rules };
    return this.keep(owner, { ...ruleset, latest });
  }

  private keep(owner: Owner, ruleset: Ruleset, more: readonly Change[] = []): Ruleset {
    const { id, phase, latest } = ruleset;
    if (!this.seeding && owner.kind === 'zone') this.deployment.checkRules(owner.id, phase, latest.rules);
    const outdated = String(latest.version - keptVersions);
    this.world.store.commit([
      this.write(owner, ruleset),
      this.versions.put(id, String(latest.version), latest),
      ...(this.versions.get(id, outdated) === undefined ? [] : [this.versions.delete(id, outdated)]),
      ...more,
    ]);
    return ruleset;
  }

  /** Matches the sent rules with existing ones by id, otherwise by ref; the rest are new. */
  private identify(sent: readonly SentRule[], present: readonly Rule[], adding = false): Rule[] {
    const ids = new Set(adding ? present.map((rule) => rule.id) : []);
    const refs = new Set(adding ? present.map((rule) => rule.ref) : []);
    return sent.map(({ definition, id, ref }, index) => {
      const at = adding ? '' : `/rules/${index}`;
      const before = adding
        ? undefined
        : present.find((rule) => (id === undefined ? rule.ref === ref : rule.id === id));
      if (id !== undefined && before === undefined && !this.seeding)
        throw refusals.invalid(`${at}/id`, 'the ruleset has no such rule', id);
      const known = before?.id ?? id ?? this.world.newId();
      const name = ref ?? known;
      if (ids.has(known)) throw refusals.invalid(`${at}/id`, 'it is used twice', known);
      if (refs.has(name)) throw refusals.invalid(`${at}/ref`, 'it is used twice', name);
      ids.add(known);
      refs.add(name);
      return before === undefined
        ? { id: known, version: 1, ...definition, ref: name, last_updated: this.timestamp() }
        : this.update(before, definition, name);
    });
  }

  private update(before: Rule, definition: RuleDefinition, ref: string): Rule {
    const { id, version, last_updated } = before;
    const after: Rule = { id, version, ...definition, ref, last_updated };
    if (isDeepStrictEqual(before, after)) return before;
    return { ...after, version: version + 1, last_updated: this.timestamp() };
  }

  /** The time now in microseconds, as at the service. */
  private timestamp(): string {
    return this.world.now().toISOString().replace('Z', '000Z');
  }
}

/** The definitions of a body that must have rules, for the present ruleset. */
export function definitionsOf(
  { rules }: UpdateBody,
  present: Ruleset | undefined,
): readonly RuleDefinition[] {
  if (rules === undefined) throw refusals.wrongType('/rules', 'an array');
  return resolveRules(rules, present?.latest.rules ?? []).map(({ definition }) => definition);
}

function resolveRules(sent: readonly (SentRule | KeptRule)[], present: readonly Rule[]): readonly SentRule[] {
  return sent.map((one, index) => {
    if (one.definition !== undefined) return one;
    const kept = present.find(({ id }) => id === one.id);
    if (kept === undefined)
      throw refusals.invalid(`/rules/${index}/id`, 'the ruleset has no such rule', one.id);
    return asSent(kept);
  });
}

function asSent({ id, version: _version, ref, last_updated: _updated, ...definition }: Rule): SentRule {
  return { definition, id, ref };
}

function findRule(ruleset: Ruleset, id: string): Rule {
  const rule = ruleset.latest.rules.find((one) => one.id === id);
  return found(rule, () => refusals.noRule(id));
}

/** An empty `before` means the first position, an empty `after` the last. */
function place(rules: readonly Rule[], rule: Rule, position: Position | undefined): Rule[] {
  const at = position === undefined ? rules.length : indexOf(rules, position);
  return [...rules.slice(0, at), rule, ...rules.slice(at)];
}

function indexOf(rules: readonly Rule[], position: Position): number {
  if ('index' in position) {
    if (position.index <= rules.length + 1) return position.index - 1;
    throw refusals.invalid('/position/index', 'the ruleset has no such place', position.index);
  }
  const isBefore = 'before' in position;
  const id = isBefore ? position.before : position.after;
  if (id === '') return isBefore ? 0 : rules.length;
  const found = rules.findIndex((rule) => rule.id === id);
  if (found >= 0) return isBefore ? found : found + 1;
  throw refusals.invalid(`/position/${isBefore ? 'before' : 'after'}`, 'the ruleset has no such rule', id);
}
