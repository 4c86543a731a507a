import { TerraformOutput, type TerraformStack } from 'cdktf';
import { WafMigration, WafMigrationTarget, type WafMigrationProps } from '../../lib';
import type { EmulatorOptions, FixtureZone } from '../../lib/emulator';
import { managedRulesets } from '../../lib/waf';
import { pick, type Running as Emulator } from '../emulator/support';
import { listOf, startEdgeStack, zoneId, type EdgeStack } from './edge-stack';

export const migrationAddress = 'edge_waf_migration.waf';
export const migrationPath = `/zones/${zoneId}/waf_migration`;
export const entryPointPath = `/zones/${zoneId}/rulesets/phases/http_request_firewall_managed/entrypoint`;

export function managedRule(number: number): string {
  return number.toString(16).padStart(32, '0');
}

/** A rule of the package "Cloudflare", and one of the core rule set; each in a group of its own. */
export const previousRule = 'f939de3be84e66e757adcdcb87900001';
export const previousGroup = 'de677e5818985db1285d0e80225f0601';
const core = { group: 'de677e5818985db1285d0e80225f0611', rule: 'f939de3be84e66e757adcdcb87901001' };

/** The package that becomes the managed ruleset, with a rule that was changed, and the core rule set. */
export const packages = [
  {
    id: '1e334934fd7ae32ad705667f8c1057aa',
    name: 'Cloudflare',
    groups: [{ id: previousGroup, name: 'Cloudflare Specials', mode: 'on' }],
    rules: [
      { id: previousRule, group_id: previousGroup, default_mode: 'block' },
      { id: managedRule(0xcafe), group_id: previousGroup, default_mode: 'block', mode: 'simulate' },
    ],
  },
  {
    id: 'a25a9a7e9c00afc1fb2e0245519d725b',
    name: 'OWASP ModSecurity Core Rule Set',
    detection_mode: 'anomaly',
    sensitivity: 'high',
    action_mode: 'challenge',
    groups: [{ id: core.group, name: 'OWASP SQL Injection Attacks' }],
    rules: [{ id: core.rule, group_id: core.group }],
  },
] as const;

/** For some URLs the previous WAF leaves a rule out. */
export function uriOverride(digit = 'd'): object {
  return { id: digit.repeat(32), urls: ['example.com/shop/*'], rules: { [previousRule]: 'disable' } };
}

/** A firewall rule that is migrated into a skip rule. */
export function bypassRule(more: object = {}): object {
  return {
    action: 'bypass',
    products: ['waf'],
    filter: { expression: 'ip.src eq 192.0.2.1' },
    description: 'our scanner',
    ...more,
  };
}

export interface WafStack extends EdgeStack {
  declareMigration(props?: Partial<WafMigrationProps>): void;
  /** The rules that deploy the new managed rules, as the service has them. */
  rules(): Promise<readonly object[]>;
  writeRules(rules: readonly object[]): Promise<void>;
  /** What was written since the last look, as `PUT entrypoint?waf_migration=pending&phase_two=1`. */
  writes(): Promise<string[]>;
}

export async function startWafStack(
  zone: Partial<FixtureZone> = {},
  options: EmulatorOptions = {},
): Promise<WafStack> {
  const edge = await startEdgeStack({ waf: { packages }, ...zone }, {}, { wafCutoverMs: 50, ...options });
  const { emulator } = edge;
  return {
    ...edge,
    declareMigration: (props = {}) => {
      edge.declare((stack) => {
        declareOne(stack, props);
      });
    },
    rules: () => rulesOf(emulator),
    writeRules: async (rules) => {
      await emulator.result('PUT', entryPointPath, { rules });
    },
    writes: async () => {
      const calls = (await emulator.takeCalls()).filter(({ method }) => method !== 'GET');
      return calls.map(({ method, path, query }) => nameOfCall(method, `${path}?${query}`));
    },
  };
}

/** The rules of the entry point; none before the migration. */
export async function rulesOf(emulator: Emulator): Promise<readonly object[]> {
  const { body } = await emulator.call('GET', entryPointPath);
  return listOf(pick(body, 'result', 'rules') ?? []) as readonly object[];
}

export function overridesIn(rules: readonly object[]): unknown {
  const managed = rules.find((rule) => pick(rule, 'action_parameters', 'id') === managedRulesets.managed);
  return pick(managed, 'action_parameters', 'overrides', 'rules');
}

/** A call as tests read it: `DELETE overrides/:id`, `PUT entrypoint?waf_migration=pending&phase_two=1`. */
export function nameOfCall(method: string, url: string): string {
  const [path = '', query = ''] = url.split('?');
  const what = path
    .replace(/^.*\/(?:zones)\/[0-9a-f]{32}\//, '')
    .replace(/\/[0-9a-f]{32}(?=\/|$)/g, '/:id')
    .replace(/^firewall\/waf\/|^rulesets\/phases\/http_request_firewall_managed\//, '');
  return `${method} ${what}${query.includes('waf_migration') ? `?${query}` : ''}`;
}

function declareOne(stack: TerraformStack, props: Partial<WafMigrationProps>): void {
  const migration = new WafMigration(stack, 'waf', {
    zoneId,
    target: WafMigrationTarget.COMPLETE,
    acknowledgeIrreversible: true,
    ...props,
  });
  const outputs = {
    state: migration.migrationState,
    previous: migration.oldWafStatus,
    new: migration.newWafStatus,
  };
  for (const [name, value] of Object.entries(outputs)) new TerraformOutput(stack, name, { value });
}
