import { isDeepStrictEqual } from 'node:util';
import type { CustomFieldLimitSet } from '../../../logs';
import type { Change, Table } from '../../state/store';
import { scopeKey } from '../../scope';
import type { Scope } from '../../scope';
import type { World } from '../../world';
import type { ManagedDeployment } from './deployment';
import { rulesetRefusals } from './errors';
import { isManagedRuleset, managedRulesetsOf } from './managed';
import type { Owner, Position, Rule, RuleDefinition, Ruleset, SentRule, Version } from './model';
import { checkTogether } from './parse';
import type { CreateBody, UpdateBody } from './parse';

/** Of each ruleset, the newest versions are kept. */
const keptVersions = 1000;

/** The rulesets of all zones and accounts, and their versions. With `dryRun` everything is validated and nothing saved. */
export class Rulesets {
  private readonly rulesets: Table<Ruleset>;
  private readonly versions: Table<Version>;
  private readonly limits: Table<CustomFieldLimitSet>;
  private seeding = false;

  constructor(
    private readonly world: World,
    readonly deployment: ManagedDeployment,
  ) {
    this.rulesets = world.store.table<Ruleset>('rulesets');
    this.versions = world.store.table<Version>('ruleset_versions');
    this.limits = world.store.table<CustomFieldLimitSet>('custom_field_limits');
  }

  /** A zone or account with its limits. */
  ownerOf(scope: Scope): Owner {
    return {
      ...scope,
      limits: this.limits.get('', scopeKey(scope)) ?? 'specification',
      ruleMembers: this.world.lists.ruleMembers,
    };
  }

  /** The limits of a zone's custom log fields. */
  setLimits(scope: Scope, limits: CustomFieldLimitSet): void {
    this.world.store.commit([this.limits.put('', scopeKey(scope), limits)]);
  }

  list(owner: Owner): readonly Ruleset[] {
    return [...this.rulesets.list(scopeKey(owner)), ...managedRulesetsOf(owner.kind)];
  }

  /** Those that a caller or a fixture made. */
  listOwn(owner: Owner): readonly Ruleset[] {
    return this.rulesets.list(scopeKey(owner));
  }

  create(owner: Owner, body: CreateBody, dryRun: boolean, id = this.world.newId()): Ruleset {
    const { kind, phase } = body;
    if (kind !== 'custom' && this.findEntrypoint(owner, phase) !== undefined)
      throw rulesetRefusals.phaseTaken(kind, phase);
    const ruleset: Ruleset = {
      id,
      name: body.name,
      kind,
      phase,
      latest: {
        version: 1,
        description: body.description,
        last_updated: this.timestamp(),
        rules: this.identify(body.rules, []),
      },
    };
    this.keep(owner, ruleset, dryRun);
    return ruleset;
  }

  /** A ruleset of a fixture: its rules may have ids, and a zone may be at any stage of a migration. */
  seed(owner: Owner, body: CreateBody, id: string | undefined): Ruleset {
    this.seeding = true;
    try {
      return this.create(owner, body, false, id);
    } finally {
      this.seeding = false;
    }
  }

  get(owner: Owner, id: string): Ruleset {
    const ruleset =
      this.rulesets.get(scopeKey(owner), id) ?? managedRulesetsOf(owner.kind).find((one) => one.id === id);
    if (ruleset === undefined) throw rulesetRefusals.noRuleset(id);
    return ruleset;
  }

  /** Whether a ruleset of any zone or account, or a managed one, has the id. */
  isTaken(id: string): boolean {
    return this.versions.list(id).length > 0 || isManagedRuleset(id);
  }

  /** The ruleset. Throws if it is a managed one. */
  getOwn(owner: Owner, id: string): Ruleset {
    const ruleset = this.get(owner, id);
    if (ruleset.kind === 'managed') throw rulesetRefusals.managed();
    return ruleset;
  }

  findEntrypoint(owner: Owner, phase: string): Ruleset | undefined {
    return this.rulesets
      .list(scopeKey(owner))
      .find((ruleset) => ruleset.phase === phase && ruleset.kind !== 'custom');
  }

  getEntrypoint(owner: Owner, phase: string): Ruleset {
    const ruleset = this.findEntrypoint(owner, phase);
    if (ruleset === undefined) throw rulesetRefusals.noEntrypoint(phase);
    return ruleset;
  }

  replace(owner: Owner, ruleset: Ruleset, body: UpdateBody, dryRun: boolean): Ruleset {
    const rules = this.identify(body.rules, ruleset.latest.rules);
    return this.advance(owner, ruleset, rules, dryRun, body.description);
  }

  delete(owner: Owner, ruleset: Ruleset, dryRun: boolean): void {
    const executing = this.rulesets
      .list(scopeKey(owner))
      .flatMap((other) => other.latest.rules)
      .find((rule) => rule.action === 'execute' && rule.action_parameters?.id === ruleset.id);
    if (executing !== undefined) throw rulesetRefusals.referenced(executing.id);
    if (dryRun) return;
    const old = this.listVersions(ruleset).map((one) =>
      this.versions.delete(ruleset.id, String(one.version)),
    );
    this.world.store.commit([this.rulesets.delete(scopeKey(owner), ruleset.id), ...old]);
  }

  addRule(
    owner: Owner,
    ruleset: Ruleset,
    sent: SentRule,
    position: Position | undefined,
    dryRun: boolean,
  ): Ruleset {
    const present = ruleset.latest.rules;
    const [added] = this.identify([sent], present, true);
    const rules = added === undefined ? present : place(present, added, position);
    checkTogether(rules, ruleset.phase, owner, '');
    return this.advance(owner, ruleset, rules, dryRun);
  }

  changeRule(
    owner: Owner,
    ruleset: Ruleset,
    ruleId: string,
    sent: SentRule,
    position: Position | undefined,
    dryRun: boolean,
  ): Ruleset {
    const present = ruleset.latest.rules;
    const before = findRule(ruleset, ruleId);
    if (sent.id !== undefined && sent.id !== ruleId)
      throw rulesetRefusals.value(sent.id, 'id', 'the id of a rule cannot be changed', '/id');
    if (sent.ref !== undefined && present.some((rule) => rule.id !== ruleId && rule.ref === sent.ref))
      throw rulesetRefusals.value(sent.ref, 'ref', 'another rule of the ruleset has it', '/ref');
    const after = this.update(before, sent.definition, sent.ref ?? ruleId);
    const rules =
      position === undefined
        ? present.map((rule) => (rule.id === ruleId ? after : rule))
        : place(
            present.filter((rule) => rule.id !== ruleId),
            after,
            position,
          );
    checkTogether(rules, ruleset.phase, owner, '');
    return this.advance(owner, ruleset, rules, dryRun);
  }

  deleteRule(owner: Owner, ruleset: Ruleset, ruleId: string, dryRun: boolean): Ruleset {
    findRule(ruleset, ruleId);
    const rules = ruleset.latest.rules.filter((rule) => rule.id !== ruleId);
    return this.advance(owner, ruleset, rules, dryRun);
  }

  listVersions(ruleset: Ruleset): readonly Version[] {
    return ruleset.kind === 'managed' ? [ruleset.latest] : this.versions.list(ruleset.id);
  }

  getVersion(ruleset: Ruleset, number: string): Version {
    const version = this.listVersions(ruleset).find((one) => String(one.version) === number);
    if (version === undefined) throw rulesetRefusals.noVersion(number);
    return version;
  }

  deleteVersion(ruleset: Ruleset, number: string, dryRun: boolean): void {
    const version = this.getVersion(ruleset, number);
    if (version.version === ruleset.latest.version) throw rulesetRefusals.latestVersion(number);
    if (!dryRun) this.world.store.commit([this.versions.delete(ruleset.id, number)]);
  }

  private advance(
    owner: Owner,
    ruleset: Ruleset,
    rules: readonly Rule[],
    dryRun: boolean,
    description = ruleset.latest.description,
  ): Ruleset {
    const version = ruleset.latest.version + 1;
    const next = { ...ruleset, latest: { version, description, last_updated: this.timestamp(), rules } };
    this.keep(owner, next, dryRun);
    return next;
  }

  private keep(owner: Owner, ruleset: Ruleset, dryRun: boolean): void {
    if (!this.seeding && owner.kind === 'zone')
      this.deployment.checkRules(owner.id, ruleset.phase, ruleset.latest.rules);
    if (dryRun) return;
    const changes: Change[] = [
      this.rulesets.put(scopeKey(owner), ruleset.id, ruleset),
      this.versions.put(ruleset.id, String(ruleset.latest.version), ruleset.latest),
    ];
    const outdated = String(ruleset.latest.version - keptVersions);
    if (this.versions.get(ruleset.id, outdated) !== undefined)
      changes.push(this.versions.delete(ruleset.id, outdated));
    this.world.store.commit(changes);
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
        throw rulesetRefusals.value(id, 'id', 'the ruleset has no such rule', `${at}/id`);
      const known = before?.id ?? id ?? this.world.newId();
      const name = ref ?? known;
      if (ids.has(known)) throw rulesetRefusals.value(known, 'id', 'it is used twice', `${at}/id`);
      if (refs.has(name)) throw rulesetRefusals.value(name, 'ref', 'it is used twice', `${at}/ref`);
      ids.add(known);
      refs.add(name);
      return before === undefined
        ? this.start(known, definition, name)
        : this.update(before, definition, name);
    });
  }

  private start(id: string, definition: RuleDefinition, ref: string): Rule {
    return { id, version: 1, ...definition, ref, last_updated: this.timestamp() };
  }

  private update(before: Rule, definition: RuleDefinition, ref: string): Rule {
    const after: Rule = {
      id: before.id,
      version: before.version,
      ...definition,
      ref,
      last_updated: before.last_updated,
    };
    if (isDeepStrictEqual(before, after)) return before;
    return { ...after, version: before.version + 1, last_updated: this.timestamp() };
  }

  /** In microseconds, as at the service. */
  private timestamp(): string {
    return this.world.now().toISOString().replace('Z', '000Z');
  }
}

function findRule(ruleset: Ruleset, id: string): Rule {
  const rule = ruleset.latest.rules.find((one) => one.id === id);
  if (rule === undefined) throw rulesetRefusals.noRule(id);
  return rule;
}

/** An empty `before` means the first position, an empty `after` the last. */
function place(rules: readonly Rule[], rule: Rule, position: Position | undefined): Rule[] {
  const at = position === undefined ? rules.length : indexOf(rules, position);
  return [...rules.slice(0, at), rule, ...rules.slice(at)];
}

function indexOf(rules: readonly Rule[], position: Position): number {
  if ('index' in position) {
    if (position.index <= rules.length + 1) return position.index - 1;
    throw rulesetRefusals.value(position.index, 'index', 'the ruleset has no such place', '/position/index');
  }
  const isBefore = 'before' in position;
  const id = isBefore ? position.before : position.after;
  if (id === '') return isBefore ? 0 : rules.length;
  const found = rules.findIndex((rule) => rule.id === id);
  if (found >= 0) return isBefore ? found : found + 1;
  const key = isBefore ? 'before' : 'after';
  throw rulesetRefusals.value(id, key, 'the ruleset has no such rule', `/position/${key}`);
}
