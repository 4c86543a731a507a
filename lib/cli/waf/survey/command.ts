import { Command, Option } from 'commander';
import { messageOf } from '../../../ground/words';
import { connect, type Connection } from '../../connection';
import type { Checkpoint } from '../../fleet/checkpoint';
import { addZoneOptions, selectZones, type ZoneOptions } from '../../fleet/zone-options';
import { print, widthOf } from '../../terminal';
import type { SettingsByZone } from '../previous-settings';
import { stateOption } from '../state-option';
import { surveyHelp } from './help';
import type { WafSurvey } from './survey';
import type { SurveyedZone } from './zone';

interface Options extends ZoneOptions {
  readonly baseUrl?: string;
  readonly details?: true;
  readonly csv?: true;
  readonly json?: true;
  readonly out?: string;
  readonly state?: readonly string[];
}

/** `edge-platform waf survey`. */
export function surveyCommand(): Command {
  return addZoneOptions(new Command('survey'))
    .description(
      'Show for each of many zones whether its WAF can be migrated, every reason why not with its fix, and what the plan of its migration would report. Read-only.',
    )
    .addOption(
      stateOption(
        'Terraform state of the code that manages the previous WAF: compare its settings with the zones, and keep them for the waves',
      ),
    )
    .option('--out <file>', 'save the result as JSON; an interrupted survey continues from there')
    .option('--details', 'show zones that need no work too')
    .addOption(new Option('--csv', 'print all zones as CSV').conflicts('json'))
    .option('--json', 'print the result as JSON')
    .option('--base-url <url>', 'API endpoint (default: EDGE_BASE_URL, else the public API)')
    .addHelpText('after', surveyHelp)
    .action(run);
}

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
  const { state = [] } = options;
  const settings = state.length === 0 ? undefined : await readStates(state);
  const survey = async (checkpoint?: Checkpoint<SurveyedZone>) => {
    const zones = await selectZones(connection.client, withZones(options, settings));
    // Nothing to do would be a statement on zones that nobody has seen.
    if (zones.length === 0) throw new Error('there is no zone that the credentials can read.');
    if (settings !== undefined) {
      const ids = zones.map(({ id }) => id);
      (await import('../previous-settings.js')).requireSettings(settings, ids, {
        named: 'these zones',
        paths: state,
      });
    }
    return readSurvey(connection, zones, {
      ...(checkpoint && { checkpoint }),
      ...(settings && { settings }),
    });
  };
  if (options.out === undefined) return survey();
  // An interrupted survey does not continue with other settings.
  const subject = [connection.baseUrl, ...(settings === undefined ? [] : [JSON.stringify([...settings])])];
  return wafSurveyFile.write(options.out, subject.join(' '), survey, ({ summary }) => summary.failed === 0);
}

async function readStates(paths: readonly string[]): Promise<SettingsByZone> {
  return (await import('../previous-settings.js')).readSettings(paths);
}

/** Without another choice, the zones of the states. */
function withZones(options: ZoneOptions, settings: SettingsByZone | undefined): ZoneOptions {
  const { account, zone, zones, all } = options;
  const isChosen = [account, zone, zones, all].some((each) => each !== undefined);
  return isChosen || settings === undefined ? options : { zone: [...settings.keys()] };
}

async function format(survey: WafSurvey, { csv, json, details }: Options): Promise<string> {
  if (json === true) return (await import('./file.js')).wafSurveyFile.format(survey);
  const { formatSurvey, formatSurveyCsv } = await import('./report.js');
  return csv === true
    ? formatSurveyCsv(survey)
    : formatSurvey(survey, { width: widthOf(process.stdout), all: details });
}
