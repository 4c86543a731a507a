import { readAccount } from '../accounts';
import { readAvailableAlerts, readPagerDuty, readPolicy, readWebhook } from '../alerting';
import { readFirewallRule } from '../firewall-rules';
import { readFields, readJob } from '../logpush';
import { readPageRule } from '../page-rules';
import { readPool } from '../pools';
import type { Unreadable } from '../reader';
import { readRuleset, readSummary } from '../rulesets';
import { readGroup, readOverride, readPackage, readRule, readSetting } from '../waf';
import { readCheck, readConfiguration, readStatus } from '../waf-migration';
import { readZone } from '../zones';

/** A read of the API, and what this version expects of its answer. */
export interface Operation {
  /** Below the base URL; a placeholder is a member of the object that the path continues from. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** How a list comes: by pages, by cursor, or in one reply. Undefined for one object. */
  readonly list?: 'pages' | 'cursor' | 'whole';
  /** Of a list by pages. */
  readonly perPage?: number;
  readonly read: (item: unknown, unreadable: Unreadable) => unknown;
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

const zonePath = '/zones/{zone_id}';
const accountPath = '/accounts/{account_id}';

/** Of the entry point of a phase that no rule was ever written to. */
const noEntryPoint = [[404, 10003]] as const;
/** Of the previous WAF of a zone that never had it, and of one that is migrated. */
const noPreviousWaf = [
  [403, 1015],
  [403, 10020],
] as const;
const secondPhase = { phase_two: '1' };

function jobsOf(owner: string): Operation {
  return {
    path: `${owner}/logpush/jobs`,
    list: 'whole',
    read: readJob,
    each: {
      placeholders: { job_id: 'id', dataset: 'dataset' },
      operations: [
        { path: `${owner}/logpush/jobs/{job_id}`, read: readJob },
        { path: `${owner}/logpush/datasets/{dataset}/jobs`, list: 'whole', read: readJob },
        { path: `${owner}/logpush/datasets/{dataset}/fields`, read: readFields },
      ],
    },
  };
}

export const zoneOperations: readonly Operation[] = [
  { path: zonePath, read: readZone },
  {
    path: `${zonePath}/rulesets`,
    list: 'cursor',
    read: readSummary,
    each: {
      placeholders: { ruleset_id: 'id' },
      // Managed rulesets have hundreds of rules, and this version reads none of them.
      isMeant: ({ kind }) => kind !== 'managed',
      operations: [{ path: `${zonePath}/rulesets/{ruleset_id}`, read: readRuleset }],
    },
  },
  ...['http_log_custom_fields', 'http_request_firewall_custom', 'http_request_firewall_managed'].map(
    (phase): Operation => ({
      path: `${zonePath}/rulesets/phases/${phase}/entrypoint`,
      read: readRuleset,
      refusals: noEntryPoint,
    }),
  ),
  jobsOf(zonePath),
  { path: `${zonePath}/waf_migration/check`, query: secondPhase, read: readCheck },
  {
    path: `${zonePath}/waf_migration/config`,
    query: secondPhase,
    read: readConfiguration,
    // No transition is left, or the zone has obstacles.
    refusals: [
      [400, 10041],
      [400, 10042],
      [400, 10043],
    ],
  },
  { path: `${zonePath}/waf_migration/status`, read: readStatus },
  { path: `${zonePath}/settings/waf`, read: readSetting, refusals: noPreviousWaf },
  {
    path: `${zonePath}/firewall/waf/packages`,
    list: 'pages',
    perPage: 100,
    read: readPackage,
    refusals: noPreviousWaf,
    each: {
      placeholders: { package_id: 'id' },
      operations: [
        {
          path: `${zonePath}/firewall/waf/packages/{package_id}/groups`,
          list: 'pages',
          perPage: 100,
          read: readGroup,
        },
        {
          path: `${zonePath}/firewall/waf/packages/{package_id}/rules`,
          list: 'pages',
          perPage: 100,
          read: readRule,
        },
      ],
    },
  },
  {
    path: `${zonePath}/firewall/waf/overrides`,
    list: 'pages',
    perPage: 100,
    read: readOverride,
    refusals: noPreviousWaf,
    each: {
      placeholders: { override_id: 'id' },
      operations: [{ path: `${zonePath}/firewall/waf/overrides/{override_id}`, read: readOverride }],
    },
  },
  { path: `${zonePath}/firewall/rules`, list: 'pages', perPage: 100, read: readFirewallRule },
  { path: `${zonePath}/pagerules`, list: 'whole', read: readPageRule },
];

const alerting = `${accountPath}/alerting/v3`;

export const accountOperations: readonly Operation[] = [
  { path: accountPath, read: readAccount },
  jobsOf(accountPath),
  {
    path: `${accountPath}/load_balancers/pools`,
    list: 'pages',
    perPage: 25,
    read: readPool,
    each: {
      placeholders: { pool_id: 'id' },
      operations: [{ path: `${accountPath}/load_balancers/pools/{pool_id}`, read: readPool }],
    },
  },
  {
    path: `${alerting}/policies`,
    list: 'whole',
    read: readPolicy,
    each: {
      placeholders: { policy_id: 'id' },
      operations: [{ path: `${alerting}/policies/{policy_id}`, read: readPolicy }],
    },
  },
  {
    path: `${alerting}/destinations/webhooks`,
    list: 'whole',
    read: readWebhook,
    each: {
      placeholders: { webhook_id: 'id' },
      operations: [{ path: `${alerting}/destinations/webhooks/{webhook_id}`, read: readWebhook }],
    },
  },
  { path: `${alerting}/destinations/pagerduty`, list: 'whole', read: readPagerDuty },
  { path: `${alerting}/available_alerts`, read: readAvailableAlerts },
];

/** The lists in which names are looked up. */
export const listOperations: readonly Operation[] = [
  { path: '/zones', list: 'pages', perPage: 50, read: readZone },
  { path: '/accounts', list: 'pages', perPage: 50, read: readAccount },
];
