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

Over a project of an earlier import the command writes nothing. It compares the
account with what the code says now and prints the differences: "+" for objects
that only the account has, "-" for those that only the code has, "~" for changed
attributes, with the value of the code first. If files were edited, the code is
evaluated: TypeScript needs its packages (npm install), HCL needs Terraform.
--write-new adds files for new objects.

--verify compiles the project under strict, synthesizes it, and plans it in a
temporary copy with an empty state. It needs the packages of the project and
terraform or tofu, and applies nothing. Without a zone or account it only
verifies.

Exit status:
  0  the project is written, or the account is as the code says
  1  account and code differ, or --verify found a change
  2  something could not be read or written; see stderr

Examples:
  $ edge-platform import --account 'Example Inc' --out edge
  $ edge-platform import -z example.com -z example.org -o edge --language hcl
  $ edge-platform import --all -o edge --managed-by ../legacy/state.json
  $ edge-platform import -o edge --verify`;
