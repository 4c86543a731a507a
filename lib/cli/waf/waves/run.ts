import { connected } from '../../connection';
import { printBlocks, printOutcome, type ServiceOptions } from '../../outcome';
import { chooseHost, type Host } from '../../project/host';
import { readSettings, type SettingsByZone } from '../previous-settings';
import { isUnread } from '../verdict';
import { wafSurveyFile, type WafSurvey } from '../survey/file';
import { readProject, readWavesStatus, saveStatus, writeWaves } from './project';
import { reportStatus } from './status-report';
import { reportWritten } from './waves-report';

export interface WavesOptions {
  readonly from?: string;
  readonly out?: string;
  readonly canary: number;
  readonly size: number;
  readonly validation?: true;
  /** @default - that of the folder, else CDK Terrain */
  readonly host?: Host;
  readonly state?: readonly string[];
}

export async function runWaves(options: WavesOptions): Promise<void> {
  const { from, out, canary, size, validation = false, state = [] } = options;
  if (from === undefined || out === undefined)
    throw new Error('Name the survey with --from, and the project with --out.');
  const host = chooseHost(options.host, out);
  const survey = await wafSurveyFile.read(from);
  const settings = state.length === 0 ? new Map() : await readSettings(state);
  const written = await writeWaves(out, withSettings(survey, settings), { canary, size, validation }, host);
  await printBlocks(reportWritten(written, out));
}

function withSettings(survey: WafSurvey, settings: SettingsByZone): WafSurvey {
  const zones = survey.zones.map((zone) => {
    const expected = settings.get(zone.zone_id);
    return expected === undefined || 'error' in zone ? zone : { ...zone, expected_previous: expected };
  });
  return { ...survey, zones };
}

export interface StatusOptions extends ServiceOptions {
  readonly dir: string;
}

export async function runStatus(options: StatusOptions): Promise<void> {
  const { dir, baseUrl } = options;
  const { file } = await readProject(dir);
  const status = await connected({ failure: 'cannot read the status' }, baseUrl, (connection) =>
    readWavesStatus(connection, dir, file),
  );
  await saveStatus(dir, status);
  const { attention, left_out: leftOut } = status;
  await printOutcome(options, {
    data: status,
    blocks: () => reportStatus(status),
    isClear: attention.length === 0,
    isPartial: [...attention, ...leftOut].some(({ verdict }) => isUnread(verdict)),
  });
}
