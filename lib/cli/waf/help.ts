import { credentials } from '../help';

export const checkHelp = `${credentials} They need read access to the
zone's WAF, settings, firewall rules and page rules.

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

The verdict on a zone is that of "edge-platform waf survey", whose help lists
all verdicts.

--json prints version, zone_id, zone_name, migration_state, old_waf_status,
new_waf_status, verdict, reasons [{code, kind, ids, reason, fix}], can_migrate,
service {compatible, migration_state}, rules_to_migrate {count, limit},
obstacles [{kind, ids, reason, fix, fails_check}], first_phase_obstacles, which
blocked migrations until 2022-09-19 only, protection {is_protected,
enabled_rulesets, rules, findings [{code, severity, text}]}, and
previous_settings {expected, compared, finding {code, severity, settings [{kind,
id, expected, name, found, isDefault}], unknown, text}}. can_migrate, service
and rules_to_migrate are null when the zone is migrated or never had the
previous managed rules; protection is null when it has only the previous ones.
fails_check is true where the check of the service fails, and false where only
the migration itself fails. previous_settings is null without --state; expected
is what expected_previous of edge_waf_migration takes. For several zones it
prints summary {zones, failed, verdicts} and zones, where a zone that cannot be
read has zone_id, code and error.

--csv is for spreadsheets: it has all zones, lists are separated by "; ", and a
cell that a spreadsheet would take for a formula begins with an apostrophe.

Exit status:
  0  every zone can be migrated, or is migrated and protected
  1  at least one zone is not protected, ineligible or needs a decision
  2  the check failed, for one zone at least; see stderr or the table

Examples:
  $ edge-platform waf check --zone example.com
  $ edge-platform waf check -z 9a7806061c88ada191ed06f989cc3dac --json
  $ edge-platform waf check --state terraform.tfstate.backup
  $ edge-platform waf check $(sed 's/^/--zone /' zones.txt) --csv`;

export const reportHelp = `${credentials} They need read access to the
zone's WAF, settings, firewall rules and page rules.

The previous WAF can be read only until the migration is complete: run this
command before.

The report lists the rules that the migration deploys, in order, and where they
differ from what the previous WAF does. The codes of differences are in
docs/errors.md.

A migration replaces the entry point of the new managed rules. The report also
lists rules of the entry point that the new configuration lacks, and which of
them WafMigration keeps.

--json prints version, zone_id, zone_name, migration_state, deployment {source,
rules, differences [{code, severity, text}]}, losses [{code, kind, ids, what,
why, instead, replacement}], rule_overrides and skip_rules (all replacements,
with the attributes of edge_waf_migration), notes, and snippet: the replacements
as code for WafMigration, or null. source is "service", "entry point"
(validation mode) or "prediction" (the zone is not compatible yet). instead is
"snippet", "migration" (the migration creates the replacement by itself, or
WafMigration keeps the rule), "by hand" (see notes) or null (no replacement).
replacement is also null where the attributes of edge_waf_migration cannot
express it.

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

export const reviewHelp = `${credentials} They need read access to the
zone's WAF.

The API cannot list security events. Deliver the dataset firewall_events with a
LogpushJob that has the fields
  RayID, Action, RuleID, Source, ClientRequestMethod, ClientRequestHost,
  ClientRequestPath
and pass a delivered file with --events. The value of Source is waf for the
previous rules and firewallManaged for the new ones; other events are ignored.
Against an emulator, --events may be omitted: its events are read directly.
The host of an event decides its zone, in any spelling: the zone of its name, or
of the longest end of it. A line of an account has ZoneName, which decides
instead. Lines that cannot be read are listed on stderr.

A review passes if these hold: 'newlyBlocked<=0', 'newlyAllowed<=0',
'withoutEvents<=0', 'unattributedEvents<=0', 'unreadableEvents<=0'. --assert
replaces the one of the same count. The counts are
  newlyBlocked        requests that only the new rules block or challenge
  newlyAllowed        requests that only the previous rules block or challenge
  withoutEvents       zones without an event of managed rules
  unattributedEvents  events whose host is of no known zone: not compared
  unreadableEvents    lines that are no event, or have an unknown action
compared with a number, or with a percentage of the zones or events. Without an
event of the new rules, newlyBlocked of any bound fails.

--wave checks every zone of a wave: its state and protection in the API, and its
events, which a file may have of several zones. The result is recorded in
gates.json of the project: commit it. The plan of the next wave fails unless the
review of this one has passed. Two more counts are
  incomplete          zones that have not reached the target of their wave
  notProtected        zones whose new managed rules do not protect them
A wave passes if 'incomplete<=0' and 'notProtected<=0' hold, for validation mode
'newlyBlocked<=0' too, and wherever events are compared 'withoutEvents<=0',
'unattributedEvents<=0' and 'unreadableEvents<=0'. Events of other zones in
waves.json are not unattributed. --without-events compares none. In a zone that
did not go through validation mode, everything that the new rules block is newly
blocked.

--json prints version, zone_id, zone_name, migration_state, events {lines,
reviewed, ignored, bad, bad_lines [{line, reason}], from, to, unattributed
[{host, events}]}, assertions, figures, failures, missed [{count, request,
rule_ids, rule {phase, action, expression, description}}] (requests that only
the previous rules stop), blocking [{rule_id, ruleset_id, is_ruleset_assumed,
count, challenged, requests, overrides}] (requests that only the new rules stop;
the mildest override first), and snippet. challenged is the part of count that
was challenged, not blocked. For a wave it prints gate {wave, target, passed,
reviewed_at, assertions, figures, events_from, events_to, failures, zones},
dropped {unattributed, other_zones, other_sources, bad, bad_lines}, zones
[{zone_id, zone_name, plan, migration_state, verdict, reasons, is_complete,
is_protected, newly_blocked, newly_allowed, events}] and unread.

Exit status:
  0  the review passes
  1  it fails: by differences, or by events that are missing or not compared
  2  the review failed; see stderr

Examples:
  $ edge-platform waf review --zone example.com \\
      --events 20260102T030000Z_20260102T030500Z.log.gz
  $ cat *.log.gz | edge-platform waf review -e - \\
      -z 9a7806061c88ada191ed06f989cc3dac
  $ edge-platform waf review -z 9a7806061c88ada191ed06f989cc3dac \\
      --base-url http://127.0.0.1:8787/client/v4
  $ edge-platform waf review --wave canary --events events.ndjson.gz \\
      --assert 'withoutEvents<=2' --assert 'unattributedEvents<=1%'`;
