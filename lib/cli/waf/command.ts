import { Command, Option } from 'commander';
import type { EdgeClient } from '../../client';
import { formatJson } from '../../ground/json';
import { messageOf } from '../../ground/words';
import type { TextLimits } from '../../waf';
import { connect, type Connection } from '../connection';
import { findOwner, findZones, type Owner } from '../owners';
import { print, widthOf } from '../terminal';
import type { SettingsByZone } from './previous-settings';
import type { ZoneReport } from './read';
import { surveyCommand } from './survey/command';
import { parseWaveAssertion, type WaveAssertion } from './waves/wave-assertion';
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
  readonly assert?: readonly WaveAssertion[];
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
    .option(
      '-s, --state <file>',
      'Terraform state of the code that manages the previous WAF: compare its settings with the zones; repeat it for several states',
      addTo,
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

function addTo(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...new Set([...(before ?? []), value])];
}

interface ZonesToCheck {
  readonly owners: readonly Owner[];
  readonly settings: SettingsByZone | undefined;
}

/** The zones of `--zone`, otherwise all whose previous WAF is in a state. */
async function zonesToCheck(client: EdgeClient, { zone = [], state }: CheckOptions): Promise<ZonesToCheck> {
  if (state === undefined) return { owners: await findZones(client, zone), settings: undefined };
  const { readSettings } = await import('./previous-settings.js');
  const settings = await readSettings(state);
  if (zone.length === 0) return { owners: [...settings.keys()].map((id) => ({ id })), settings };
  const owners = await findZones(client, zone);
  if (!owners.some(({ id }) => settings.has(id)))
    throw new Error(
      `--state: no waf_package, waf_group or waf_rule of ${zone.join(', ')} in ${state.join(', ')}.`,
    );
  return { owners, settings };
}

async function checkZone(
  client: EdgeClient,
  zone: Owner,
  settings: SettingsByZone | undefined,
  options: CheckOptions,
): Promise<Outcome> {
  const [{ readCheck }, { isFailing }, { formatCheck }] = [
    await import('./read.js'),
    await import('./check.js'),
    await import('./check-report.js'),
  ];
  const found = await readCheck(client, zone, limitsOf(options), settings);
  return {
    document: found,
    text: (width) => formatCheck(found, { width, all: options.all }),
    isClear: !isFailing(found),
  };
}

async function checkZones(
  connection: Connection,
  { owners, settings }: ZonesToCheck,
  options: CheckOptions,
): Promise<Outcome> {
  const [{ readChecks }, { formatChecks, formatChecksCsv }] = [
    await import('./read.js'),
    await import('./checks-report.js'),
  ];
  const found = await readChecks(connection, owners, limitsOf(options), settings);
  const { failed, verdicts } = found.summary;
  return {
    document: found,
    text: (width) =>
      options.csv === true ? formatChecksCsv(found) : formatChecks(found, { width, all: options.all }),
    isClear: verdicts['not protected'] + verdicts['cannot migrate'] + verdicts['differs from state'] === 0,
    isPartial: failed > 0,
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
    .addOption(new Option('-z, --zone <id or name>', zoneText).conflicts(['wave', 'dir', 'assert']))
    .option('-w, --wave <name>', 'a wave of "edge-platform waf waves"; 1 is short for wave-1')
    .addOption(new Option('-d, --dir <folder>', 'project of the wave').default('.'))
    .option(
      '--assert <count>',
      "fail the wave unless it holds, such as 'newlyBlocked<=0'; repeat it for several",
      (text, before: readonly WaveAssertion[] | undefined) => [...(before ?? []), parseWaveAssertion(text)],
    )
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

function reviewOfZone({ zone, events = [], ...options }: ReviewOptions & Options): Promise<void> {
  return run({ ...options, zone }, 'cannot review the events', async (connection) => {
    const [{ readReview }, { formatReview }] = [
      await import('./read.js'),
      await import('./review-report.js'),
    ];
    const { review: found, warnings } = await readReview(
      connection,
      await findOwner(connection.client, 'zone', zone),
      events,
    );
    return {
      document: found,
      text: (width) => formatReview(found, width),
      isClear: found.missed.length === 0 && found.blocking.length === 0,
      warnings,
    };
  });
}

function reviewOfWave(
  name: string,
  { dir, events = [], assert: assertions = [], ...options }: ReviewOptions,
): Promise<void> {
  return run({ ...options, zone: [] }, 'cannot review the wave', async (connection) => {
    const [{ reviewWave }, { findWave, readProject, saveGates }, { recordGate }, { formatWaveReview }] = [
      await import('./waves/review.js'),
      await import('./waves/project.js'),
      await import('./waves/gates.js'),
      await import('./waves/review-report.js'),
    ];
    const { file, gates } = await readProject(dir);
    const found = await reviewWave(connection, findWave(file, name), { assertions, paths: events });
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
  for (const warning of warnings ?? []) process.stderr.write(`edge-platform: ${warning}\n`);
  await print(json === true ? formatJson(document) : text(widthOf(process.stdout)));
  process.exitCode = isPartial === true ? 2 : isClear ? 0 : 1;
}

const credentials = `
Credentials are read from the environment, as by the provider: EDGE_API_TOKEN,
or EDGE_API_EMAIL and EDGE_API_KEY. They need read access to the
zone's`;

const checkHelp = `${credentials} WAF, settings, firewall rules and page rules.

A migrated zone, or one that never had the previous managed rules, is protected
only if an enabled rule of its entry point executes a managed ruleset, whatever
its status. In validation mode the new rules are checked too.

For other zones, the check of the service reports whether a zone can be
migrated, but not why. This command lists every obstacle with its fix. It
includes the limits of the migration (200 firewall rules of 4 KB each), which
the check of the service ignores although the migration then fails.

Several zones become a table of those that need attention.

--state compares the previous WAF of the zones with the resources waf_package,
waf_group and waf_rule of a Terraform state, of any provider: a state file of
version 4 or the output of "terraform show -json". Destroying those resources
resets the previous WAF, and the migration would translate the defaults. Without
--zone, all zones in the states are checked.

--json prints zone_id, zone_name, migration_state, old_waf_status,
new_waf_status, can_migrate, service {compatible, migration_state},
rules_to_migrate {count, limit}, obstacles [{kind, ids, reason, cure,
fails_check}], first_phase_obstacles, which blocked migrations until 2022-09-19
only, protection {is_protected, enabled_rulesets, rules, findings [{code,
severity, text}]}, and previous_settings {expected, compared, finding {code,
severity, settings [{kind, id, expected, name, found, isDefault}], unknown,
text}}. can_migrate, service and rules_to_migrate are null when the zone is
migrated or never had the previous managed rules; protection is null when it has
only the previous ones. fails_check is true where the check of the service
fails, and false where only the migration itself fails. previous_settings is
null without --state; expected is what expected_previous of edge_waf_migration
takes. For several zones it prints summary {zones, failed, verdicts} and zones,
where a zone that cannot be read has zone_id, code and error.

--csv is for spreadsheets: it has all zones, lists are separated by "; ", and a
cell that a spreadsheet would take for a formula begins with an apostrophe.

Exit status:
  0  every zone can be migrated, or is migrated and protected
  1  a migration is blocked, a zone not protected, or a WAF not as in its state
  2  the check failed, for one zone at least; see stderr or the table

Examples:
  $ edge-platform waf check --zone example.com
  $ edge-platform waf check -z 9a7806061c88ada191ed06f989cc3dac --json
  $ edge-platform waf check --state terraform.tfstate.backup
  $ edge-platform waf check $(sed 's/^/--zone /' zones.txt) --csv`;

const reportHelp = `${credentials} WAF, settings, firewall rules and page rules.

The previous WAF can be read only until the migration is complete: run this
command before.

The report lists the rules that the migration deploys, in order, and where they
differ from what the previous WAF does. The codes of differences are in
docs/errors.md.

A migration replaces the entry point of the new managed rules. The report also
lists rules of the entry point that the new configuration lacks, and which of
them WafMigration keeps.

--json prints zone_id, zone_name, migration_state, deployment {source, rules,
differences [{code, severity, text}]}, losses [{code, kind, ids, what, why,
instead, replacement}], rule_overrides and skip_rules (all replacements, with
the attributes of edge_waf_migration), notes, and snippet: the replacements as
code for WafMigration, or null. source is "service", "entry point" (validation
mode) or "prediction" (the zone is not compatible yet). instead is "snippet",
"migration" (the migration creates the replacement by itself, or WafMigration
keeps the rule), "by hand" (see notes) or null (no replacement). replacement is
also null where the attributes of edge_waf_migration cannot express it.

--html writes a page with what blocks the migration, what is deployed, each loss
with its replacement, and the code. It takes no more calls. stdout and the exit
status stay the same. For a migrated zone the page shows what is deployed now.

Exit status:
  0  everything carries over
  1  at least one item does not carry over, or the new configuration differs
  2  the report failed, or the zone is already migrated; see stderr

Examples:
  $ edge-platform waf report --zone example.com
  $ edge-platform waf report --zone example.com --html example.com.html
  $ edge-platform waf report -z 9a7806061c88ada191ed06f989cc3dac --json`;

const reviewHelp = `${credentials} WAF.

The API cannot list security events. Deliver the dataset firewall_events with a
LogpushJob that has the fields
  RayID, Action, RuleID, Source, ClientRequestMethod, ClientRequestHost,
  ClientRequestPath
and pass a delivered file with --events. The value of Source is waf for the
previous rules and firewallManaged for the new ones; other events are ignored.
Against an emulator, --events may be omitted: its events are read directly.
Lines that cannot be read are skipped and listed on stderr.

--wave checks every zone of a wave: its state and protection in the API, and its
events, which a file may have of several zones. The result is recorded in
gates.json of the project: commit it. The plan of the next wave fails unless the
review of this one has passed. --assert compares one of
  incomplete     zones that have not reached the target of their wave
  notProtected   zones whose new managed rules do not protect them
  newlyBlocked   requests that only the new rules block or challenge
  newlyAllowed   requests that only the previous rules block or challenge
  withoutEvents  zones without an event of managed rules
with a number, or with a percentage of the zones or events. 'incomplete<=0' and
'notProtected<=0' always hold, unless you assert something else of them.
newlyBlocked needs events of both versions: in a zone that did not go through
validation mode, everything that the new rules block is newly blocked.

--json prints zone_id, zone_name, migration_state, events {lines, reviewed,
ignored, bad, bad_lines [{line, reason}]}, missed [{count, request, rule_ids,
rule {phase, action, expression, description}}] (requests that only the previous
rules stop), blocking [{rule_id, ruleset_id, is_ruleset_assumed, count,
challenged, requests, overrides}] (requests that only the new rules stop; the
mildest override first), and snippet. challenged is the part of count that was
challenged, not blocked. For a wave it prints gate {wave, target, passed,
reviewed_at, assertions, figures, failures, zones}, zones [{zone_id, zone_name,
plan, migration_state, progress, reasons, is_complete, is_protected,
newly_blocked, newly_allowed, events}] and unread.

Exit status:
  0  the events show no difference, or the wave passes
  1  the events show differences, or the wave fails
  2  the review failed; see stderr

Examples:
  $ edge-platform waf review --zone example.com \\
      --events 20260102T030000Z_20260102T030500Z.log.gz
  $ cat *.log.gz | edge-platform waf review -e - \\
      -z 9a7806061c88ada191ed06f989cc3dac
  $ edge-platform waf review -z 9a7806061c88ada191ed06f989cc3dac \\
      --base-url http://127.0.0.1:8787/client/v4
  $ edge-platform waf review --wave canary --assert 'newlyBlocked<=0' \\
      --events events.ndjson.gz`;
