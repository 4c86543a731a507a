import type { TerraformClient } from '../support/terraform-client';
import { account, pro, say, unknown, useService, zone } from './service';
import { tellMistakes } from './table';

const service = useService();
const importing = (type: string, target: Parameters<TerraformClient['tryImport']>[1]) => async () => {
  say(await service().terraform(type, {}).tryImport(`${type}.it`, target));
};

describe('an import', () => {
  const forms = 'Use <zone>/<job id> or <zone>/<job name>';
  tellMistakes([
    {
      mistake: 'a job without its zone',
      make: importing('edge_logpush_job', '7'),
      says: ['edge_logpush_job.it', '"7"', 'the part after the zone is missing', forms],
    },
    {
      mistake: 'the placeholder of a page of docs',
      make: importing('edge_logpush_job', '<zone>/<job id>'),
      says: ['edge_logpush_job.it', '"<zone>/<job id>"', 'the first part must be the ID', forms],
    },
    {
      mistake: 'an ID in upper case',
      make: importing('edge_logpush_job', `${account.toUpperCase()}/7`),
      says: ['edge_logpush_job.it', account.toUpperCase(), `IDs are in lower case, as in ${account}`, forms],
    },
    {
      mistake: 'the address of the dashboard',
      make: importing('edge_logpush_job', `https://dash.example.com/${account}/example.com`),
      says: ['edge_logpush_job.it', '"https://dash', 'the first part must be the ID', forms],
    },
    {
      mistake: 'a job that is not there',
      make: importing('edge_logpush_job', `${zone}/99`),
      says: [
        'edge_logpush_job.it',
        '"99"',
        `The zone ${zone} has no job with the ID or name`,
        'Its jobs are 7 "taken". Use the ID of one of them',
      ],
    },
    {
      mistake: 'a job of a zone without jobs',
      make: importing('edge_logpush_job', `${pro}/7`),
      says: [
        'edge_logpush_job.it',
        '"7"',
        'It has no jobs',
        'Remove the import: edge_logpush_job creates the job',
      ],
    },
    {
      mistake: 'a job of a zone of another account',
      make: importing('edge_logpush_job', `${unknown}/7`),
      says: ['edge_logpush_job.it', unknown, 'HTTP 404', 'Check that'],
    },
    {
      mistake: 'a job of the zone as one of the account',
      make: importing('edge_logpush_job', `accounts/${zone}/7`),
      says: ['edge_logpush_job.it', zone, 'Unknown account', `Check that ${zone} is the id of the account`],
    },
    {
      mistake: 'an identity with a zone and an account',
      make: importing('edge_logpush_job', { zone_id: zone, account_id: account, id: '7' }),
      says: [
        'edge_logpush_job.it',
        `\`account_id\` "${account}", \`id\` "7"`,
        'exactly one of `zone_id` and `account_id`',
        'It must have',
      ],
    },
    {
      mistake: 'an identity with the name of the zone',
      make: importing('edge_logpush_job', { zone_id: 'example.com', account_id: null, id: '7' }),
      says: [
        'edge_logpush_job.it',
        '`zone_id` "example.com"',
        'with an ID of 32 hexadecimal digits',
        'It must have',
      ],
    },
    {
      mistake: 'custom fields by their zone alone',
      make: importing('edge_custom_fields_ruleset', zone),
      says: [
        'edge_custom_fields_ruleset.it',
        `"${zone}"`,
        'the part after the zone is missing',
        'Use <zone>/http_log_custom_fields',
      ],
    },
    {
      mistake: 'custom fields of a zone that has none',
      make: importing('edge_custom_fields_ruleset', `${zone}/http_log_custom_fields`),
      says: [
        'edge_custom_fields_ruleset.it',
        zone,
        'has no ruleset of phase http_log_custom_fields',
        'Remove the import',
      ],
    },
    {
      mistake: 'a policy without its account',
      make: importing('edge_pool_notification_policy', unknown),
      says: [
        'edge_pool_notification_policy.it',
        `"${unknown}"`,
        'the part after the account is missing',
        'Use <account>/<policy id>',
      ],
    },
    {
      mistake: 'a policy that is not there',
      make: importing('edge_pool_notification_policy', `${account}/${unknown}`),
      says: [
        'edge_pool_notification_policy.it',
        `"${unknown}"`,
        `The account ${account} has no policy for the health of pools`,
        'Remove the import: edge_pool_notification_policy creates the policy',
      ],
    },
    {
      mistake: 'a zone that is not migrated',
      make: importing('edge_waf_migration', zone),
      says: ['edge_waf_migration.it', `Zone ${zone}`, 'is in the state start', 'Remove the import'],
    },
    {
      mistake: 'more than the zone of a migration',
      make: importing('edge_waf_migration', `${zone}/waf`),
      says: ['edge_waf_migration.it', `"${zone}/waf"`, 'nothing may follow the zone', 'Use <zone>'],
    },
  ]);
});
