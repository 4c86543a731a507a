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

/** What a command found: two ways to show it, and whether there is something that somebody has to look at. */
interface Outcome {
  readonly document: object;
  readonly text: (width: number | undefined) => string;
  readonly isClear: boolean;
  /** For a person's eye, beside the result. */
  readonly warnings?: readonly string[];
}

/** `edge-platform waf`: what concerns the migration of a zone from the previous WAF managed rules. */
export function wafCommand(): Command {
  return new Command('waf')
    .description('See how far a zone is from the new WAF managed rules, and what it loses on the way.')
    .addCommand(check())
    .addCommand(report())
    .addCommand(review());
}

function check(): Command {
  return ofZone('check')
    .description('Tell where a zone is, and all that keeps it from migrating, with the cure. Reads only.')
    .addHelpText('after', checkHelp)
    .action((options: Options) =>
      run(options, 'the zone cannot be checked', async ({ client }) => {
        const [{ readCheck }, { tellCheck }] = [
          await import('./check.js'),
          await import('./check-report.js'),
        ];
        const found = await readCheck(client, options.zone);
        return {
          document: found,
          text: (width) => tellCheck(found, width),
          isClear: found.can_migrate !== false,
        };
      }),
    );
}

function report(): Command {
  return ofZone('report')
    .description(
      'Tell what of the previous WAF does not carry over, why, and what replaces it, as code to paste. Reads only.',
    )
    .addHelpText('after', reportHelp)
    .action((options: Options) =>
      run(options, 'the losses cannot be told', async ({ client }) => {
        const [{ readLosses }, { tellLosses }] = [
          await import('./losses.js'),
          await import('./losses-report.js'),
        ];
        const found = await readLosses(client, options.zone);
        return {
          document: found,
          text: (width) => tellLosses(found, width),
          isClear: found.losses.length === 0,
        };
      }),
    );
}

function review(): Command {
  return ofZone('review')
    .description(
      'Compare what the previous and the new managed rules do to the same requests, in validation mode. Reads only.',
    )
    .option('-e, --events <file>', 'security events, one JSON object a line, gzipped or not; - for stdin')
    .addHelpText('after', reviewHelp)
    .action((options: ReviewOptions) =>
      run(options, 'the events cannot be reviewed', async (connection) => {
        const [{ readReview }, { tellReview }] = [
          await import('./review.js'),
          await import('./review-report.js'),
        ];
        const { review: found, warnings } = await readReview(connection, options.zone, options.events);
        return {
          document: found,
          text: (width) => tellReview(found, width),
          isClear: found.missed.length === 0 && found.blocking.length === 0,
          warnings,
        };
      }),
    );
}

function ofZone(name: string): Command {
  return new Command(name)
    .requiredOption('-z, --zone <id>', 'id of the zone, 32 hexadecimal digits')
    .option('--base-url <url>', 'address of the API (default: EDGE_BASE_URL, or else the public one)')
    .option('--json', 'print one JSON document in place of the text');
}

async function run(
  { zone, baseUrl, json }: Options,
  failure: string,
  find: (connection: Connection) => Promise<Outcome>,
): Promise<void> {
  const connection = await connect({ option: '--zone', value: zone }, baseUrl);
  const { document, text, isClear, warnings } = await find(connection)
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${failure}: ${reason}`, { cause: error });
    })
    .finally(() => connection.client.close());
  for (const warning of warnings ?? []) process.stderr.write(`edge-platform: ${warning}\n`);
  await print(json === true ? `${JSON.stringify(document, null, 2)}\n` : text(widthOf(process.stdout)));
  process.exitCode = isClear ? 0 : 1;
}

const credentials = `
Credentials are those of the provider: EDGE_API_TOKEN, or EDGE_API_EMAIL with
EDGE_API_KEY. They have to read the zone's`;

const checkHelp = `${credentials} WAF, settings, firewall rules and
page rules.

The service's own check says whether a zone can be migrated, and not why. This
reads the zone's previous WAF and tells every reason. The limits of the
migration, 200 firewall rules of 4 KB each, are not part of the service's check:
the migration itself fails.

--json prints zone_id, migration_state, old_waf_status, new_waf_status,
can_migrate, service {compatible, migration_state}, rules_to_migrate {count,
limit}, obstacles [{kind, ids, reason, cure, fails_check}], and
first_phase_obstacles, which kept zones from migrating until 2022-09-19 and do
so no more. can_migrate, service and rules_to_migrate are null when the zone is
migrated, or never had the previous managed rules. fails_check tells what the
service's check looks at from what fails the migration itself.

Exit status:
  0  the zone can be migrated, or is already
  1  something is in the way
  2  the check could not be made; stderr says why

Examples:
  $ edge-platform waf check --zone 9a7806061c88ada191ed06f989cc3dac
  $ edge-platform waf check -z 9a7806061c88ada191ed06f989cc3dac --json`;

const reportHelp = `${credentials} WAF, settings, firewall rules and
page rules. The previous WAF can be read until the migration is complete, so
make the report before.

The call that migrates a zone replaces what stands in the entry point of the new
managed rules. What of it the equivalent configuration lacks is reported too,
with what of that WafMigration keeps.

--json prints zone_id, migration_state, losses [{kind, ids, what, why, instead,
replacement}], rule_overrides and skip_rules (all that replaces the losses, with
the attributes of edge_waf_migration), notes, and snippet: the same as code for
WafMigration, or null when there is nothing to paste. instead is "snippet",
"migration" (the migration writes it by itself, or WafMigration keeps it), "by
hand" (a note says why) or null, when nothing replaces it. replacement is null
too where no attribute of edge_waf_migration can say it.

Exit status:
  0  nothing is lost
  1  something does not carry over
  2  the report could not be made, or it is too late; stderr says why

Examples:
  $ edge-platform waf report --zone 9a7806061c88ada191ed06f989cc3dac
  $ edge-platform waf report -z 9a7806061c88ada191ed06f989cc3dac --json`;

const reviewHelp = `${credentials} WAF.

The API has no call for the activity log of security events. Without --events
the events are those of the emulator, where the API's address is one. With the
service, let a LogpushJob deliver the dataset firewall_events, with the fields
  RayID, Action, RuleID, Source, ClientRequestMethod, ClientRequestHost,
  ClientRequestPath
and give a file of it. Source tells the implementations apart: waf is the
previous one, firewallManaged the new one; events of others are not looked at.
A line may also be an event of the emulator. A line that cannot be read is told
with its number, and the others are reviewed.

--json prints zone_id, migration_state, events {lines, reviewed, ignored, bad,
bad_lines [{line, reason}]}, missed [{count, request, rule_ids, rule {phase,
action, expression, description}}], which the new rules let pass, blocking
[{rule_id, ruleset_id, is_ruleset_assumed, count, challenged, requests,
overrides}], which they block or challenge, the gentlest override first, and
snippet. challenged says how many of count were challenged and not blocked.

Exit status:
  0  the two do the same, as far as the events go
  1  they do not
  2  the review could not be made; stderr says why

Examples:
  $ edge-platform waf review --zone 9a7806061c88ada191ed06f989cc3dac \\
      --events 20260102T030000Z_20260102T030500Z.log.gz
  $ cat *.log.gz | edge-platform waf review -e - \\
      -z 9a7806061c88ada191ed06f989cc3dac
  $ edge-platform waf review -z 9a7806061c88ada191ed06f989cc3dac \\
      --base-url http://127.0.0.1:8787/client/v4`;
