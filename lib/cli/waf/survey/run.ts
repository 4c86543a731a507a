import type { Connection } from '../../connection';
import type { Checkpoint } from '../../fleet/checkpoint';
import { selectZones, type ZoneOptions } from '../../fleet/zone-options';
import { runService, type ServiceOptions } from '../../outcome';
import { readSettings, requireSettings, type SettingsByZone } from '../previous-settings';
import { needsAction } from '../verdict';
import { wafSurveyFile, type SurveyedZone, type WafSurvey } from './file';
import { readSurvey } from './read';
import { reportSurvey, tableOfSurvey } from './report';

export interface SurveyOptions extends ZoneOptions, ServiceOptions {
  readonly details?: true;
  readonly out?: string;
  readonly state?: readonly string[];
}

export async function runSurvey(options: SurveyOptions): Promise<void> {
  await runService(options, { failure: 'cannot survey the zones' }, async (connection) => {
    const survey = await surveyZones(connection, options);
    return {
      data: survey,
      depth: wafSurveyFile.depth,
      table: () => tableOfSurvey(survey),
      blocks: () => reportSurvey(survey, options.details),
      all: options.details,
      isClear: !survey.zones.some(needsAction),
      isPartial: survey.summary.failed > 0,
    };
  });
}

async function surveyZones(connection: Connection, options: SurveyOptions): Promise<WafSurvey> {
  const { state: paths = [], out } = options;
  const settings = paths.length === 0 ? undefined : await readSettings(paths);
  // An interrupted survey does not continue with other settings.
  const subject = [connection.baseUrl, ...(settings === undefined ? [] : [JSON.stringify([...settings])])];
  const survey = async (checkpoint?: Checkpoint<SurveyedZone>) => {
    const zones = await selectZones(connection.client, withZones(options, settings));
    // Nothing to do would be a statement on zones that nobody has seen.
    if (zones.length === 0) throw new Error('there is no zone that the credentials can read.');
    const ids = zones.map(({ id }) => id);
    if (settings !== undefined) requireSettings(settings, ids, { named: 'these zones', paths });
    return readSurvey(connection, zones, {
      ...(checkpoint && { checkpoint }),
      ...(settings && { settings }),
    });
  };
  return wafSurveyFile.write(out, subject.join(' '), survey);
}

/** Without another choice, the zones of the states. */
function withZones(options: ZoneOptions, settings: SettingsByZone | undefined): ZoneOptions {
  const { account, zone, zones, all } = options;
  const isChosen = [account, zone, zones, all].some((each) => each !== undefined);
  return isChosen || settings === undefined ? options : { zone: [...settings.keys()] };
}
