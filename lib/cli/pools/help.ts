import { credentials } from '../help';

export const auditHelp = `${credentials} They need read access to the account's
load-balancer pools and notifications.

A pool is covered when enabled policies send a notification for every event that
its legacy e-mail reports. A policy that cannot be proved to do so does not
count: one with an unknown filter, or with a webhook whose last delivery failed.
Clear the legacy e-mail of a covered pool with PoolNotificationPolicy, or by
hand in the dashboard.

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
