import { Command, Option } from 'commander';
import { messageOf } from '../../../ground/words';
import { connect, type Connection } from '../../connection';
import type { Checkpoint } from '../../fleet/checkpoint';
import { addZoneOptions, selectZones, type ZoneOptions } from '../../fleet/zone-options';
import { print, widthOf } from '../../terminal';
import type { WafSurvey } from './survey';
import type { SurveyedZone } from './zone';

interface Options extends ZoneOptions {
  readonly baseUrl?: string;
  readonly details?: true;
  readonly csv?: true;
  readonly json?: true;
  readonly out?: string;
}

/** `edge-platform waf survey`. */
export function surveyCommand(): Command {
  return addZoneOptions(new Command('survey'))
    .description(
      'Show for each of many zones whether its WAF can be migrated, every reason why not with its fix, and what the plan of its migration would report. Read-only.',
    )
    .option('--out <file>', 'save the result as JSON; an interrupted survey continues from there')
    .option('--details', 'show zones that need no work too')
    .addOption(new Option('--csv', 'print all zones as CSV').conflicts('json'))
    .option('--json', 'print the result as JSON')
    .option('--base-url <url>', 'API endpoint (default: EDGE_BASE_URL, else the public API)')
    .addHelpText('after', help)
    .action(run);
}

const help = `
Credentials are read from the environment, as by the provider: EDGE_API_TOKEN,
or EDGE_API_EMAIL and EDGE_API_KEY. They need read access to the zones, and to
their WAF, settings, firewall rules and page rules.

A zone is
  not protected       migrated or in validation mode, and no enabled rule of its
                      entry point executes a managed ruleset
  ineligible          an obstacle is in the way of its migration
  needs a decision    its plan would fail on differences that you can accept
  eligible            it can be migrated
  in validation mode  it has both versions, and can be completed
  migrated            it has only the new managed rules, and they protect it
  never had it        it never had the previous managed rules
  not readable        its reading failed

A survey takes 2 calls for a migrated zone and about 14 for another one, 10
zones side by side, at most 1,200 calls in 5 minutes
(EDGE_REQUESTS_PER_5_MINUTES). stderr shows the expected calls and minutes
before, the progress on a terminal, and the actual numbers after. With --out,
the zones read so far are kept in <file>.checkpoint: run the same command again
to continue.

--json prints version, surveyed_at, summary {zones, failed, verdicts, findings
{error, warning, info}, calls, seconds} and zones [{zone_id, zone_name, plan,
migration_state, verdict, reasons [{code, kind, ids, reason, fix}], findings
[{code, severity, text}], calls}]; a zone that cannot be read has zone_id,
zone_name, code and error. findings are what the plan of a WafMigration with
target COMPLETE would report, and what does not carry over. The codes are in
docs/errors.md. "edge-platform waf waves" makes a project of the file of --out.

--csv is for spreadsheets: it has all zones, lists are separated by "; ", and a
cell that a spreadsheet would take for a formula begins with an apostrophe.

Exit status:
  0  every zone is eligible, in validation mode, or migrated and protected
  1  at least one zone is not protected, ineligible or needs a decision
  2  the survey failed, for one zone at least; see stderr or the table

Examples:
  $ edge-platform waf survey --account "Example Inc" --out survey.json
  $ edge-platform waf survey --zones zones.txt --csv
  $ edge-platform waf survey --zone example.com --zone example.org --details`;

async function run(options: Options): Promise<void> {
  const connection = await connect({ option: '--zone', values: [] }, options.baseUrl);
  let survey;
  try {
    survey = await surveyZones(connection, options);
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`cannot survey the zones: ${reason}`, { cause: error });
  } finally {
    await connection.close();
  }
  await print(await format(survey, options));
  const { needsWork } = await import('./survey.js');
  process.exitCode = survey.summary.failed > 0 ? 2 : survey.zones.some(needsWork) ? 1 : 0;
}

async function surveyZones(connection: Connection, options: Options): Promise<WafSurvey> {
  const [{ readSurvey }, { wafSurveyFile }] = [await import('./read.js'), await import('./file.js')];
  const survey = async (checkpoint?: Checkpoint<SurveyedZone>) => {
    const zones = await selectZones(connection.client, options);
    return readSurvey(connection, zones, checkpoint && { checkpoint });
  };
  if (options.out === undefined) return survey();
  return wafSurveyFile.write(options.out, connection.baseUrl, survey, ({ summary }) => summary.failed === 0);
}

async function format(survey: WafSurvey, { csv, json, details }: Options): Promise<string> {
  const { printSurvey } = await import('./file.js');
  if (json === true) return printSurvey(survey);
  const { formatSurvey, formatSurveyCsv } = await import('./report.js');
  return csv === true
    ? formatSurveyCsv(survey)
    : formatSurvey(survey, { width: widthOf(process.stdout), all: details });
}
