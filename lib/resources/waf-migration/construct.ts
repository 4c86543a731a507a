import type { TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import { findInZone, registerInZone } from '../zone-registry';
import { atSynth, declareResource, formOf, refuseFaults, instanceOf } from '../edge-resource';
import { resolveOwners, zoneNameRule } from '../named-owners';
import { constructLabel, readProps } from '../props';
import { WafMigrationOutputs, type WafMigrationProps } from './construct-props';
import { wafMigrationContract } from './contract';
import { usageError } from '../user-frames';

export { OnIneligible, WafMigrationTarget, WafRuleAction } from './enumerations';
export type { WafMigrationProps, WafPreviousSettings, WafRuleOverride, WafSkipRule } from './construct-props';

/**
 * The migration of a zone from the managed rules of the previous WAF to ruleset-based managed rules. It is irreversible.
 *
 * At least one of the two protects the zone at all times. If a deploy is interrupted, the next one continues from the
 * actual state of the zone. The plan shows whether the zone can be migrated, each blocker with its fix, and the
 * configuration that will not carry over.
 *
 * Destroying the resource leaves the zone unchanged.
 *
 * Import id: `<zone>`, the id or the name of the zone.
 *
 * @example
 * new WafMigration(this, 'waf', {
 *   zoneId,
 *   target: WafMigrationTarget.COMPLETE,
 *   acknowledgeIrreversible: true,
 *   ruleOverrides: [{ ruleId: '5de7edfa648c4d6891dc3e7f84534ffa', action: WafRuleAction.LOG }],
 * });
 */
export class WafMigration extends WafMigrationOutputs {
  /** Id of the zone. With `zoneName` it is known in the plan. */
  public readonly zoneId: string;
  public readonly resource: TerraformResource;
  private readonly zone: string;

  public constructor(scope: Construct, id: string, props: WafMigrationProps) {
    super(scope, id);
    const read = readProps(constructLabel(this), form, props);
    const owners = resolveOwners(this, props, 'zone');
    const attributes = { ...read.given, ...owners.attributes };
    refuseFaults(this, wafMigrationContract, attributes, [...read.faults, ...owners.faults]);
    this.zoneId = owners.zoneId ?? '';
    this.zone = props.zoneName ?? this.zoneId;
    if (props.retired !== true) {
      registerInZone(topic, this);
      atSynth(this, () => this.refuseSecondMigration());
    }
    this.resource = declareResource(this, wafMigrationContract, props, () => attributes);
  }

  /**
   * One instance of a construct with `forEach` or `count`, with its outputs, its address and its import.
   *
   * @param key - the key of the iterator, or the index from 0
   */
  public at(key: string | number): WafMigration {
    return instanceOf<WafMigration>(this, key);
  }

  /** Two migrations of one zone would undo each other on every deploy. */
  private refuseSecondMigration(): void {
    for (const other of findInZone(topic, this)) {
      if (other === this) return;
      throw usageError(
        `[${this.node.path}] WafMigration: zone ${this.zone} has two migrations, and the other one is ${other.node.path}. ` +
          'They would undo each other on every deploy. Keep one of them, with the settings of both.',
      );
    }
  }
}

const topic = 'waf-migration';
const form = formOf(wafMigrationContract, zoneNameRule);
