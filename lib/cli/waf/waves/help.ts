import { credentials } from '../../help';

export const wavesHelp = `
The project has one stack for each wave: canary, wave-1, wave-2 and so on, with
a WafMigration for each zone that is eligible or in validation mode. Zones with
few findings come first; the canary has such zones of each plan. Zones that need
work have no code: STATUS.md lists them with their fix.

Nothing is migrated before you set "acknowledged" of a wave to true in
waves.json, and approve its plan. The plan of a wave fails until the review of
the wave before it has passed: "edge-platform waf review --wave canary" records
that in gates.json. A zone that has become ineligible is skipped.

A zone whose migration has begun elsewhere is imported: it has "import": true
in waves.json.

Run again with a newer survey, the command adds zones that are eligible now as
new waves, and "import": true to zones of unconfirmed waves whose migration has
begun elsewhere. Everything else in the folder stays as it is, edits included;
only STATUS.md is written anew.

The settings that the survey has from --state, or --state has here, are in
waves.json: the plan of a migration fails where the previous WAF of its zone
has others.

The project is for CDK Terrain (cdktn), or for the host on which the nearest
package.json depends, in the folder of --out or above it. --host chooses.

Exit status:
  0  the project is written
  2  it is not; see stderr

Examples:
  $ edge-platform waf waves --from survey.json --out waf-waves
  $ edge-platform waf waves --from survey.json --canary 3 --size 25 \\
      --validation --out waf-waves`;

export const statusHelp = `${credentials}

The states come from the API, never from an earlier STATUS.md: they are true
after an interruption at any point, and after changes by others. A zone that
waits for its wave takes one call, a migrated one three. Zones of acknowledged
waves that are not migrated, and zones without a wave, take about 15, for every
reason. The verdicts are those of "edge-platform waf survey".

--json prints version, as_of, zones {total and a count for each verdict}, waves
[{name, acknowledged, target, zones, gates}], attention, left_out and all
[{zone_id, zone_name, plan, migration_state, verdict, reasons [{code, reason,
fix}], wave}], and next {command, text}.

Exit status:
  0  no zone of a wave needs attention
  1  a zone of a wave is not protected, ineligible, or needs a decision
  2  a zone was not found or could not be read, or the command failed; see
     stderr

Examples:
  $ edge-platform waf waves status
  $ edge-platform waf waves status --dir waf-waves --json`;
