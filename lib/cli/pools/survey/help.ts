import { credentials } from '../../help';

export const surveyHelp = `${credentials} They need read access to the load-balancer
pools and notifications of the accounts, and to the list of accounts unless each
--account is an id.

The table has a row for each set of recipients of legacy e-mails. CLEARABLE is
the number of its pools whose events policies cover all; NOT NOTIFIED are the
addresses that would get no notifications any more if the e-mails were cleared.
"edge-platform pools audit" shows a single account pool by pool.

A survey takes 2 to 4 calls for an account with up to 1,000 pools, 10 accounts
side by side, at most 1,200 calls in 5 minutes (EDGE_REQUESTS_PER_5_MINUTES).
stderr shows the least number of calls and minutes before, the progress on a
terminal, and the actual numbers after. With --out, the accounts read so far are
kept in <file>.checkpoint: run the same command again to continue.

--json prints version, surveyed_at, summary and accounts [{account_id,
account_name, pools, policies, disregarded_policies, summary, recipient_sets
[{recipients, pools, clearable, covered_by, unnotified}]}]; pools and summary
are those of "edge-platform pools audit --json". An account that cannot be read
is in failed [{account_id, account_name, code, error}]. The codes are in
docs/errors.md. "edge-platform pools policies" makes a project of the file of
--out. Commit it beside your code before anything is cleared: afterwards only
policies have the recipients.

--csv is for spreadsheets: it has all pools, lists are separated by "; ", and a
cell that a spreadsheet would take for a formula begins with an apostrophe.

Exit status:
  0  complete: no pool has a legacy e-mail, and every pool has a policy
  1  at least one pool has a legacy e-mail or no notifications
  2  the survey failed, for one account at least; see stderr or the table

Examples:
  $ edge-platform pools survey --account "Example Inc" --out survey.json
  $ edge-platform pools survey --all --csv > pools.csv`;
