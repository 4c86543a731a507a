import { Command, InvalidArgumentError, Option } from 'commander';
import { formatJson } from '../../../ground/json';
import { messageOf } from '../../../ground/words';
import { connect } from '../../connection';
import { print, widthOf } from '../../terminal';

interface WavesOptions {
  readonly from?: string;
  readonly out?: string;
  readonly canary: number;
  readonly size: number;
  readonly validation?: true;
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

const wavesHelp = `
The project has one stack for each wave: canary, wave-1, wave-2 and so on, with
a WafMigration for each zone that is eligible or in validation mode. Zones with
few findings come first; the canary has such zones of each plan. Zones that need
work have no code: STATUS.md lists them with their fix.

Nothing is migrated before you set "acknowledged" of a wave to true in
waves.json, and approve its plan. The plan of a wave fails until the review of
the wave before it has passed: "edge-platform waf review --wave canary" records
that in gates.json. A zone that has become ineligible is skipped.

Run again with a newer survey, the command adds zones that are eligible now as
new waves. Everything else in the folder stays as it is, edits included; only
STATUS.md is written anew.

Exit status:
  0  the project is written
  2  it is not; see stderr

Examples:
  $ edge-platform waf waves --from survey.json --out waf-waves
  $ edge-platform waf waves --from survey.json --canary 3 --size 25 \\
      --validation --out waf-waves`;

async function writeWaves(options: WavesOptions): Promise<void> {
  const { from, out, canary, size, validation = false } = options;
  if (from === undefined || out === undefined)
    throw new Error('Name the survey with --from, and the project with --out.');
  const [{ wafSurveyFile }, project, { formatWritten }] = [
    await import('../survey/file.js'),
    await import('./project.js'),
    await import('./waves-report.js'),
  ];
  const survey = await wafSurveyFile.read(from);
  const written = await project.writeWaves(out, survey, { canary, size, validation });
  await print(formatWritten(written, out, widthOf(process.stdout)));
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

const statusHelp = `
Credentials are read from the environment, as by the provider: EDGE_API_TOKEN,
or EDGE_API_EMAIL and EDGE_API_KEY.

The states come from the API, never from an earlier STATUS.md: they are true
after an interruption at any point, and after changes by others. A zone that
waits for its wave takes one call, a migrated one two. Zones of acknowledged
waves that are not migrated, and zones without a wave, take about 14, for every
reason.

--json prints version, as_of, zones {total and a count for each state}, waves
[{name, acknowledged, target, zones, gates}], attention, left_out and all
[{zone_id, zone_name, plan, migration_state, progress, reasons [{code, reason,
fix}], wave}], and next {command, text}.

Exit status:
  0  no zone of a wave needs attention
  1  a zone of a wave is not protected, ineligible, or needs a decision
  2  a zone could not be read, or the command failed; see stderr

Examples:
  $ edge-platform waf waves status
  $ edge-platform waf waves status --dir waf-waves --json`;

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
  await print(json === true ? formatJson(status) : formatStatus(status, { width: widthOf(process.stdout) }));
  const unread = [...status.attention, ...status.left_out].some(
    ({ progress }) => progress === 'not readable',
  );
  process.exitCode = unread ? 2 : status.attention.length > 0 ? 1 : 0;
}
