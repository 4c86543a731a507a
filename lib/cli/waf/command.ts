import { Command, Option } from 'commander';
import type { EdgeClient } from '../../client';
import { messageOf } from '../../ground/words';
import type { TextLimits } from '../../waf';
import { addTo } from '../add-to';
import { connect, type Connection } from '../connection';
import { findOwner, findZones, type Owner } from '../owners';
import { print, warn, widthOf } from '../terminal';
import { formatDocument } from '../document';
import { checkHelp, reportHelp, reviewHelp } from './help';
import type { SettingsByZone } from './previous-settings';
import type { ZoneReport } from './read';
import {
  isAboutEvents,
  parseReviewAssertion,
  wholeEvidence,
  withImplied,
  type ReviewAssertion,
} from './review-assertion';
import { stateOption } from './state-option';
import { surveyCommand } from './survey/command';
import { wavesCommand } from './waves/command';

interface Options {
  readonly zone: string;
  readonly baseUrl?: string;
  readonly json?: true;
}

interface ReportOptions extends Options {
  readonly all?: true;
  readonly html?: string;
}

interface CheckOptions extends Omit<ReportOptions, 'zone' | 'html'> {
  readonly zone?: readonly string[];
  readonly state?: readonly string[];
  readonly csv?: true;
}

interface ReviewOptions extends Omit<Options, 'zone'> {
  readonly zone?: string;
  readonly wave?: string;
  readonly dir: string;
  readonly events?: readonly string[];
  readonly assert?: readonly ReviewAssertion[];
  readonly withoutEvents?: true;
}

/** The result of a command as a document and as text, and whether it has no findings. */
interface Outcome {
  readonly document: object;
  readonly text: (width: number | undefined) => string;
  readonly isClear: boolean;
  /** Whether a part could not be read. */
  readonly isPartial?: boolean;
  /** For stderr. */
  readonly warnings?: readonly string[];
}

/** `edge-platform waf`: commands for the migration of a zone from the previous WAF managed rules. */
export function wafCommand(): Command {
  return new Command('waf')
    .description('Prepare, review and roll out the migration of zones to the new WAF managed rules.')
    .addCommand(check())
    .addCommand(surveyCommand())
    .addCommand(report())
    .addCommand(review())
    .addCommand(wavesCommand());
}

function check(): Command {
  return optionsOf(
    new Command('check').option(
      '-z, --zone <id or name>',
      'zone, by its id (32 hexadecimal digits) or name; repeat it for several zones',
      addTo,
    ),
  )
    .description(
      'Show the migration state of zones, what blocks their migration, and whether their new managed rules protect them. Read-only.',
    )
    .addOption(
      stateOption(
        'Terraform state of the code that manages the previous WAF: compare its settings with the zones',
      ),
    )
    .option('--all', 'show zones that need no attention and all rules too')
    .addOption(new Option('--csv', 'print all zones as CSV').conflicts('json'))
    .addHelpText('after', checkHelp)
    .action((options: CheckOptions) => {
      if (options.zone === undefined && options.state === undefined)
        throw new Error('Name a zone with --zone, or a state with --state.');
      return run({ zone: [], ...options }, 'cannot check the zone', async (connection) => {
        const zones = await zonesToCheck(connection.client, options);
        const [zone] = zones.owners;
        return zones.owners.length === 1 && zone !== undefined && options.csv !== true
          ? checkZone(connection.client, zone, zones.settings, options)
          : checkZones(connection, zones, options);
      });
    });
}

interface ZonesToCheck {
  readonly owners: readonly Owner[];
  readonly settings: SettingsByZone | undefined;
}

/** The zones of `--zone`, otherwise all whose previous WAF is in a state. */
async function zonesToCheck(client: EdgeClient, { zone = [], state }: CheckOptions): Promise<ZonesToCheck> {
  if (state === undefined) return { owners: await findZones(client, zone), settings: undefined };
  const { readSettings, requireSettings } = await import('./previous-settings.js');
  const settings = await readSettings(state);
  if (zone.length === 0) return { owners: [...settings.keys()].map((id) => ({ id })), settings };
  const owners = await findZones(client, zone);
  const ids = owners.map(({ id }) => id);
  requireSettings(settings, ids, { named: zone.join(', '), paths: state });
  return { owners, settings };
}

async function checkZone(
  client: EdgeClient,
  zone: Owner,
  settings: SettingsByZone | undefined,
  options: CheckOptions,
): Promise<Outcome> {
  const [{ readCheck }, { verdictOf }, { formatCheck }, { needsAction }] = [
    await import('./read.js'),
    await import('./check.js'),
    await import('./check-report.js'),
    await import('./zone-state.js'),
  ];
  const found = await readCheck(client, zone, limitsOf(options), settings);
  return {
    document: found,
    text: (width) => formatCheck(found, { width, all: options.all }),
    isClear: !needsAction(verdictOf(found)),
  };
}

async function checkZones(
  connection: Connection,
  { owners, settings }: ZonesToCheck,
  options: CheckOptions,
): Promise<Outcome> {
  const [{ readChecks }, { wordOf }, { formatChecks, formatChecksCsv }, { needsAction }] = [
    await import('./read.js'),
    await import('./checks.js'),
    await import('./checks-report.js'),
    await import('./zone-state.js'),
  ];
  const found = await readChecks(connection, owners, limitsOf(options), settings);
  return {
    document: found,
    text: (width) =>
      options.csv === true ? formatChecksCsv(found) : formatChecks(found, { width, all: options.all }),
    isClear: !found.zones.some((zone) => needsAction(wordOf(zone))),
    isPartial: found.summary.failed > 0,
  };
}

/** Documents are whole; text is cut for readers. */
function limitsOf({ json, csv, all }: Partial<CheckOptions>): TextLimits {
  return json === true || csv === true || all === true ? { most: Infinity } : {};
}

function report(): Command {
  return zoneCommand('report')
    .description(
      'List the configuration of the previous WAF that does not carry over, with its replacement as code to paste. Read-only.',
    )
    .option('--all', 'list every rule and object')
    .option('--html <file>', 'write a page for the change request too: one file, printable, without scripts')
    .addHelpText('after', reportHelp)
    .action(async ({ html, ...options }: ReportOptions) => {
      const page = html === undefined ? undefined : await preparePage(html);
      await run(options, 'cannot report the losses', async ({ client, baseUrl }) => {
        const [{ readZoneReport }, { isWhole }, { formatLosses }] = [
          await import('./read.js'),
          await import('./losses.js'),
          await import('./losses-report.js'),
        ];
        const { zone, all } = options;
        const found = await readZoneReport(client, await findOwner(client, 'zone', zone));
        await page?.({ report: found, baseUrl });
        const losses = found.losses(limitsOf({ ...options, zone: [zone] }));
        return {
          document: losses,
          text: (width) => formatLosses(losses, { width, all }),
          isClear: isWhole(losses),
        };
      });
    });
}

/** The page is loaded only for its option. */
async function preparePage(
  path: string,
): Promise<(read: { readonly report: ZoneReport; readonly baseUrl: string }) => Promise<void>> {
  const [{ preparePageFile }, { renderWafReport }] = [
    await import('../html/page-file.js'),
    await import('./report-page/page.js'),
  ];
  const { write } = await preparePageFile(path);
  return ({ report: { plan, check, losses, isTooLate }, baseUrl }) => {
    const readAt = new Date().toISOString();
    // The page of a migrated zone shows what is deployed; the command fails nevertheless.
    return write(renderWafReport({ check, losses: isTooLate ? undefined : losses(), plan, baseUrl, readAt }));
  };
}

function review(): Command {
  return optionsOf(new Command('review'))
    .addOption(new Option('-z, --zone <id or name>', zoneText).conflicts(['wave', 'dir', 'withoutEvents']))
    .option('-w, --wave <name>', 'a wave of "edge-platform waf waves"; 1 is short for wave-1')
    .addOption(new Option('-d, --dir <folder>', 'project of the wave').default('.'))
    .option(
      '--assert <count>',
      "fail unless it holds, such as 'newlyBlocked<=0'; repeat it for several",
      (text, before: readonly ReviewAssertion[] | undefined) => [
        ...(before ?? []),
        parseReviewAssertion(text),
      ],
    )
    .option('--without-events', 'review the state of the zones of a wave alone, and compare no events')
    .description(
      'Compare how the previous and the new managed rules treat the same requests: of a zone in validation mode, or of all zones of a wave, whose result opens or closes the next wave.',
    )
    .option(
      '-e, --events <file>',
      'file of security events with one JSON object per line, optionally gzipped; - for stdin; repeat it for several files',
      (path, before: readonly string[] | undefined) => [...(before ?? []), path],
    )
    .addHelpText('after', reviewHelp)
    .action((options: ReviewOptions) => {
      const { zone, wave } = options;
      if (wave !== undefined) return reviewOfWave(wave, options);
      if (zone === undefined) throw new Error('Name a zone with --zone, or a wave with --wave.');
      return reviewOfZone({ ...options, zone });
    });
}

function reviewOfZone({
  zone,
  events = [],
  assert = [],
  ...options
}: ReviewOptions & Options): Promise<void> {
  const other = assert.find((each) => !isAboutEvents(each));
  if (other !== undefined)
    throw new Error(`--assert: ${other.subject} is a count of a wave. Use it with --wave.`);
  const assertions = withImplied(assert, ['newlyBlocked<=0', 'newlyAllowed<=0', ...wholeEvidence]).filter(
    isAboutEvents,
  );
  return run({ ...options, zone }, 'cannot review the events', async (connection) => {
    const [{ readReview }, { formatReview }] = [
      await import('./read.js'),
      await import('./review-report.js'),
    ];
    const { review: found, warnings } = await readReview(
      connection,
      await findOwner(connection.client, 'zone', zone),
      events,
      assertions,
    );
    return {
      document: found,
      text: (width) => formatReview(found, width),
      isClear: found.failures.length === 0,
      warnings,
    };
  });
}

function reviewOfWave(
  name: string,
  { dir, events = [], assert: assertions = [], withoutEvents, ...options }: ReviewOptions,
): Promise<void> {
  return run({ ...options, zone: [] }, 'cannot review the wave', async (connection) => {
    const [{ reviewWave }, { findWave, readProject, saveGates }, { recordGate }, { formatWaveReview }] = [
      await import('./waves/review.js'),
      await import('./waves/project.js'),
      await import('../../waves/gates.js'),
      await import('./waves/review-report.js'),
    ];
    const { file, gates } = await readProject(dir);
    const found = await reviewWave(connection, file, findWave(file, name), {
      assertions,
      paths: events,
      withoutEvents: withoutEvents === true,
    });
    const isKnown = found.unread.length === 0;
    // What could not be read neither opens nor closes anything.
    if (isKnown) await saveGates(dir, recordGate(gates, found.gate));
    const { warnings, ...document } = found;
    return {
      document,
      text: (width) => formatWaveReview(found, width),
      isClear: found.gate.passed,
      isPartial: !isKnown,
      warnings,
    };
  });
}

const zoneText = 'zone, by its id (32 hexadecimal digits) or name';

function zoneCommand(name: string): Command {
  return optionsOf(new Command(name).requiredOption('-z, --zone <id or name>', zoneText));
}

function optionsOf(command: Command): Command {
  return command
    .option('--base-url <url>', 'API endpoint (default: EDGE_BASE_URL, else the public API)')
    .option('--json', 'print the result as JSON');
}

async function run(
  { zone, baseUrl, json }: Pick<Options, 'baseUrl' | 'json'> & { readonly zone: string | readonly string[] },
  failure: string,
  find: (connection: Connection) => Promise<Outcome>,
): Promise<void> {
  const connection = await connect({ option: '--zone', values: [zone].flat() }, baseUrl);
  let outcome;
  try {
    outcome = await find(connection);
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`${failure}: ${reason}`, { cause: error });
  } finally {
    await connection.close();
  }
  const { document, text, isClear, isPartial, warnings } = outcome;
  warnings?.forEach(warn);
  await print(json === true ? formatDocument(document) : text(widthOf(process.stdout)));
  process.exitCode = isPartial === true ? 2 : isClear ? 0 : 1;
}
