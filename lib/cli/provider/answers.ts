import { isApiError, isEdgeError, type EdgeClient } from '../../client';
import { accounts } from '../../client/accounts';
import { availableAlerts, pagerDutyServices, policies, webhooks } from '../../client/alerting';
import { firewallRules } from '../../client/firewall-rules';
import { jobs } from '../../client/logpush';
import { Member, typeOf, type ApiObject, type Members } from '../../client/object';
import { packageVersion } from '../../client/package-version';
import { pageRules } from '../../client/page-rules';
import { pools } from '../../client/pools';
import { rulesets, rulesetSummary } from '../../client/rulesets';
import { overrides, packages } from '../../client/waf';
import { migrationCheck, migrationStatus } from '../../client/waf-migration';
import { zones } from '../../client/zones';
import { distinctBy } from '../../ground/compare';
import { isObject } from '../../ground/json';
import { own } from '../../ground/record';
import { countEach } from '../../ground/remember';
import { runService } from '../outcome';
import { findOwner } from '../owners';
import { prose, table, type Block } from '../report/blocks';
import type { DoctorOptions } from './doctor';

type Table = ApiObject<Members>;
type Read = readonly [path: string, table: Table, read: (client: EdgeClient, id: string) => Promise<unknown>];

const reads: Readonly<Record<'zone' | 'account', readonly Read[]>> = {
  zone: [
    ['', zones.object, (client, id) => client.zones.get(id)],
    ['rulesets', rulesetSummary, (client, id) => client.rulesets.list(id)],
    ...['http_log_custom_fields', 'http_request_firewall_custom', 'http_request_firewall_managed'].map(
      (phase): Read => [
        `rulesets/phases/${phase}/entrypoint`,
        rulesets.object,
        (client, id) => client.rulesets.entryPoint(id, phase),
      ],
    ),
    ['logpush/jobs', jobs.object, (client, id) => client.logpush.list(id)],
    ['waf_migration/check', migrationCheck, (client, id) => client.wafMigration.check(id)],
    ['waf_migration/status', migrationStatus, (client, id) => client.wafMigration.status(id)],
    ['firewall/waf/packages', packages.object, (client, id) => client.waf.listPackages(id)],
    ['firewall/waf/overrides', overrides.object, (client, id) => client.waf.listOverrides(id)],
    ['firewall/rules', firewallRules.object, (client, id) => client.firewallRules.list(id)],
    ['pagerules', pageRules.object, (client, id) => client.pageRules.list(id)],
  ],
  account: [
    ['', accounts.object, (client, id) => client.accounts.get(id)],
    ['logpush/jobs', jobs.object, (client, id) => client.logpush.list({ accountId: id })],
    ['load_balancers/pools', pools.object, (client, id) => client.pools.list(id)],
    ['alerting/v3/policies', policies.object, (client, id) => client.alerting.listPolicies(id)],
    ['alerting/v3/destinations/webhooks', webhooks.object, (client, id) => client.alerting.listWebhooks(id)],
    [
      'alerting/v3/destinations/pagerduty',
      pagerDutyServices.object,
      (client, id) => client.alerting.listPagerDuty(id),
    ],
    ['alerting/v3/available_alerts', availableAlerts, (client, id) => client.alerting.availableAlerts(id)],
  ],
};

/** A part of an answer of the service that the tables do not have. */
interface Difference {
  /** With placeholders. */
  readonly path: string;
  /** The member, in which `*` is one whose name may be of the account. */
  readonly at: string;
  readonly found: string;
}

/** With a name or a value that may be of the account. */
type Found = Difference & { readonly word?: string };

/** `--answers`: what the API answers that this version does not know, without a value, name or id of zones and accounts. */
export async function runAnswers(options: DoctorOptions): Promise<void> {
  const { zone = [], account = [] } = options;
  if (zone.length + account.length === 0)
    throw new Error('--answers: name a zone with --zone, or an account with --account.');
  await runService(options, {}, async ({ client }) => {
    const texts: string[] = [];
    const found: Found[] = [];
    const read = async (kind: 'zone' | 'account', value: string) => {
      const { id } = await findOwner(client, kind, value);
      texts.push(id.toLowerCase());
      for (const [below, table, ask] of reads[kind]) {
        const path = `/${kind}s/{${kind}_id}${below === '' ? '' : `/${below}`}`;
        try {
          const answer = await ask(client, id);
          collectTexts(answer, texts);
          found.push(...compare(answer, table, '').map((each) => ({ path, ...each })));
        } catch (error) {
          found.push({ path, at: '', found: describeFailure(error) });
        }
      }
    };
    for (const value of zone) await read('zone', value);
    for (const value of account) await read('account', value);
    const differences = withoutAccount(found, texts);
    return {
      data: { package: packageVersion(), differences },
      blocks: () => report(differences),
      isClear: differences.every((each) => each.found !== unreadable),
    };
  });
}

const unreadable = 'EDGE_UNREADABLE_REPLY';
const unknownMember = 'unknown member';

/** A refusal may be that of a token without a permission. */
function describeFailure(error: unknown): string {
  if (!isEdgeError(error)) throw error;
  return isApiError(error)
    ? `refused with HTTP ${error.status}, code ${error.errors[0]?.code ?? 'none'}`
    : error.code;
}

function compare(value: unknown, table: Table, at: string): Omit<Found, 'path'>[] {
  if (Array.isArray(value)) return value.flatMap((item) => compare(item, table, at));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const known = own(table.members, name) ?? table.more;
    if (known === undefined) return [{ at, found: unknownMember, word: name }];
    if (!(known instanceof Member) || each === null || each === undefined) return [];
    const { types, words, object } = known.traits;
    const here = `${at}/${Object.hasOwn(table.members, name) ? name : '*'}`;
    const type = typeOf(each);
    if (!types.includes(type)) return [{ at: here, found: `${type} instead of ${types.join(' or ')}` }];
    if (words !== undefined && typeof each === 'string' && !words.includes(each))
      return [{ at: here, found: 'unknown word', word: each }];
    return object === undefined ? [] : compare(each, object, here);
  });
}

function collectTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value.toLowerCase());
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) collectTexts(each, texts);
}

/** Each difference once. A word is shown if it has the form of one of the API, and nothing else in the answers is the same. */
function withoutAccount(found: readonly Found[], texts: readonly string[]): Difference[] {
  const counts = countEach(texts);
  // An unknown word is one of the texts itself.
  const uses = countEach(
    found.flatMap(({ word, found: kind }) => (kind === unknownMember ? [] : (word ?? []))),
  );
  const shown = found.map(({ word, ...each }): Difference => {
    if (word === undefined) return each;
    const isName = each.found === unknownMember;
    const isOfApi =
      /^[a-z][a-z0-9_.-]{0,63}$/.test(word) &&
      !/[0-9a-f]{8}|\d{4}/.test(word) &&
      (counts.get(word) ?? 0) <= (isName ? 0 : (uses.get(word) ?? 0));
    const text = isOfApi ? word : '*';
    return isName ? { ...each, at: `${each.at}/${text}` } : { ...each, found: `${each.found} ${text}` };
  });
  return distinctBy(shown, (each) => JSON.stringify(each));
}

function report(differences: readonly Difference[]): readonly Block[] {
  const paths = [...new Set(differences.map(({ path }) => path))];
  return [
    prose(`edge-platform ${packageVersion()}`),
    ...paths.map((path) => {
      const rows = differences.filter((each) => each.path === path);
      return table({ MEMBER: ({ at }) => at || '/', FOUND: ({ found }) => found }, rows, {
        title: `GET ${path}`,
      });
    }),
    prose(
      differences.length === 0
        ? 'The answers have nothing that this version does not know.'
        : 'This text has no value, name or id of yours. Read it, and attach it to your report.',
    ),
  ];
}
