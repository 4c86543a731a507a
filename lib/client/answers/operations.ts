import { accounts } from '../accounts';
import { availableAlerts, pagerDutyServices, policies, webhooks } from '../alerting';
import type { Kind } from '../collection';
import { firewallRules } from '../firewall-rules';
import { datasetFields, datasetJobs, jobs, type LogpushScope } from '../logpush';
import type { ApiObject, Members } from '../object';
import { pageRules } from '../page-rules';
import { pools } from '../pools';
import { entryPointOf, rulesets, rulesetSummary } from '../rulesets';
import { groups, overrides, packages, rules, wafSetting } from '../waf';
import { migrationCheck, migrationConfiguration, migrationStatus } from '../waf-migration';
import { zones } from '../zones';

/** A read of the API, and what this version expects of its answer. */
export interface Operation {
  /** Below the base URL; a placeholder is a member of the object that the path continues from. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** How a list comes: by pages, by cursor, or in one reply. Undefined for one object. */
  readonly list?: 'pages' | 'cursor' | 'whole';
  /** Of a list by pages. */
  readonly perPage?: number;
  /** Of the reply, or of each item of its list. */
  readonly object: ApiObject<Members>;
  /** Refusals that are answers too: the status and the code. */
  readonly refusals?: readonly (readonly [status: number, code: number])[];
  /** Reads of objects of the list, whose members fill placeholders. */
  readonly each?: {
    readonly placeholders: Readonly<Record<string, string>>;
    /** @default - all objects */
    readonly isMeant?: (object: Readonly<Record<string, unknown>>) => boolean;
    readonly operations: readonly Operation[];
  };
}

const zoneId = '{zone_id}';
const zonePath = `/zones/${zoneId}`;
const packageScope = { zoneId, packageId: '{package_id}' };
const accountId = '{account_id}';
const accountPath = `/accounts/${accountId}`;

/** Of the entry point of a phase that no rule was ever written to. */
const noEntryPoint = [[404, 10003]] as const;
/** Of the previous WAF of a zone that never had it, and of one that is migrated. */
const noPreviousWaf = [
  [403, 1015],
  [403, 10020],
] as const;
const secondPhase = { phase_two: '1' };

/** The list of a kind. With a placeholder for an ID also its objects, one by one. */
function listOf<Scope, T>({ pathOf, perPage, object }: Kind<Scope, T>, scope: Scope, id?: string): Operation {
  const path = `/${pathOf(scope).join('/')}`;
  return {
    path,
    ...(perPage === undefined ? { list: 'whole' } : { list: 'pages', perPage }),
    object,
    ...(id !== undefined && {
      each: { placeholders: { [id]: 'id' }, operations: [{ path: `${path}/{${id}}`, object }] },
    }),
  };
}

function jobsOf(scope: LogpushScope, owner: string): Operation {
  const { each: { operations = [] } = {}, ...list } = listOf(jobs, scope, 'job_id');
  return {
    ...list,
    each: {
      placeholders: { job_id: 'id', dataset: 'dataset' },
      operations: [
        ...operations,
        listOf(datasetJobs, { scope, dataset: '{dataset}' }),
        { path: `${owner}/logpush/datasets/{dataset}/fields`, object: datasetFields },
      ],
    },
  };
}

export const zoneOperations: readonly Operation[] = [
  { path: zonePath, object: zones.object },
  {
    ...listOf(rulesets, zoneId),
    list: 'cursor',
    object: rulesetSummary,
    each: {
      placeholders: { ruleset_id: 'id' },
      // Managed rulesets have hundreds of rules, and this version reads none of them.
      isMeant: ({ kind }) => kind !== 'managed',
      operations: [{ path: `${zonePath}/rulesets/{ruleset_id}`, object: rulesets.object }],
    },
  },
  ...['http_log_custom_fields', 'http_request_firewall_custom', 'http_request_firewall_managed'].map(
    (phase): Operation => ({
      path: `/${entryPointOf(zoneId, phase).path.join('/')}`,
      object: rulesets.object,
      refusals: noEntryPoint,
    }),
  ),
  jobsOf(zoneId, zonePath),
  { path: `${zonePath}/waf_migration/check`, query: secondPhase, object: migrationCheck },
  {
    path: `${zonePath}/waf_migration/config`,
    query: secondPhase,
    object: migrationConfiguration,
    // No transition is left, or the zone has obstacles.
    refusals: [
      [400, 10041],
      [400, 10042],
      [400, 10043],
    ],
  },
  { path: `${zonePath}/waf_migration/status`, object: migrationStatus },
  { path: `${zonePath}/settings/waf`, object: wafSetting, refusals: noPreviousWaf },
  {
    ...listOf(packages, zoneId),
    refusals: noPreviousWaf,
    each: {
      placeholders: { package_id: 'id' },
      operations: [listOf(groups, packageScope), listOf(rules, packageScope)],
    },
  },
  { ...listOf(overrides, zoneId, 'override_id'), refusals: noPreviousWaf },
  listOf(firewallRules, zoneId),
  listOf(pageRules, zoneId),
];

export const accountOperations: readonly Operation[] = [
  { path: accountPath, object: accounts.object },
  jobsOf({ accountId }, accountPath),
  listOf(pools, accountId, 'pool_id'),
  listOf(policies, accountId, 'policy_id'),
  listOf(webhooks, accountId, 'webhook_id'),
  listOf(pagerDutyServices, accountId),
  { path: `${accountPath}/alerting/v3/available_alerts`, object: availableAlerts },
];

/** The lists in which names are looked up. */
export const listOperations: readonly Operation[] = [listOf(zones, null), listOf(accounts, null)];
