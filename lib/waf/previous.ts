/** The previous WAF in the terms of the API. Source: specification 3 for the meaning, public facts 6.4 and 6.5 for the shapes. */
export interface PreviousWaf {
  /** The zone setting `waf`: whether the previous WAF is on at all. */
  readonly setting: 'on' | 'off';
  readonly packages: readonly WafPackage[];
  readonly overrides: readonly UriOverride[];
  readonly firewall_rules: readonly FirewallRule[];
  readonly page_rules: readonly PageRule[];
  /** Values that this package does not know, in place of which something else is set here: what they mean is a guess. */
  readonly unknown?: readonly UnknownValue[];
}

export interface UnknownValue {
  readonly kind: 'package' | 'group' | 'rule' | 'page rule';
  readonly id: string;
  readonly field: string;
  readonly value: string;
}

/** A set of rules of the previous WAF. Rules of `anomaly` packages (the core rule set) score requests; other rules act alone. */
export interface WafPackage {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly detection_mode: 'traditional' | 'anomaly';
  /** Only for anomaly packages. */
  readonly sensitivity?: Sensitivity;
  /** Only for anomaly packages: the action on a request whose score reaches the threshold. */
  readonly action_mode?: ActionMode;
  readonly groups: readonly WafGroup[];
  readonly rules: readonly WafRule[];
}

export const sensitivities = ['high', 'medium', 'low', 'off'] as const;
export type Sensitivity = (typeof sensitivities)[number];

export const actionModes = ['simulate', 'block', 'challenge'] as const;
export type ActionMode = (typeof actionModes)[number];

export interface WafGroup {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly mode: 'on' | 'off';
  /** The mode of an unchanged group. */
  readonly default_mode: 'on' | 'off';
}

export interface WafRule {
  readonly id: string;
  readonly description: string;
  readonly priority: string;
  readonly group: { readonly id: string; readonly name: string };
  /** `on` or `off` in anomaly packages and for rules that allow; any other mode for the remaining rules. */
  readonly mode: RuleMode;
  readonly allowed_modes: readonly RuleMode[];
  /** Only for rules that deny in a traditional package: the meaning of `default`. */
  readonly default_mode?: 'disable' | 'simulate' | 'block' | 'challenge';
}

export const ruleModes = ['default', 'disable', 'simulate', 'block', 'challenge', 'on', 'off'] as const;
export type RuleMode = (typeof ruleModes)[number];

/** A WAF override for some URLs. Only the API can manage it. */
export interface UriOverride {
  readonly id: string;
  readonly description: string;
  readonly urls: readonly string[];
  readonly priority: number;
  readonly groups: Readonly<Record<string, string>>;
  readonly rules: Readonly<Record<string, string>>;
  readonly rewrite_action: Readonly<Record<string, string>>;
  readonly paused: boolean;
}

/** A firewall rule with its filter. `bypass` with the product `waf` exempts requests from the previous managed rules. */
export interface FirewallRule {
  readonly id: string;
  readonly action: string;
  readonly filter: { readonly id: string; readonly expression: string; readonly paused: boolean };
  readonly products: readonly string[];
  readonly priority: number | null;
  readonly paused: boolean;
  readonly description: string;
  readonly ref: string;
}

/** A page rule. Of the active ones that match a URL, only the one with the highest priority applies. */
export interface PageRule {
  readonly id: string;
  readonly targets: readonly {
    readonly target: string;
    readonly constraint: { readonly operator: string; readonly value: string };
  }[];
  readonly actions: readonly { readonly id: string; readonly value?: unknown }[];
  readonly priority: number;
  readonly status: 'active' | 'disabled';
}
