import { credentials } from '../../help';

export const surveyHelp = `${credentials} They need read access to the zones, and to
their WAF, settings, firewall rules and page rules.

A zone is
  not protected       migrated or in validation mode, and no enabled rule of its
                      entry point executes a managed ruleset
  ineligible          an obstacle is in the way of its migration
  needs a decision    its plan would fail on differences that you can accept
  eligible            it can be migrated
  in validation mode  it has both versions, and can be completed
  cutover             it has both versions; the previous one is being disabled
  migrated            it has only the new managed rules, and they protect it
  never had it        it never had the previous managed rules
  not readable        its reading failed

A survey takes 3 calls for a migrated zone and about 15 for another one, 10
zones side by side, at most 1,200 calls in 5 minutes
(EDGE_REQUESTS_PER_5_MINUTES). stderr shows the expected calls and minutes
before, the progress, and the actual numbers after. With --out, the zones read
so far are kept in <file>.checkpoint until the survey ends: run the same command
again to continue an interrupted one. read_at says when each zone was read.
Otherwise each survey reads all zones; name a few with --zone, and another file.

--state compares the settings of the previous WAF in Terraform states, as that
of "edge-platform waf check" does. A zone that differs needs a decision: after
the old resources were destroyed, a migration would translate their defaults.
The zones of the states are surveyed unless others are named.

--json prints version, surveyed_at, summary {zones, failed, verdicts, findings
{error, warning, info}, calls, seconds} and zones [{zone_id, zone_name, plan,
migration_state, verdict, reasons [{code, kind, ids, reason, fix}], findings
[{code, severity, text}], calls, read_at, expected_previous}]; a zone that
cannot be read has zone_id, zone_name, read_at, code and error. findings are
what the plan of a WafMigration with target COMPLETE would report, and what does
not carry over. The codes are in docs/errors.md. "edge-platform waf waves" makes
a project of the file of --out.

--csv is for spreadsheets: it has all zones, lists are separated by "; ", and a
cell that a spreadsheet would take for a formula begins with an apostrophe.

Exit status:
  0  every zone can be migrated, or is migrated and protected
  1  at least one zone is not protected, ineligible or needs a decision
  2  the survey failed, for one zone at least; see stderr or the table

Examples:
  $ edge-platform waf survey --account "Example Inc" --out survey.json
  $ edge-platform waf survey --zones zones.txt --csv
  $ edge-platform waf survey --zone example.com --zone example.org --details`;
