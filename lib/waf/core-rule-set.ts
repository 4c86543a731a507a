import { anomalyScoreRule, managedRulesets } from './managed';
import type { ActionMode, PreviousWaf, Sensitivity, WafPackage } from './previous';

/** The new settings for a sensitivity of the old core rule set. */
export interface CoreSetting {
  readonly paranoiaLevel: 1 | 2 | 3 | 4;
  readonly scoreThreshold: number;
}

/** Source: specification 3.3, the table; why not the sentence below it: docs/decisions/0020-paranoia-level.md. */
const settings: Readonly<Record<Sensitivity | 'default', CoreSetting>> = {
  high: { paranoiaLevel: 2, scoreThreshold: 40 },
  medium: { paranoiaLevel: 1, scoreThreshold: 25 },
  low: { paranoiaLevel: 1, scoreThreshold: 40 },
  default: { paranoiaLevel: 2, scoreThreshold: 40 },
  // Not in the table. The rule is disabled; once enabled, it has the default settings of the migration.
  off: { paranoiaLevel: 2, scoreThreshold: 40 },
};

/** The scores from which the old core rule set acted. Source: public facts 6.4, where high is the default. */
const previousThresholds: Readonly<Record<Exclude<Sensitivity, 'off'>, number>> = {
  high: 25,
  medium: 40,
  low: 60,
};

/** The API has three thresholds: 25, 40 and 60. The highest one allows the most requests. */
export const highestScoreThreshold = 60;

const newActions: Readonly<Record<ActionMode, string>> = {
  simulate: 'log',
  block: 'block',
  // The API recommends the managed challenge for new configurations: it selects the challenge for each visitor.
  challenge: 'managed_challenge',
};

/** The old core rule set: the package that scores requests. Undefined if the zone has none. */
export function coreRuleSetOf({ packages }: PreviousWaf): WafPackage | undefined {
  return packages.find(isCoreRuleSet);
}

export function isCoreRuleSet({ detection_mode: mode }: WafPackage): boolean {
  return mode === 'anomaly';
}

export function isOn({ sensitivity }: WafPackage): boolean {
  return sensitivity !== 'off';
}

export function coreSettingOf({ sensitivity }: Pick<WafPackage, 'sensitivity'>): CoreSetting {
  return settings[sensitivity ?? 'default'];
}

export function previousThreshold({ sensitivity = 'high' }: WafPackage): number | undefined {
  return sensitivity === 'off' ? undefined : previousThresholds[sensitivity];
}

/** Source: specification 3.3. A package without a mode challenges: public facts 6.4. */
export function newActionOf(mode: ActionMode = 'challenge'): string {
  return newActions[mode];
}

/** A paranoia level is set by disabling the categories above it. Source: public facts 6.3. */
export function owaspParameters(core: WafPackage): Readonly<Record<string, unknown>> {
  const { paranoiaLevel, scoreThreshold } = coreSettingOf(core);
  return {
    id: managedRulesets.owasp,
    overrides: {
      categories: [2, 3, 4]
        .filter((level) => level > paranoiaLevel)
        .map((level) => ({ category: `paranoia-level-${level}`, enabled: false })),
      rules: [
        { id: anomalyScoreRule, action: newActionOf(core.action_mode), score_threshold: scoreThreshold },
      ],
    },
  };
}
