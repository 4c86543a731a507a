export const importHelp = `
Reads the custom log fields, the log jobs and the WAF of zones; with --account
or --all, the log jobs and pool notification policies of accounts too. Reads
only: neither the account nor a file of yours is changed. Credentials are read
from the environment, as by the provider: EDGE_API_TOKEN, or EDGE_API_EMAIL and
EDGE_API_KEY.

Everything stays within the request limit of the service. The command prints the
expected number of calls before it begins. An interrupted run continues where it
stopped: run the same command again.

The project has import blocks, so its first apply adopts the objects, and a
README.md with what the code does not have: objects that no resource can
express, zones that are not migrated, objects in the state of other projects
(--managed-by), and secrets that the API does not return.

Over a project of an earlier import the command shows what the account has and
the project lacks: objects that no earlier run has written, and that are in no
state of its folder or of --managed-by. It finds them by id. --write-new writes
them into new files; no other file is changed. Changes of objects that the
project has are shown by its plan: terraform plan, or npm run diff.

--verify compiles the project under strict, synthesizes it, and plans it in a
temporary copy with an empty state. It needs the packages of the project and
terraform or tofu, and applies nothing. Without a zone or account it only
verifies.

A project in TypeScript is for CDK Terrain (cdktn), or for the host on which
the nearest package.json depends, in the folder of --out or above it. --host
chooses: cdktn or cdktf.

--json prints version, objects (their number), new [{type, import_id, zone,
account, label}], and the files and lines of --write-new.

Exit status:
  0  the project is written, or nothing is new
  1  the account has new objects, or --verify found a change
  2  something could not be read or written; see stderr

Examples:
  $ edge-platform import --account 'Example Inc' --out edge
  $ edge-platform import -z example.com -z example.org -o edge --language hcl
  $ edge-platform import --all -o edge --managed-by ../legacy/state.json
  $ edge-platform import -o edge --verify`;
