import { Command, Option } from 'commander';
import { messageOf } from '../../../ground/words';
import { addTo } from '../../add-to';
import { connect, type Connection } from '../../connection';
import type { Checkpoint } from '../../fleet/checkpoint';
import { print, widthOf } from '../../terminal';
import type { AccountOptions } from './accounts';
import type { PoolsSurvey, SurveyedAccount } from './survey';

interface Options extends AccountOptions {
  readonly baseUrl?: string;
  readonly csv?: true;
  readonly json?: true;
  readonly out?: string;
}

/** `edge-platform pools survey`. */
export function surveyCommand(): Command {
  return new Command('survey')
    .description(
      'Show for many accounts which pools are not migrated, by the recipients of their legacy e-mails: how many can be cleared, the policies that cover them, and who would no longer be notified. Read-only.',
    )
    .addOption(
      new Option('-a, --account <id or name>', 'an account; repeat it for several accounts')
        .argParser(addTo)
        .conflicts('all'),
    )
    .option('--all', 'all accounts that the credentials can read')
    .option('--out <file>', 'save the result as JSON; an interrupted survey continues from there')
    .addOption(new Option('--csv', 'print all pools as CSV').conflicts('json'))
    .option('--json', 'print the result as JSON')
    .option('--base-url <url>', 'API endpoint (default: EDGE_BASE_URL, else the public API)')
    .addHelpText('after', help)
    .action(run);
}

const help = `
Credentials are read from the environment, as by the provider: EDGE_API_TOKEN,
or EDGE_API_EMAIL and EDGE_API_KEY. They need read access to the load-balancer
pools and notifications of the accounts, and to the list of accounts unless each
--account is an id.

The table has a row for each set of recipients of legacy e-mails. CLEARABLE is
the number of its pools whose events policies cover all; NOT NOTIFIED are the
addresses that would get no notifications any more if the e-mails were cleared.
"edge-platform pools audit" shows a single account pool by pool.

A survey takes 2 to 4 calls for an account with up to 1,000 pools, 10 accounts
side by side, at most 1,200 calls in 5 minutes (EDGE_REQUESTS_PER_5_MINUTES).
stderr shows the least number of calls and minutes before, the progress on a
terminal, and the actual numbers after. With --out, the accounts read so far are
kept in <file>.checkpoint: run the same command again to continue.

--json prints version, surveyed_at, summary and accounts [{account_id,
account_name, pools, policies, disregarded_policies, summary, recipient_sets
[{recipients, pools, clearable, covered_by, unnotified}]}]; pools and summary
are those of "edge-platform pools audit --json". An account that cannot be read
is in failed [{account_id, account_name, code, error}]. The codes are in
docs/errors.md. "edge-platform pools policies" makes a project of the file of
--out. Commit it beside your code before anything is cleared: afterwards only
policies have the recipients.

--csv is for spreadsheets: it has all pools, lists are separated by "; ", and a
cell that a spreadsheet would take for a formula begins with an apostrophe.

Exit status:
  0  complete: no pool has a legacy e-mail, and every pool has a policy
  1  at least one pool has a legacy e-mail or no notifications
  2  the survey failed, for one account at least; see stderr or the table

Examples:
  $ edge-platform pools survey --account "Example Inc" --out survey.json
  $ edge-platform pools survey --all --csv > pools.csv`;

async function run(options: Options): Promise<void> {
  const connection = await connect({ option: '--account', values: [] }, options.baseUrl);
  let survey;
  try {
    survey = await surveyAccounts(connection, options);
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`cannot survey the pools: ${reason}`, { cause: error });
  } finally {
    await connection.close();
  }
  await print(await format(survey, options));
  const { complete, failed_accounts: failed } = survey.summary;
  process.exitCode = failed > 0 ? 2 : complete ? 0 : 1;
}

async function surveyAccounts(connection: Connection, options: Options): Promise<PoolsSurvey> {
  const [{ selectAccounts }, { readSurvey }, { poolsSurveyFile }] = [
    await import('./accounts.js'),
    await import('./read.js'),
    await import('./file.js'),
  ];
  const { out } = options;
  const survey = async (checkpoint?: Checkpoint<SurveyedAccount>) =>
    readSurvey(connection, await selectAccounts(connection.client, options), checkpoint);
  if (out === undefined) return survey();
  return poolsSurveyFile.write(
    out,
    connection.baseUrl,
    survey,
    ({ summary }) => summary.failed_accounts === 0,
  );
}

async function format(survey: PoolsSurvey, { csv, json }: Options): Promise<string> {
  if (json === true) return (await import('./file.js')).poolsSurveyFile.format(survey);
  if (csv === true) return (await import('./csv.js')).formatSurveyCsv(survey);
  const { formatSurvey } = await import('./report.js');
  return formatSurvey(survey, { width: widthOf(process.stdout) });
}
