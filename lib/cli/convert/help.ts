export const convertHelp = `
Converts the previous WAF (waf_package, waf_group, waf_rule, waf_override),
rulesets for custom log fields and managed rules, log jobs with their ownership
challenges, notification policies for pool health, and the notification_email of
pools: HCL and JSON, of provider 3.x, 4.x and 5.x. Variables, expressions,
count, for_each and modules stay. All other blocks stay as they are. The new
code has the language of the old one: HCL, or TypeScript for a project of CDK
Terrain or CDKTF that is synthesized; --language sets the other one. TypeScript
is for the host on which the nearest package.json depends, in the folder of
--out, of the old code or above them, else for CDK Terrain (cdktn); --host
chooses.

The new folder has everything that the old one has, and CONVERSION.md: what
became of each resource, what does not carry over, what is left to do, and the
order of the deploys. The old folder is not changed, and no file is overwritten.

The state moves with the code: moved blocks bring jobs, rulesets of custom log
fields and policies under their new resources, removed blocks forget the rest.
Do not remove the old blocks by hand first: the next apply would reset the WAF
of the zones and delete jobs and policies.

Terraform evaluates the code in a temporary folder without any provider. Values
of other resources are read from --state; without it they are unknown. With
credentials in the environment (EDGE_API_TOKEN, or EDGE_API_EMAIL and
EDGE_API_KEY), zones are read through the API, which changes nothing.

The first plan in the new folder shows what becomes of each resource, before
anything is applied, and destroys nothing.

Exit status:
  0  the code is written
  2  something could not be read, evaluated or written; see stderr

Examples:
  $ terraform -chdir=waf state pull > state.json
  $ edge-platform convert waf --state state.json --out waf-new
  $ edge-platform convert logs -o logs-new --language typescript --prefix acme`;
