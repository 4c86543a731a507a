import { Command, InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../../../ground/words';
import { connect } from '../../connection';
import { print, widthOf } from '../../terminal';
import { formatDocument } from '../../document';
import type { SettingsByZone } from '../previous-settings';
import { stateOption } from '../state-option';
import type { WafSurvey } from '../survey/survey';
import { statusHelp, wavesHelp } from './help';

interface WavesOptions {
  readonly from?: string;
  readonly out?: string;
  readonly canary: number;
  readonly size: number;
  readonly validation?: true;
  readonly state?: readonly string[];
}

interface StatusOptions {
  readonly dir: string;
  readonly baseUrl?: string;
  readonly json?: true;
}

/** `edge-platform waf waves`, and `edge-platform waf waves status`. */
export function wavesCommand(): Command {
  return (
    new Command('waves')
      .description(
        'Write a CDKTF project that migrates the zones of a survey in waves, with one stack for each wave and a review between them.',
      )
      // Required, but not of the subcommand.
      .option('--from <file>', 'file of "edge-platform waf survey --out"; required')
      .option('-o, --out <folder>', 'folder of the project, required; an existing one gets the new zones')
      .addOption(countOption('--canary <number>', 'zones of the first wave', 0).default(3))
      .addOption(countOption('--size <number>', 'zones of each further wave', 1).default(25))
      .option('--validation', 'take Enterprise zones through validation mode first')
      .addOption(
        stateOption(
          'Terraform state of the code that manages the previous WAF: the plan of a wave fails where a zone has other settings (default: that of the survey)',
        ),
      )
      .addHelpText('after', wavesHelp)
      .action(writeWaves)
      .addCommand(statusCommand())
  );
}

function countOption(flags: string, description: string, least: number): Option {
  return new Option(flags, description).argParser((text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= 10_000) return value;
    throw new InvalidArgumentError(`It must be a number from ${least} to 10000.`);
  });
}

async function writeWaves(options: WavesOptions): Promise<void> {
  const { from, out, canary, size, validation = false, state = [] } = options;
  if (from === undefined || out === undefined)
    throw new Error('Name the survey with --from, and the project with --out.');
  const [{ wafSurveyFile }, project, { formatWritten }] = [
    await import('../survey/file.js'),
    await import('./project.js'),
    await import('./waves-report.js'),
  ];
  const survey = withSettings(await wafSurveyFile.read(from), await readStates(state));
  const written = await project.writeWaves(out, survey, { canary, size, validation });
  await print(formatWritten(written, out, widthOf(process.stdout)));
}

async function readStates(paths: readonly string[]): Promise<SettingsByZone> {
  if (paths.length === 0) return new Map();
  return (await import('../previous-settings.js')).readSettings(paths);
}

/** The survey as it would be with these states. */
function withSettings(survey: WafSurvey, settings: SettingsByZone): WafSurvey {
  const zones = survey.zones.map((zone) => {
    const expected = settings.get(zone.zone_id);
    return expected === undefined || 'error' in zone ? zone : { ...zone, expected_previous: expected };
  });
  return { ...survey, zones };
}

function statusCommand(): Command {
  return new Command('status')
    .description(
      'Show where every zone of a project of waves is, and the next step, and write that to STATUS.md. Read-only but for that file.',
    )
    .addOption(new Option('-d, --dir <folder>', 'folder of the project').default('.'))
    .option('--json', 'print the result as JSON')
    .option('--base-url <url>', 'API endpoint (default: EDGE_BASE_URL, else the public API)')
    .addHelpText('after', statusHelp)
    .action(showStatus);
}

async function showStatus({ dir, baseUrl, json }: StatusOptions): Promise<void> {
  const [{ readProject, saveStatus }, { readWavesStatus }, { formatStatus }] = [
    await import('./project.js'),
    await import('./read-status.js'),
    await import('./status-report.js'),
  ];
  const project = await readProject(dir);
  const connection = await connect({ option: '--zone', values: [] }, baseUrl);
  let status;
  try {
    status = await readWavesStatus(connection, project);
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`cannot read the status: ${reason}`, { cause: error });
  } finally {
    await connection.close();
  }
  await saveStatus(dir, status);
  await print(
    json === true ? formatDocument(status) : formatStatus(status, { width: widthOf(process.stdout) }),
  );
  const unread = [...status.attention, ...status.left_out].some(
    ({ progress }) => progress === 'not readable',
  );
  process.exitCode = unread ? 2 : status.attention.length > 0 ? 1 : 0;
}
