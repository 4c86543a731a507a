import { Command, Option } from 'commander';
import type { EdgeClient } from '../../client';
import { messageOf } from '../../ground/words';
import { connect } from '../connection';
import { findOwner, readName } from '../owners';
import type { PoolsAudit } from './audit';
import { print, widthOf } from '../terminal';
import { auditHelp } from './help';
import { policiesCommand } from './policies/command';
import { surveyCommand } from './survey/command';

interface Options {
  readonly account: string;
  readonly baseUrl?: string;
  readonly all?: true;
  readonly csv?: true;
  readonly html?: string;
  readonly json?: true;
  readonly out?: string;
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
    .option('--out <file>', 'write the JSON to a file too, and keep the keys of policies that the file has')
    .addHelpText('after', auditHelp)
    .action(run);
  return new Command('pools')
    .description('Track the migration of load-balancer pools to notification policies.')
    .addCommand(audit)
    .addCommand(surveyCommand())
    .addCommand(policiesCommand());
}

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
  if (options.out !== undefined) await (await import('./audit-file.js')).writeAuditFile(options.out, audit);
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
  if (json === true) {
    const { formatAuditJson, withKeys } = await import('./audit-file.js');
    return formatAuditJson(withKeys(audit));
  }
  if (csv === true) return (await import('./audit-csv.js')).formatAuditCsv(audit);
  const { formatAudit } = await import('./audit-report.js');
  return formatAudit(audit, { width: widthOf(process.stdout), all });
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
