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

/** `edge-platform pools`: commands for all load-balancer pools of an account. */
export function poolsCommand(): Command {
  const audit = new Command('audit')
    .description(
      'List the pools of an account with their legacy e-mail, the notification policies that cover them, and the events that no policy covers. Read-only.',
    )
    .requiredOption('-a, --account <id>', 'account id (32 hexadecimal digits)')
    .option('--base-url <url>', 'API endpoint (default: EDGE_BASE_URL, else the public API)')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action(run);
  return new Command('pools')
    .description('Track the migration of load-balancer pools to notification policies.')
    .addCommand(audit);
}

const help = `
Credentials are read from the environment, as by the provider: EDGE_API_TOKEN,
or EDGE_API_EMAIL and EDGE_API_KEY. They need read access to the account's
load-balancer pools and notifications.

A pool is covered when enabled policies send a notification for every event that
its legacy e-mail reports. A policy that cannot be proved to do so does not
count: one with an unknown filter, or with a webhook whose last delivery failed.
Clear the legacy e-mail of a covered pool with PoolNotificationPolicy, or by
hand in the dashboard.

Exit status:
  0  complete: no pool has a legacy e-mail, and every pool has a policy
  1  at least one pool has a legacy e-mail or no notifications
  2  the audit failed; see stderr

Examples:
  $ edge-platform pools audit --account 023e105f4ecef8ad9ca31a8372d0c353
  $ edge-platform pools audit -a 023e105f4ecef8ad9ca31a8372d0c353 --json
  $ edge-platform pools audit -a 023e105f4ecef8ad9ca31a8372d0c353 \\
      --base-url http://127.0.0.1:8787/client/v4`;

async function run(options: Options): Promise<void> {
  const { account, baseUrl } = options;
  const { client, close } = await connect({ option: '--account', value: account }, baseUrl);
  const { formatAudit } = await import('./audit-report.js');
  let audit;
  try {
    audit = await readAudit(client, account);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot audit the pools: ${reason}`, { cause: error });
  } finally {
    await close();
  }
  await print(
    options.json === true
      ? `${JSON.stringify(audit, null, 2)}\n`
      : formatAudit(audit, widthOf(process.stdout)),
  );
  process.exitCode = audit.summary.complete ? 0 : 1;
}

async function readAudit({ pools, alerting }: EdgeClient, accountId: string): Promise<PoolsAudit> {
  const { auditPools } = await import('./audit.js');
  const [found, policies] = await Promise.all([
    // The largest page size is not documented; the client falls back to a smaller one.
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
