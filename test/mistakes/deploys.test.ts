import { account, apply, destination, pro, unknown, useService, zone } from './service';
import { tellMistakes } from './table';

const service = useService();
const deploy =
  (type: string, attributes: object, settings: () => object = () => ({})) =>
  () =>
    apply(service().terraform(type, attributes, settings()));
const job = (attributes: object, settings?: () => object) =>
  deploy(
    'edge_logpush_job',
    { zone_id: zone, name: 'logs', destination_conf: destination, fields: ['RayID'], ...attributes },
    settings,
  );
const fields = (attributes: object) =>
  deploy('edge_custom_fields_ruleset', { zone_id: zone, cookies: ['a'], ...attributes });
const policy = (attributes: object) =>
  deploy('edge_pool_notification_policy', {
    account_id: account,
    name: 'Pools',
    all_pools: true,
    email_addresses: ['ops@example.com'],
    ...attributes,
  });
const waf = (attributes: object) =>
  deploy('edge_waf_migration', {
    zone_id: zone,
    target: 'complete',
    acknowledge_irreversible: true,
    ...attributes,
  });

/** With a token that may not make a call. */
const without = (method: string, path: string, make: () => unknown) => async () => {
  const refusal = { kind: 'status', status: 403, code: 10000, message: 'Authentication error' };
  await service().emulator.control('POST', '/faults', { match: { method, path }, ...refusal });
  await make();
};

describe('a deploy', () => {
  const api = 'GET /client/v4/zones/';
  tellMistakes([
    {
      mistake: 'a wrong token',
      make: job({}, () => ({ api_token: 'wrong' })),
      says: ['edge_logpush_job.it', '10000', 'needs the permission Logs Write', 'Check EDGE_API_TOKEN'],
    },
    {
      mistake: 'a token that may not read jobs',
      make: without('GET', `/zones/${zone}/logpush/jobs`, job({})),
      says: [
        'edge_logpush_job.it',
        api,
        'needs the permission Logs Write of the zone',
        'Check EDGE_API_TOKEN',
      ],
    },
    {
      mistake: 'a token that may only read',
      make: without('POST', `/zones/${zone}/logpush/jobs`, job({})),
      says: [
        'edge_logpush_job.it',
        'POST /client/v4/zones/',
        'Logs Write of the zone',
        'Check EDGE_API_TOKEN',
      ],
    },
    {
      mistake: 'a token that may not read rulesets',
      make: without('GET', `/zones/${zone}/rulesets`, fields({})),
      says: ['edge_custom_fields_ruleset.it', api, 'Logs Write or Zone WAF Read', 'Check EDGE_API_TOKEN'],
    },
    {
      mistake: 'a token that may not read the migration',
      make: without('GET', `/zones/${zone}/waf_migration/status`, waf({})),
      says: ['edge_waf_migration.it', api, 'needs the permission', 'Check EDGE_API_TOKEN'],
    },
    {
      mistake: 'a token of zones for an object of the account',
      make: without('GET', `/accounts/${account}/alerting/v3/policies`, policy({})),
      says: [
        'edge_pool_notification_policy.it',
        'GET /client/v4/accounts/',
        'Notifications Read of the account',
        'Check EDGE_API_TOKEN',
      ],
    },
    {
      mistake: 'an address where nothing listens',
      make: job({}, () => ({ base_url: 'http://127.0.0.1:9/client/v4' })),
      says: [
        'edge_logpush_job.it',
        'http://127.0.0.1:9',
        'cannot be reached',
        'Check EDGE_BASE_URL or base_url',
      ],
    },
    {
      mistake: 'an address that answers, and has no API',
      make: job({}, () => ({ base_url: service().emulator.url.replace('/client/v4', '/api/client/v4') })),
      says: [
        'edge_logpush_job.it zone_id',
        '/api/client/v4',
        'refused with HTTP 404',
        'is the API that you mean (EDGE_BASE_URL or base_url)',
      ],
    },
    {
      mistake: 'https for an emulator',
      make: job({}, () => ({ base_url: service().emulator.url.replace('http:', 'https:') })),
      says: [
        'edge_logpush_job.it',
        'https://127.0.0.1:',
        'cannot be reached',
        'speaks TLS under this name (an emulator does not: its address begins with http://)',
      ],
    },
    {
      mistake: 'the zone of another account',
      make: job({ zone_id: unknown }),
      says: [
        'edge_logpush_job.it zone_id',
        unknown,
        'HTTP 404',
        "that the credentials are of the zone's account",
      ],
    },
    {
      mistake: 'the ID of the account as that of the zone',
      make: fields({ zone_id: account }),
      says: [
        'edge_custom_fields_ruleset.it zone_id',
        `zone_id (zoneId) is "${account}"`,
        'HTTP 404',
        `Check that ${account} is the id of the zone`,
      ],
    },
    {
      mistake: 'the migration of a zone of another account',
      make: waf({ zone_id: unknown }),
      says: ['edge_waf_migration.it zone_id', unknown, 'HTTP 404', 'is the id of the zone and not its name'],
    },
    {
      mistake: 'the ID of the zone as that of the account',
      make: policy({ account_id: zone }),
      says: [
        'edge_pool_notification_policy.it account_id',
        `account_id (accountId) is "${zone}"`,
        'HTTP 404',
        `Check that ${zone} is the id of the account`,
      ],
    },
    {
      mistake: 'a job of a zone whose plan has none',
      make: job({ zone_id: pro }),
      says: [
        'edge_logpush_job.it zone_id',
        `zone ${pro} accepts none`,
        'Its plan may not include Logpush',
        'exceeded max jobs allowed',
      ],
    },
    {
      mistake: 'a name in use, with the same destination',
      make: job({ name: 'taken' }),
      says: [
        'edge_logpush_job.it name',
        'has job 7 with the same name ("taken")',
        'would deliver every line twice',
        `id = "${zone}/7"`,
      ],
    },
    {
      mistake: 'a bucket without the proof that it is yours',
      make: job({ destination_conf: 's3://bucket?region=eu-central-1' }),
      says: [
        'edge_logpush_job.it ownership_challenge',
        'Ownership challenge missing',
        'requires proof that you own this destination',
        'Request a token',
      ],
    },
    {
      mistake: 'a proof with a typo',
      make: job({ destination_conf: 's3://bucket?region=eu-central-1', ownership_challenge: 'abc' }),
      says: [
        'edge_logpush_job.it ownership_challenge',
        'refused by the API',
        'for exactly one destination_conf, and for seven days',
        'request a new one',
      ],
    },
    {
      mistake: 'a pool of another account',
      make: policy({ all_pools: undefined, pool_ids: [unknown] }),
      says: [
        'edge_pool_notification_policy.it pool_ids',
        unknown,
        'The account has no pool',
        'set `account_id` (`accountId`) to the account of the pools',
      ],
    },
    {
      mistake: 'a webhook that is not there',
      make: policy({ webhook_ids: [unknown] }),
      says: [
        'edge_pool_notification_policy.it webhook_ids',
        unknown,
        'The account has no webhook',
        'Create it first, then use its ID',
      ],
    },
  ]);
});
