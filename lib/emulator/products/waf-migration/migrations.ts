import { isObject } from '../../../ground/json';
import { findObstacles, isIncompatible, toMigrationConfiguration } from '../../../waf';
import type { MigrationConfiguration, Obstacle, PreviousWaf } from '../../../waf';
import { generalRefusals } from '../../http/errors';
import { isArray } from '../../shape';
import type { World } from '../../world';
import type { ManagedDeployment, MigrationRequest } from '../rulesets/deployment';
import { migrationParameter } from '../rulesets/deployment';
import type { RuleDefinition } from '../rulesets/model';
import { managedPhase } from '../rulesets/phases';
import { migrationRefusals as refusals } from './errors';
import { executesManaged } from './protection';
import type { Stages } from './stages';
import { findTransition } from './transitions';
import type { Trigger } from './transitions';

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
