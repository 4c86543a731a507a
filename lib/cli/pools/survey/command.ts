import { Command, Option } from 'commander';
import { messageOf } from '../../../ground/words';
import { addTo } from '../../add-to';
import { connect, type Connection } from '../../connection';
import type { Checkpoint } from '../../fleet/checkpoint';
import { print, widthOf } from '../../terminal';
import type { AccountOptions } from './accounts';
import type { PoolsSurvey, SurveyedAccount } from './survey';
import { surveyHelp } from './help';

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
    .addHelpText('after', surveyHelp)
    .action(run);
}

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
