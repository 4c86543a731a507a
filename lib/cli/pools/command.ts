import { Command, Option } from 'commander';
import type { EdgeClient } from '../../client';
import { messageOf } from '../../ground/words';
import { connect } from '../connection';
import { findOwner, readName } from '../owners';
import type { PoolsAudit } from './audit';
import { print, widthOf } from '../terminal';
import { policiesCommand } from './policies/command';
import { surveyCommand } from './survey/command';

interface Options {
  readonly account: string;
  readonly baseUrl?: string;
  readonly all?: true;
  readonly csv?: true;
  readonly html?: string;
  readonly json?: true;
}

/** `edge-platform pools`: commands for all load-balancer pools of an account. */
export function poolsCommand(): Command {
  const audit = new Command('audit')
    .description(
      'Show which pools of an account are not migrated: their legacy e-mail, the notification policies that cover them, the events and recipients that no policy has. Read-only.',
    )
    .requiredOption('-a, --account <id or name>', 'account, by its id (32 hexadecimal digits) or name')
    .option('--base-url <url>', 'API endpoint (default: EDGE_BASE_URL, else the public API)')
    .option('--all', 'one row for each pool, also for those that need no attention')
    .addOption(new Option('--csv', 'print all pools as CSV').conflicts('json'))
    .option('--html <file>', 'write a page for the change request too: one file, printable, without scripts')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action(run);
  return new Command('pools')
    .description('Track the migration of load-balancer pools to notification policies.')
    .addCommand(audit)
    .addCommand(surveyCommand())
    .addCommand(policiesCommand());
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

The table shows the pools that are not migrated. Pools with the same recipients
and the same policies share a row. NOT NOTIFIED are addresses of the legacy
e-mail that no policy notifies of all its events: clearing ends their
notifications, even where policies cover all events.

--json prints account_id, account_name, pools [{id, name, legacy_email,
recipients, covered_by, uncovered, unnotified, can_be_cleared}], policies [{id,
name, email_addresses}], disregarded_policies and summary. Commit it beside your
code as the auditFile of PoolNotificationPolicy.perRecipients before anything is
cleared: afterwards only policies have the recipients.

--csv is for spreadsheets: it has all pools, lists are separated by "; ", and a
cell that a spreadsheet would take for a formula begins with an apostrophe.

--html writes a page with who would lose notifications, the groups of the table,
the policies with their recipients, and all pools. It takes no more calls.
stdout and the exit status stay the same.

Exit status:
  0  complete: no pool has a legacy e-mail, and every pool has a policy
  1  at least one pool has a legacy e-mail or no notifications
  2  the audit failed; see stderr

Examples:
  $ edge-platform pools audit --account 'Example account'
  $ edge-platform pools audit -a 023e105f4ecef8ad9ca31a8372d0c353 --json \\
      > pools.json
  $ edge-platform pools audit -a 'Example account' --html pools.html
  $ edge-platform pools audit -a 023e105f4ecef8ad9ca31a8372d0c353 \\
      --base-url http://127.0.0.1:8787/client/v4`;

async function run(options: Options): Promise<void> {
  const { account, baseUrl, html } = options;
  const page = html === undefined ? undefined : await preparePage(html);
  const connection = await connect({ option: '--account', values: [account] }, baseUrl);
  let audit;
  try {
    const read = await readAudit(connection.client, account);
    await page?.({ ...read, baseUrl: connection.baseUrl });
    ({ audit } = read);
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`cannot audit the pools: ${reason}`, { cause: error });
  } finally {
    await connection.close();
  }
  await print(await format(audit, options));
  process.exitCode = audit.summary.complete ? 0 : 1;
}

/** The page is loaded only for its option. */
async function preparePage(
  path: string,
): Promise<(read: ReadAudit & { readonly baseUrl: string }) => Promise<void>> {
  const [{ preparePageFile }, { renderAudit }] = [
    await import('../html/page-file.js'),
    await import('./audit-page/page.js'),
  ];
  const { write } = await preparePageFile(path);
  return (read) => write(renderAudit({ ...read, readAt: new Date().toISOString() }));
}

async function format(audit: PoolsAudit, { all, csv, json }: Options): Promise<string> {
  if (json === true) return formatJson(audit);
  if (csv === true) return (await import('./audit-csv.js')).formatAuditCsv(audit);
  const { formatAudit } = await import('./audit-report.js');
  return formatAudit(audit, { width: widthOf(process.stdout), all });
}

/** One line for each pool: the file is kept with code, where a diff should show the pools that changed. */
function formatJson(audit: PoolsAudit): string {
  const members = Object.entries(audit).map(([key, value]: [string, unknown]) => {
    const isList = Array.isArray(value) && value.length > 0;
    const items = isList ? value.map((item: unknown) => `\n    ${JSON.stringify(item)}`).join(',') : '';
    return `  ${JSON.stringify(key)}: ${isList ? `[${items}\n  ]` : JSON.stringify(value)}`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}

interface ReadAudit {
  readonly audit: PoolsAudit;
  /** The webhooks and PagerDuty services of each policy, by its id. */
  readonly recipients: ReadonlyMap<string, readonly string[]>;
}

async function readAudit(client: EdgeClient, account: string): Promise<ReadAudit> {
  const [{ auditPools }, { readPoolAccount }, { describeServices }] = [
    await import('./audit.js'),
    await import('./read-account.js'),
    await import('./services.js'),
  ];
  const owner = await findOwner(client, 'account', account);
  const { pools, policies, destinations, destinationNames } = await readPoolAccount(client, owner.id);
  const name = await readName(client, 'account', owner);
  return {
    audit: auditPools({ id: owner.id, name }, pools, policies, destinations),
    recipients: new Map(
      policies.map((policy) => [policy.id, describeServices(policy, destinations, destinationNames)]),
    ),
  };
}
