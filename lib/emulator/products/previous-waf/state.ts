import type { RuleMode, WafGroup, WafPackage, WafRule } from '../../../waf';
import type { Table } from '../../state/store';
import type { World } from '../../world';
import type { Stages } from '../waf-migration/stages';
import { defaultPackages } from './catalogue';
import { previousRefusals as refusals } from '../../previous-api/errors';
import { found } from '../../shape';

export type PackageSettings = Pick<WafPackage, 'sensitivity' | 'action_mode'>;

export interface WafSetting {
  readonly value: 'on' | 'off';
  readonly modified_on: string | null;
}

/** The previous WAF of all zones: packages that come from the fixture, and what callers changed in them. */
export class PreviousWafs {
  private readonly catalogues: Table<readonly WafPackage[]>;
  private readonly packageSettings: Table<PackageSettings>;
  private readonly groupModes: Table<WafGroup['mode']>;
  private readonly ruleModes: Table<RuleMode>;
  private readonly settings: Table<WafSetting>;

  constructor(
    private readonly world: World,
    private readonly stages: Stages,
  ) {
    const { store } = world;
    this.catalogues = store.table<readonly WafPackage[]>('waf_packages');
    this.packageSettings = store.table<PackageSettings>('waf_package_settings');
    this.groupModes = store.table<WafGroup['mode']>('waf_group_modes');
    this.ruleModes = store.table<RuleMode>('waf_rule_modes');
    this.settings = store.table<WafSetting>('waf_settings');
  }

  seed(zoneId: string, packages: readonly WafPackage[] | undefined, setting: 'on' | 'off' | undefined): void {
    this.world.store.commit([
      ...(packages === undefined ? [] : [this.catalogues.put('', zoneId, packages)]),
      ...(setting === undefined
        ? []
        : [this.settings.put('', zoneId, { value: setting, modified_on: null })]),
    ]);
  }

  listPackages(zoneId: string): readonly WafPackage[] {
    return this.catalogueOf(zoneId).map((one) => ({
      ...one,
      ...this.packageSettings.get(zoneId, one.id),
      groups: one.groups.map((group) => ({
        ...group,
        mode: this.groupModes.get(zoneId, group.id) ?? group.mode,
      })),
      rules: one.rules.map((rule) => ({ ...rule, mode: this.ruleModes.get(zoneId, rule.id) ?? rule.mode })),
    }));
  }

  getPackage(zoneId: string, id: string): WafPackage {
    return findPart(this.listPackages(zoneId), 'waf package', id);
  }

  /** Calls `read` only if the package has such settings: the body for another package is not validated. */
  setPackage(zoneId: string, before: WafPackage, read: () => PackageSettings): WafPackage {
    if (before.detection_mode !== 'anomaly') throw refusals.notAnomaly();
    const sent = read();
    const { sensitivity = before.sensitivity, action_mode = before.action_mode } = sent;
    const next = {
      ...(sensitivity === undefined ? {} : { sensitivity }),
      ...(action_mode === undefined ? {} : { action_mode }),
    };
    this.world.store.commit([this.packageSettings.put(zoneId, before.id, next)]);
    return { ...before, ...next };
  }

  setGroup(zoneId: string, group: WafGroup, mode: WafGroup['mode']): WafGroup {
    this.world.store.commit([this.groupModes.put(zoneId, group.id, mode)]);
    return { ...group, mode };
  }

  setRule(zoneId: string, rule: WafRule, mode: string): WafRule {
    const allowed = rule.allowed_modes.find((one) => one === mode);
    if (allowed === undefined) throw refusals.badMode(mode, rule.allowed_modes);
    this.world.store.commit([this.ruleModes.put(zoneId, rule.id, allowed)]);
    return { ...rule, mode: allowed };
  }

  setting(zoneId: string): WafSetting {
    const value = this.hasPrevious(zoneId) ? 'on' : 'off';
    return this.settings.get('', zoneId) ?? { value, modified_on: null };
  }

  setSetting(zoneId: string, value: 'on' | 'off'): void {
    this.world.store.commit([
      this.settings.put('', zoneId, { value, modified_on: this.world.now().toISOString() }),
    ]);
  }

  /** False for free zones, and for zones that are newer than the previous managed rules. */
  hasPrevious(zoneId: string): boolean {
    return this.stages.of(zoneId) !== 'default';
  }

  private catalogueOf(zoneId: string): readonly WafPackage[] {
    if (!this.hasPrevious(zoneId)) return [];
    return this.catalogues.get('', zoneId) ?? defaultPackages;
  }
}

export function findPart<Part extends { readonly id: string }>(
  parts: readonly Part[],
  what: string,
  id: string,
): Part {
  const part = parts.find((one) => one.id === id);
  return found(part, () => refusals.notFound(what, id));
}
