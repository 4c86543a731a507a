export const emulatorHelp = `
Stdout is one line: {"url", "token", "email", "key", "dashboard"}. Without a
fixture there is what the examples of the docs need: an account with pools that
have legacy e-mails, an Enterprise zone, whose id is printed on stderr, and a
zone in each state of the WAF migration.

The dashboard is a page for the browser: zones and their WAF migration, traffic
and what the jobs deliver, pools and notifications, API requests and faults, the
world.

--from-state reads a state file of version 4 or the output of "terraform show
-json": the zones and accounts, the previous WAF, rulesets, jobs, pools,
policies and webhooks, page rules and firewall rules that resources of the
providers 3.35, 4 and 5 manage, and those of this package. What cannot become
part of the world is listed on stderr. A zone with managed rules in a ruleset
and without resources of the previous WAF is migrated.

Control endpoints are under /__emulator at the same address and need no
credentials:
  POST /zones/<id>/requests
      deliver HTTP exchanges (one JSON object per line) through the zone's jobs
  POST /accounts/<id>/pools/<id>/health
      make origins of a pool pass or fail their health checks
  POST /accounts/<id>/monitors/<id>/checks
      say what an origin answers to a monitor, which decides for its pools
  GET, DELETE /zones/<id>/security-events
      actions of the previous and the new managed rules on requests
  POST /zones/<id>/waf-findings
      judge rules for the managed rules of a zone: {"rules": [...]}; nothing is
      saved
  GET, PUT /waf-cutover
      duration of the cutover in which a migrating zone has both WAF versions
  GET, DELETE /outbox
      notifications sent so far: recipient, content and outcome
  GET, PUT /quirks
      variations of valid replies: key order, unknown fields, ...
  GET, POST, DELETE /faults, DELETE /faults/<id>
      fault injection: error statuses, lost replies, delays, ...
  GET, PUT /limits
      request limit: {"requestsPer5Minutes": 1200}; off by default
  GET, PUT /clock
      the emulator's clock: {"advanceMs": 300000} moves it on
  GET, DELETE /calls
      API calls received so far, each with its status, duration and fault
  GET /fixture
      the present world as a fixture, without credentials
  POST /reset
      restore the fixture, or that of the body: {"fixture": ...}; with
      "keepCredentials": true the present tokens and keys stay

Examples:
  $ edge-platform emulator --port 8787
  $ edge-platform emulator --fixture world.json --state state.jsonl \\
      --buckets ./buckets
  $ edge-platform emulator --from-state terraform.tfstate --port 8787
  $ edge-platform emulator --smtp smtp://127.0.0.1:1025
  $ edge-platform emulator --deliver-beyond chat.example`;
