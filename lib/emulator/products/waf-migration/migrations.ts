import { isObject, isTexts, type JsonObject } from '../../../ground/json';
import { findObstacles, isIncompatible, toMigrationConfiguration } from '../../../waf';
import type { MigrationConfiguration, Obstacle, PreviousWaf } from '../../../waf';
import { generalRefusals, refuse } from '../../http/errors';
import { isArray } from '../../shape';
import type { World } from '../../world';
import { migrationParameter } from '../rulesets/model';
import type { ManagedDeployment, MigrationRequest, RuleDefinition } from '../rulesets/model';
import { managedPhase } from '../rulesets/phases';
import type { Stages } from './stages';
import { findTransition, type Trigger } from './transitions';
import { isManagedRuleset } from '../rulesets/managed';

/** The migrations of all zones from the previous WAF managed rules to the new ones. */
export class Migrations implements ManagedDeployment {
  constructor(
    private readonly world: World,
    private readonly stages: Stages,
    private readonly previousOf: (zoneId: string) => PreviousWaf,
  ) {}

  check(zoneId: string): { readonly compatible: boolean; readonly migration_state: string } {
    // From the cutover on, what is left of the previous WAF does not matter.
    const matters = ['start', 'validation'].includes(this.stages.of(zoneId));
    const compatible = !(matters && this.obstaclesOf(zoneId).some(isIncompatible));
    return { compatible, migration_state: this.stages.view(zoneId).shown };
  }

  config(zoneId: string): MigrationConfiguration {
    const { from } = this.requireTransition(zoneId, 'pending');
    if (from !== 'cutover') this.checkObstacles(zoneId);
    return toMigrationConfiguration(this.previousOf(zoneId));
  }

  checkRules(zoneId: string, phase: string, rules: readonly RuleDefinition[]): void {
    if (phase !== managedPhase || !rules.some((rule) => rule.enabled)) return;
    const plan = this.planOf(zoneId);
    if (plan !== 'enterprise' && this.stages.of(zoneId) === 'start') throw refusals.enabledRules(plan);
  }

  migrate<Saved>(request: MigrationRequest, save: () => Saved): Saved {
    const { zoneId, query, body, rules } = request;
    const trigger = readTrigger(request);
    checkSecondPhase(query);
    const { from, to } = this.requireTransition(zoneId, trigger);
    if (from !== 'cutover') this.checkObstacles(zoneId);
    if (trigger === 'validation') checkNoIdentities(body);
    else this.checkProtection(zoneId, rules);
    const { store } = this.world;
    const saved: Saved[] = [];
    store.atomically(() => {
      store.commit([this.stages.transition(zoneId, from, to)]);
      saved.push(save());
    });
    const [result] = saved;
    if (result === undefined) throw new Error('nothing was saved');
    return result;
  }

  private requireTransition(zoneId: string, trigger: Trigger) {
    const found = findTransition(this.stages.of(zoneId), trigger, this.planOf(zoneId));
    if (typeof found === 'string') throw refusals.noTransition(found);
    return found;
  }

  private checkObstacles(zoneId: string): void {
    const obstacles = this.obstaclesOf(zoneId);
    const incompatible = obstacles.filter(isIncompatible);
    if (incompatible.length > 0) throw refusals.incompatible(incompatible.map(({ reason }) => reason));
    if (obstacles.length > 0) throw refusals.limits(obstacles.map(({ reason }) => reason));
  }

  /**
   * The zone always has a WAF (specification 3.1, rule 2). Only a zone whose equivalent configuration executes no managed
   * ruleset has none to lose.
   */
  private checkProtection(zoneId: string, rules: readonly RuleDefinition[]): void {
    if (executesManaged(rules) || this.stages.mayBeUnprotected(zoneId)) return;
    if (executesManaged(toMigrationConfiguration(this.previousOf(zoneId)).rules))
      throw refusals.unprotected();
  }

  private obstaclesOf(zoneId: string): readonly Obstacle[] {
    return findObstacles(this.previousOf(zoneId), 2);
  }

  private planOf(zoneId: string) {
    return this.world.places.getZone(zoneId).plan;
  }
}

/** Operations 7, 8 and 9 always have it (specification 4.2, rule 6). */
export function checkSecondPhase(query: URLSearchParams): void {
  const value = query.get('phase_two');
  if (value !== '1') throw generalRefusals.badQuery('phase_two', value ?? '', 'it must be 1');
}

function readTrigger({ query, phase }: MigrationRequest): Trigger {
  const value = query.get(migrationParameter) ?? '';
  if (phase !== managedPhase)
    throw generalRefusals.badQuery(migrationParameter, value, `it goes with the phase ${managedPhase} only`);
  if (value === 'pending' || value === '1') return 'pending';
  if (value === 'validation' || value === '2') return 'validation';
  throw generalRefusals.badQuery(migrationParameter, value, 'it must be pending, 1, validation or 2');
}

/** Not even empty ones: the body of the call omits them (specification 4.2, rule 7). */
function checkNoIdentities({ rules }: MigrationRequest['body']): void {
  for (const [index, rule] of (isArray(rules) ? rules : []).entries())
    for (const key of ['id', 'version', 'ref'])
      if (isObject(rule) && Object.hasOwn(rule, key)) throw refusals.sentIdentity(key, index);
}

const refusals = {
  noTransition: (reason: string) => refuse(400, 10041, `migration is not allowed: ${reason}`),
  incompatible: (reasons: readonly string[]) =>
    refuse(400, 10042, `migration is not allowed: the zone is not compatible. ${reasons.join(' ')}`),
  limits: (reasons: readonly string[]) =>
    refuse(400, 10043, `migration error: contact support. ${reasons.join(' ')}`),
  enabledRules: (plan: string) =>
    refuse(
      400,
      10044,
      `a zone of the plan ${plan} can deploy enabled WAF managed rules by migrating only; send every rule with enabled false, or migrate`,
    ),
  unprotected: () =>
    refuse(
      400,
      10045,
      'migration is not allowed: the configuration executes no enabled managed ruleset, so the zone would have no WAF once the previous one is disabled',
    ),
  sentIdentity: (key: string, index: number) =>
    refuse(
      400,
      10040,
      `rules[${index}].${key}: the rules of a validation call come without id, version and ref`,
    ),
} as const;

type ExecutingRule = Pick<RuleDefinition, 'action' | 'action_parameters' | 'expression' | 'enabled'>;

/**
 * Whether rules of an entry point execute a managed ruleset for any request. Rules that skip every request count, others
 * do not: expressions are not evaluated, except `true` and `false`.
 */
function executesManaged(rules: readonly ExecutingRule[]): boolean {
  const skipped = new Set<unknown>();
  for (const { action, action_parameters: parameters = {}, expression, enabled } of rules) {
    const matches = expression.trim();
    if (!enabled || matches === 'false') continue;
    if (action === 'skip' && matches === 'true') {
      if (parameters.ruleset === 'current' || parameters.phase === 'current') return false;
      if (isTexts(parameters.rulesets)) for (const id of parameters.rulesets) skipped.add(id);
    }
    if (action === 'execute' && !skipped.has(parameters.id) && hasEnabledRules(parameters)) return true;
  }
  return false;
}

function hasEnabledRules({ id, overrides }: JsonObject): boolean {
  if (!isManagedRuleset(id, managedPhase)) return false;
  if (!isObject(overrides) || overrides.enabled !== false) return true;
  return [overrides.rules, overrides.categories].some(
    (items) => isArray(items) && items.some((item) => isObject(item) && item.enabled === true),
  );
}
