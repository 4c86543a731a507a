import { Command } from 'commander';
import type { EdgeClient } from '../../client';
import type { WorkingDestinations } from '../../pools';
import { connect } from '../connection';
import type { PolicyRecord, PoolsAudit } from './audit';
import { print, widthOf } from '../terminal';

interface Options {
  readonly account: string;
  readonly baseUrl?: string;
  readonly json?: true;
}

/** `edge-platform pools`: what concerns all load-balancer pools of an account. */
export function poolsCommand(): Command {
  const audit = new Command('audit')
    .description(
      'List the pools of an account: the legacy e-mail of each, the notification policies that cover it, and what of the e-mail no policy tells. Reads only.',
    )
    .requiredOption('-a, --account <id>', 'id of the account, 32 hexadecimal digits')
    .option('--base-url <url>', 'address of the API (default: EDGE_BASE_URL, or else the public one)')
    .option('--json', 'print one JSON document in place of the table')
    .addHelpText('after', help)
    .action(run);
  return new Command('pools')
    .description('See how far the load-balancer pools of an account are with notification policies.')
    .addCommand(audit);
}

const help = `
Credentials are those of the provider: EDGE_API_TOKEN, or EDGE_API_EMAIL with
EDGE_API_KEY. They have to read the account's load-balancer pools and its
notifications.

A pool is covered when enabled policies tell somebody of all that its legacy
e-mail tells of. What cannot be proved counts as not covered: a filter nobody
knows, a webhook whose last delivery failed. A legacy e-mail that is covered is
cleared by a PoolNotificationPolicy, or by hand in the dashboard.

Exit status:
  0  complete: no pool has a legacy e-mail, and policies tell of each
  1  at least one pool has a legacy e-mail, or nobody who is told
  2  the audit could not be made; stderr says why

Examples:
  $ edge-platform pools audit --account 023e105f4ecef8ad9ca31a8372d0c353
  $ edge-platform pools audit -a 023e105f4ecef8ad9ca31a8372d0c353 --json
  $ edge-platform pools audit -a 023e105f4ecef8ad9ca31a8372d0c353 \\
      --base-url http://127.0.0.1:8787/client/v4`;

async function run(options: Options): Promise<void> {
  const { account, baseUrl } = options;
  const { client } = await connect({ option: '--account', value: account }, baseUrl);
  const { reportAudit } = await import('./audit-report.js');
  const audit = await readAudit(client, account)
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`the pools cannot be audited: ${reason}`, { cause: error });
    })
    .finally(() => client.close());
  await print(
    options.json === true
      ? `${JSON.stringify(audit, null, 2)}\n`
      : reportAudit(audit, widthOf(process.stdout)),
  );
  process.exitCode = audit.summary.complete ? 0 : 1;
}

async function readAudit({ pools, alerting }: EdgeClient, accountId: string): Promise<PoolsAudit> {
  const { auditPools } = await import('./audit.js');
  const [found, policies] = await Promise.all([
    // The service's greatest page is not documented; the client asks for less when it has to.
    pools.list(accountId, { perPage: 1000 }),
    alerting.listPolicies(accountId),
  ]);
  return auditPools(accountId, found, policies, await readDestinations(alerting, accountId, policies));
}

async function readDestinations(
  alerting: EdgeClient['alerting'],
  accountId: string,
  policies: readonly PolicyRecord[],
): Promise<WorkingDestinations> {
  const [{ isWorkingWebhook }, { kindsInUse }] = [
    await import('../../pools/index.js'),
    await import('./audit.js'),
  ];
  const kinds = kindsInUse(policies);
  const webhooks = kinds.webhooks ? await alerting.listWebhooks(accountId) : [];
  const services = kinds.pagerduty ? await alerting.listPagerDuty(accountId) : [];
  return {
    webhooks: new Set(webhooks.filter(isWorkingWebhook).map(({ id }) => id)),
    pagerduty: new Set(services.map(({ id }) => id)),
  };
}
