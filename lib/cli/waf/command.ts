import { Command } from 'commander';
import { connect, type Connection } from '../connection';
import { print, widthOf } from '../terminal';

interface Options {
  readonly zone: string;
  readonly baseUrl?: string;
  readonly json?: true;
}

interface ReviewOptions extends Options {
  readonly events?: string;
}

/** The result of a command as a document and as text, and whether it has no findings. */
interface Outcome {
  readonly document: object;
  readonly text: (width: number | undefined) => string;
  readonly isClear: boolean;
  /** For stderr. */
  readonly warnings?: readonly string[];
}

/** `edge-platform waf`: commands for the migration of a zone from the previous WAF managed rules. */
export function wafCommand(): Command {
  return new Command('waf')
    .description('Prepare and review the migration of a zone to the new WAF managed rules.')
    .addCommand(check())
    .addCommand(report())
    .addCommand(review());
}

function check(): Command {
  return zoneCommand('check')
    .description('Show the migration state of a zone, and what blocks its migration. Read-only.')
    .addHelpText('after', checkHelp)
    .action((options: Options) =>
      run(options, 'cannot check the zone', async ({ client }) => {
        const [{ readCheck }, { formatCheck }] = [
          await import('./read.js'),
          await import('./check-report.js'),
        ];
        const found = await readCheck(client, options.zone);
        return {
          document: found,
          text: (width) => formatCheck(found, width),
          isClear: found.can_migrate !== false,
        };
      }),
    );
}

function report(): Command {
  return zoneCommand('report')
    .description(
      'List the configuration of the previous WAF that does not carry over, with its replacement as code to paste. Read-only.',
    )
    .addHelpText('after', reportHelp)
    .action((options: Options) =>
      run(options, 'cannot report the losses', async ({ client }) => {
        const [{ readLosses }, { formatLosses }] = [
          await import('./read.js'),
          await import('./losses-report.js'),
        ];
        const found = await readLosses(client, options.zone);
        return {
          document: found,
          text: (width) => formatLosses(found, { width }),
          isClear: found.losses.length === 0,
        };
      }),
    );
}

function review(): Command {
  return zoneCommand('review')
    .description(
      'Compare how the previous and the new managed rules treat the same requests in validation mode. Read-only.',
    )
    .option(
      '-e, --events <file>',
      'file of security events with one JSON object per line, optionally gzipped; - for stdin',
    )
    .addHelpText('after', reviewHelp)
    .action((options: ReviewOptions) =>
      run(options, 'cannot review the events', async (connection) => {
        const [{ readReview }, { formatReview }] = [
          await import('./read.js'),
          await import('./review-report.js'),
        ];
        const { review: found, warnings } = await readReview(connection, options.zone, options.events);
        return {
          document: found,
          text: (width) => formatReview(found, width),
          isClear: found.missed.length === 0 && found.blocking.length === 0,
          warnings,
        };
      }),
    );
}

function zoneCommand(name: string): Command {
  return new Command(name)
    .requiredOption('-z, --zone <id>', 'zone id (32 hexadecimal digits)')
    .option('--base-url <url>', 'API endpoint (default: EDGE_BASE_URL, else the public API)')
    .option('--json', 'print the result as JSON');
}

async function run(
  { zone, baseUrl, json }: Options,
  failure: string,
  find: (connection: Connection) => Promise<Outcome>,
): Promise<void> {
  const connection = await connect({ option: '--zone', value: zone }, baseUrl);
  let outcome;
  try {
    outcome = await find(connection);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${failure}: ${reason}`, { cause: error });
  } finally {
    await connection.close();
  }
  const { document, text, isClear, warnings } = outcome;
  for (const warning of warnings ?? []) process.stderr.write(`edge-platform: ${warning}\n`);
  await print(json === true ? `${JSON.stringify(document, null, 2)}\n` : text(widthOf(process.stdout)));
  process.exitCode = isClear ? 0 : 1;
}

const credentials = `
Credentials are read from the environment, as by the provider: EDGE_API_TOKEN,
or EDGE_API_EMAIL and EDGE_API_KEY. They need read access to the
zone's`;

const checkHelp = `${credentials} WAF, settings, firewall rules and page rules.

The check of the service reports whether a zone can be migrated, but not why.
This command reads the previous WAF of the zone and lists every obstacle with
its fix. It includes the limits of the migration (200 firewall rules of 4 KB
each), which the check of the service ignores although the migration then fails.

--json prints zone_id, migration_state, old_waf_status, new_waf_status,
can_migrate, service {compatible, migration_state}, rules_to_migrate {count,
limit}, obstacles [{kind, ids, reason, cure, fails_check}], and
first_phase_obstacles, which blocked migrations until 2022-09-19 only.
can_migrate, service and rules_to_migrate are null when the zone is migrated or
never had the previous managed rules. fails_check is true where the check of the
service fails, and false where only the migration itself fails.

Exit status:
  0  the zone can be migrated, or is migrated
  1  the migration is blocked
  2  the check failed; see stderr

Examples:
  $ edge-platform waf check --zone 9a7806061c88ada191ed06f989cc3dac
  $ edge-platform waf check -z 9a7806061c88ada191ed06f989cc3dac --json`;

const reportHelp = `${credentials} WAF, settings, firewall rules and page rules.

The previous WAF can be read only until the migration is complete: run this
command before.

A migration replaces the entry point of the new managed rules. The report also
lists rules of the entry point that the new configuration lacks, and which of
them WafMigration keeps.

--json prints zone_id, migration_state, losses [{kind, ids, what, why, instead,
replacement}], rule_overrides and skip_rules (all replacements, with the
attributes of edge_waf_migration), notes, and snippet: the replacements as code
for WafMigration, or null. instead is "snippet", "migration" (the migration
creates the replacement by itself, or WafMigration keeps the rule), "by hand"
(see notes) or null (no replacement). replacement is also null where the
attributes of edge_waf_migration cannot express it.

Exit status:
  0  everything carries over
  1  at least one item does not carry over
  2  the report failed, or the zone is already migrated; see stderr

Examples:
  $ edge-platform waf report --zone 9a7806061c88ada191ed06f989cc3dac
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

--json prints zone_id, migration_state, events {lines, reviewed, ignored, bad,
bad_lines [{line, reason}]}, missed [{count, request, rule_ids, rule {phase,
action, expression, description}}] (requests that only the previous rules stop),
blocking [{rule_id, ruleset_id, is_ruleset_assumed, count, challenged, requests,
overrides}] (requests that only the new rules stop; the mildest override first),
and snippet. challenged is the part of count that was challenged, not blocked.

Exit status:
  0  the events show no difference
  1  the events show differences
  2  the review failed; see stderr

Examples:
  $ edge-platform waf review --zone 9a7806061c88ada191ed06f989cc3dac \\
      --events 20260102T030000Z_20260102T030500Z.log.gz
  $ cat *.log.gz | edge-platform waf review -e - \\
      -z 9a7806061c88ada191ed06f989cc3dac
  $ edge-platform waf review -z 9a7806061c88ada191ed06f989cc3dac \\
      --base-url http://127.0.0.1:8787/client/v4`;
