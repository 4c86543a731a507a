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

/** With a token that may not make a call. */
const without = (method: string, path: string, make: () => unknown) => async () => {
  const refusal = { kind: 'status', status: 403, code: 10000, message: 'Authentication error' };
  await service().emulator.control('POST', '/faults', { match: { method, path }, ...refusal });
  await make();
};

describe('a deploy', () => {
  const api = 'GET /client/v4/zones/';
  tellMistakes({
    'a wrong token': [
      job({}, () => ({ api_token: 'wrong' })),
      'edge_logpush_job.it … 10000 … needs the permission Logs Write … Check EDGE_API_TOKEN',
    ],
    'a token that may only read': [
      without('POST', `/zones/${zone}/logpush/jobs`, job({})),
      'edge_logpush_job.it … POST /client/v4/zones/ … Logs Write of the zone … Check EDGE_API_TOKEN',
    ],
    'a token that may not read rulesets': [
      without('GET', `/zones/${zone}/rulesets`, fields({})),
      `edge_custom_fields_ruleset.it … ${api} … Logs Write or Zone WAF Read … Check EDGE_API_TOKEN`,
    ],
    'a token of zones for an object of the account': [
      without('GET', `/accounts/${account}/alerting/v3/policies`, policy({})),
      'edge_pool_notification_policy.it … GET /client/v4/accounts/ … Notifications Read of the account … Check EDGE_API_TOKEN',
    ],
    'an address where nothing listens': [
      job({}, () => ({ base_url: 'http://127.0.0.1:9/client/v4' })),
      'edge_logpush_job.it … http://127.0.0.1:9 … cannot be reached … Check EDGE_BASE_URL or base_url',
    ],
    'an address that answers, and has no API': [
      job({}, () => ({ base_url: service().emulator.url.replace('/client/v4', '/api/client/v4') })),
      'edge_logpush_job.it zone_id … /api/client/v4 … refused with HTTP 404 … is the API that you mean (EDGE_BASE_URL or base_url)',
    ],
    'https for an emulator': [
      job({}, () => ({ base_url: service().emulator.url.replace('http:', 'https:') })),
      'edge_logpush_job.it … https://127.0.0.1: … cannot be reached … speaks TLS under this name (an emulator does not: its address begins with http://)',
    ],
    'the zone of another account': [
      job({ zone_id: unknown }),
      `edge_logpush_job.it zone_id … ${unknown} … HTTP 404 … that the credentials are of the zone's account`,
    ],
    'the ID of the zone as that of the account': [
      policy({ account_id: zone }),
      `edge_pool_notification_policy.it account_id … account_id (accountId) is "${zone}" … HTTP 404 … Check that ${zone} is the id of the account`,
    ],
    'a job of a zone whose plan has none': [
      job({ zone_id: pro }),
      `edge_logpush_job.it zone_id … zone ${pro} accepts none … Its plan may not include Logpush … exceeded max jobs allowed`,
    ],
    'a name in use, with the same destination': [
      job({ name: 'taken' }),
      `edge_logpush_job.it name … has job 7 with the same name ("taken") … would deliver every line twice … id = "${zone}/7"`,
    ],
    'a bucket without the proof that it is yours': [
      job({ destination_conf: 's3://bucket?region=eu-central-1' }),
      'edge_logpush_job.it ownership_challenge … Ownership challenge missing … requires proof that you own this destination … Request a token',
    ],
    'a proof with a typo': [
      job({ destination_conf: 's3://bucket?region=eu-central-1', ownership_challenge: 'abc' }),
      'edge_logpush_job.it ownership_challenge … refused by the API … for exactly one destination_conf, and for seven days … request a new one',
    ],
    'a pool of another account': [
      policy({ all_pools: undefined, pool_ids: [unknown] }),
      `edge_pool_notification_policy.it pool_ids … ${unknown} … The account has no pool … set \`account_id\` (\`accountId\`) to the account of the pools`,
    ],
    'a webhook that is not there': [
      policy({ webhook_ids: [unknown] }),
      `edge_pool_notification_policy.it webhook_ids … ${unknown} … The account has no webhook … Create it first, then use its ID`,
    ],
  });
});
