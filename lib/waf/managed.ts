/** Ids of the ruleset-based managed rules. Source: public facts 6.2. */
export const managedRulesets = {
  managed: 'efb7b8c949ac4650a09736fc376e9aee',
  owasp: '4814384a9e5d4991b9815dcfc25d2f1f',
  exposedCredentials: 'c2e184081120413c86c3ab7e14069605',
  free: '77454fe2d30c4220b5701f6fdfb893ba',
} as const;

/** Ids of managed rulesets of other phases, which every zone or account lists. Source: public facts 8.4. */
export const otherManagedRulesets = {
  ddosOfRequests: '4d21379b4f9f4bb088e0729962c8b3cf',
  ddosOfPackets: '3b64149bfa6e4220bbbc2bd6db589552',
  normalization: '70339d97bdb34195bbf054b1ebe81f76',
} as const;

/** The rule of the OWASP ruleset that acts on requests whose score reaches the threshold. Source: public facts 6.2. */
export const anomalyScoreRule = '6179ae15870a4bb7b2d480d4843b323c';

/** The name of the package of the previous WAF that became the managed ruleset. Source: public facts 6.4. */
export const previousManagedPackage = 'Cloudflare';

/** A rule of the configuration that a migration writes. Source: specification 2.5, 4.2 rules 7 and 8, public facts 6.3. */
export interface MigrationRule {
  /** Empty, as the API returns it; omitted in the body of validation mode. */
  readonly id: string;
  readonly version: string;
  readonly ref: string;
  readonly action: 'execute' | 'skip';
  readonly action_parameters: Readonly<Record<string, unknown>>;
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
}

/** The result of operation 8: the configuration of the new managed rules that is equivalent to the previous ones. */
export interface MigrationConfiguration {
  readonly name: string;
  readonly rules: readonly MigrationRule[];
}
