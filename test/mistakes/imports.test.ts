import type { TerraformClient } from '../support/terraform-client';
import { account, pro, say, unknown, useService, zone } from './service';
import { tellMistakes } from './table';

const service = useService();
const importing = (type: string, target: Parameters<TerraformClient['tryImport']>[1]) => async () => {
  say(await service().terraform(type, {}).tryImport(`${type}.it`, target));
};

describe('an import', () => {
  const forms = 'Use <zone>/<job id> or <zone>/<job name>';
  tellMistakes({
    'a job without its zone': [
      importing('edge_logpush_job', '7'),
      `edge_logpush_job.it … "7" … the part after the zone is missing … ${forms}`,
    ],
    'the placeholder of a page of docs': [
      importing('edge_logpush_job', '<zone>/<job id>'),
      `edge_logpush_job.it … "<zone>/<job id>" … the first part must be the ID … ${forms}`,
    ],
    'an ID in upper case': [
      importing('edge_logpush_job', `${account.toUpperCase()}/7`),
      `edge_logpush_job.it … ${account.toUpperCase()} … IDs are in lower case, as in ${account} … ${forms}`,
    ],
    'the address of the dashboard': [
      importing('edge_logpush_job', `https://dash.example.com/${account}/example.com`),
      `edge_logpush_job.it … "https://dash … the first part must be the ID … ${forms}`,
    ],
    'a job that is not there': [
      importing('edge_logpush_job', `${zone}/99`),
      `edge_logpush_job.it … "99" … The zone ${zone} has no job with the ID or name … Its jobs are 7 "taken". Use the ID of one of them`,
    ],
    'a job of a zone without jobs': [
      importing('edge_logpush_job', `${pro}/7`),
      'edge_logpush_job.it … "7" … It has no jobs … Remove the import: edge_logpush_job creates the job',
    ],
    'a job of a zone of another account': [
      importing('edge_logpush_job', `${unknown}/7`),
      `edge_logpush_job.it … ${unknown} … HTTP 404 … Check that`,
    ],
    'a job of the zone as one of the account': [
      importing('edge_logpush_job', `accounts/${zone}/7`),
      `edge_logpush_job.it … ${zone} … Unknown account … Check that ${zone} is the id of the account`,
    ],
    'an identity with a zone and an account': [
      importing('edge_logpush_job', { zone_id: zone, account_id: account, id: '7' }),
      `edge_logpush_job.it … \`account_id\` "${account}", \`id\` "7" … exactly one of \`zone_id\` and \`account_id\` … It must have`,
    ],
    'an identity with the name of the zone': [
      importing('edge_logpush_job', { zone_id: 'example.com', account_id: null, id: '7' }),
      'edge_logpush_job.it … `zone_id` "example.com" … with an ID of 32 hexadecimal digits … It must have',
    ],
    'custom fields of a zone that has none': [
      importing('edge_custom_fields_ruleset', `${zone}/http_log_custom_fields`),
      `edge_custom_fields_ruleset.it … ${zone} … has no ruleset of phase http_log_custom_fields … Remove the import`,
    ],
    'a policy that is not there': [
      importing('edge_pool_notification_policy', `${account}/${unknown}`),
      `edge_pool_notification_policy.it … "${unknown}" … The account ${account} has no policy for the health of pools … Remove the import: edge_pool_notification_policy creates the policy`,
    ],
    'a zone that is not migrated': [
      importing('edge_waf_migration', zone),
      `edge_waf_migration.it … Zone ${zone} … is in the state start … Remove the import`,
    ],
    'more than the zone of a migration': [
      importing('edge_waf_migration', `${zone}/waf`),
      `edge_waf_migration.it … "${zone}/waf" … nothing may follow the zone … Use <zone>`,
    ],
  });
});
