import { credentials } from '../help';

export const auditHelp = `${credentials} They need read access to the account's
load-balancer pools and notifications.

A pool is covered when enabled policies send a notification for every event that
its legacy e-mail reports. A policy that cannot be proved to do so does not
count: one with an unknown filter, or with a webhook whose last delivery failed.
Clear the legacy e-mail of a covered pool with PoolNotificationPolicy, which
clears what it covers by itself, or by hand in the dashboard.

The table shows the pools that are not migrated. Pools with the same recipients
and the same policies share a row. NOT NOTIFIED are addresses of the legacy
e-mail that no policy notifies of all its events: clearing ends their
notifications, even where policies cover all events.

--json prints version, account_id, account_name, pools [{id, name, legacy_email,
recipients, covered_by, uncovered, unnotified, can_be_cleared, key}], policies
[{id, name, email_addresses}], disregarded_policies and summary.

--out writes that to a file. Commit it beside your code as the auditFile of
PoolNotificationPolicy.perRecipients before anything is cleared: afterwards only
policies have the recipients. The key of a pool identifies its policy when
addresses change. A file that exists keeps its keys.

--csv is for spreadsheets: it has all pools, lists are separated by "; ", and a
cell that a spreadsheet would take for a formula begins with an apostrophe.

--html writes a page with who would lose notifications, the groups of the table,
the policies with their recipients, and all pools. It takes no more calls.
stdout and the exit status stay the same.

Exit status:
  0  complete: no pool has a legacy e-mail, and every pool has a policy
  1  at least one pool has a legacy e-mail or no notifications
  2  the audit failed; see stderr

Examples:
  $ edge-platform pools audit --account 'Example Inc'
  $ edge-platform pools audit -a 023e105f4ecef8ad9ca31a8372d0c353 \\
      --out pools.json
  $ edge-platform pools audit -a 'Example Inc' --html pools.html
  $ edge-platform pools audit -a 023e105f4ecef8ad9ca31a8372d0c353 \\
      --base-url http://127.0.0.1:8787/client/v4`;

export const surveyHelp = `${credentials} They need read access to the load-balancer
pools and notifications of the accounts, and to the list of accounts unless each
--account is an id.

The table has a row for each set of recipients of legacy e-mails. CLEARABLE is
the number of its pools whose events policies cover all; NOT NOTIFIED are the
addresses that would get no notifications any more if the e-mails were cleared.
"edge-platform pools audit" shows a single account pool by pool.

A survey takes 2 to 4 calls for an account with up to 1,000 pools, 10 accounts
side by side, at most 1,200 calls in 5 minutes (EDGE_REQUESTS_PER_5_MINUTES).
stderr shows the least number of calls and minutes before, the progress, and
the actual numbers after. With --out, the accounts read so far are kept in
<file>.checkpoint until the survey ends: run the same command again to continue
an interrupted one. read_at says when each account was read. Otherwise each
survey reads all accounts.

--json prints version, surveyed_at, summary and accounts [{account_id,
account_name, read_at, pools, policies, disregarded_policies, summary,
recipient_sets [{recipients, pools, clearable, covered_by, unnotified}]}]; pools
and summary are those of "edge-platform pools audit --json". An account that
cannot be read is in failed [{account_id, account_name, read_at, code, error}].
The codes are in docs/errors.md. "edge-platform pools policies" makes a project
of the file of --out. Commit it beside your code before anything is cleared:
afterwards only policies have the recipients.

--csv is for spreadsheets: it has all pools, lists are separated by "; ", and a
cell that a spreadsheet would take for a formula begins with an apostrophe.

Exit status:
  0  complete: no pool has a legacy e-mail, and every pool has a policy
  1  at least one pool has a legacy e-mail or no notifications
  2  the survey failed, for one account at least; see stderr or the table

Examples:
  $ edge-platform pools survey --account "Example Inc" --out survey.json
  $ edge-platform pools survey --all --csv > pools.csv`;

export const policiesHelp = `
The project has a stack for each account, and in it a policy for each set of
recipients. A policy clears the legacy e-mails of its pools after it exists and
covers them: clearLegacyEmail is ClearLegacyEmail.COVERED in each of them. Pools
whose recipients one existing policy notifies of all events get no second one:
the project imports that policy unchanged, and clears their e-mails with it.

README.md says how to deploy the project, and what it leaves out. It is for CDK
Terrain (cdktn), or for the host on which the nearest package.json depends, in
the folder of --out or above it. --host chooses.

Exit status:
  0  the project is written, was written before, or has nothing to do
  2  the survey cannot be read, or a file of the folder differs; see stderr

Examples:
  $ edge-platform pools survey --all --out survey.json
  $ edge-platform pools policies --from survey.json --out pools
  $ edge-platform pools policies --from survey.json --out pools \\
      --fallback ops@example.com`;
