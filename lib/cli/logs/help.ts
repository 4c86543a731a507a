export const checkHelp = `
The filter is JSON, as the service stores it, or an expression such as
  EdgeResponseStatus >= 500 and not ClientCountry in {"nl" "de"}

The service accepts about 30 operators and 1000 bytes. How it counts operators
is not public: here every condition and every "and" and "or" group is one. The
bytes are those that the provider sends: of JSON its canonical form, of an
expression the form of the prop "where", which may be shorter.
Warnings cover conditions that are always true, never true, contradictory or
redundant.

--json prints version, dataset, valid, faults [{code, message, path, position
{offset, line, column}}], canonical, expression, operators and bytes {count,
limit}, findings [{kind, message, path}], and shorter {canonical, expression,
operators, bytes} or null.

Exit status:
  0  the filter is valid
  1  the filter has errors, or no line passes it
  2  the check failed; see stderr

Examples:
  $ edge-platform logs check filter.json
  $ edge-platform logs check 'BotScore < 30 and ClientCountry == "de"'
  $ jq -r .filter job.json | edge-platform logs check --dataset firewall_events`;

export const explainHelp = `
--json prints version, dataset, expression and faults. expression is null where
the filter cannot be read.

Exit status:
  0  success
  1  the filter has errors; see stderr
  2  the filter could not be read; see stderr

Examples:
  $ edge-platform logs explain filter.json
  $ jq -r .filter job.json | edge-platform logs explain`;

export const previewHelp = `
A sample line is a record of a job that delivers all fields, or an HTTP exchange
as the emulator accepts it: {"request": ..., "response": ..., "fields": {...}}.
The members RequestHeaders, ResponseHeaders and Cookies of a record are used as
the headers and cookies of the exchange. Times may be in any format that a job
delivers: RFC 3339, nanoseconds, or seconds (whole numbers up to 11 digits).

The job comes from --job-file, --stack, --zone or --account, or consists of
--filter and --fields. The output is byte for byte what the job delivers, except
that sampling is off. Lines that cannot be read are skipped and listed on
stderr.

--stack without a folder, behind the files, finds the only stack with a job in
cdktf.out, and its only job. Where there are several, it lists them. Variables
in the job have their values from TF_VAR_<name>, else their defaults.

--against OTHER prints "+ " and the record for each newly delivered line, and
"- " for each newly dropped line. OTHER is a filter, a file with a filter or a
job, a synthesized stack, "api" for the job of the same name in --zone or
--account, or "api:1064" for the job with another name or that id.

--assert compares delivers, drops, bad, lines, newly-delivers or newly-drops
with a number or a percentage. Percentages are of all lines that are delivered
or dropped; for bad, of the bad lines too. A percentage of no lines never holds.
With --assert all lines are read, even if the reader of the output stops early.
--count --why counts the lines that each condition dropped.

--count --json prints version, lines, delivered, dropped, bad, empty,
newly_delivered, newly_dropped, bad_lines [{file, line, reason}], dropped_by
[{condition, count}], fields_in_no_line, incomplete_files [{file, reason}] and
failed_assertions.

With --zone and --account, credentials are read from the environment, as by the
provider: EDGE_API_TOKEN, or EDGE_API_EMAIL and EDGE_API_KEY. They need read
access to the jobs, and to the rulesets of the zone.

Exit status:
  0  success, and all assertions hold
  1  an assertion does not hold, a file cannot be read to its end (the lines
     before and the other files are previewed), or the filter has errors (a
     --filter that is only too large is previewed with a note)
  2  the preview failed; see stderr

Examples:
  $ edge-platform logs preview sample.log.gz --stack
  $ edge-platform logs preview sample.log.gz -f 'EdgeResponseStatus >= 500' \\
      --fields RayID,EdgeStartTimestamp --timestamps rfc3339
  $ edge-platform logs preview *.log.gz --stack cdktf.out/stacks/logs \\
      --job errors --count --assert 'delivers>=1'
  $ zcat *.log.gz | edge-platform logs preview --job-file job.json --why
  $ edge-platform logs preview big.ndjson --stack cdktf.out/stacks/logs \\
      --zone 9a7806061c88ada191ed06f989cc3dac --against api`;

export const sqlHelp = `
Prints a condition for WHERE, or with --from or --files a whole query. It holds
for exactly the lines that a job with the filter delivers: missing fields, other
types, digits in strings, upper and lower case count as in the filter. For all
other lines the condition is false or NULL.

--source columns expects a column with the name of each field: VARCHAR or
String, an integer type, BOOLEAN or Bool, a list of strings or integers. A
missing field is NULL, or an empty list. A field without a column is an error.
--source json expects a column with the whole line as JSON: of type JSON or
VARCHAR in DuckDB, String in ClickHouse. Fields may be missing or of any type.
--files reads lines as JSON, also compressed ones, and needs no types.

The text of --from becomes part of the query as it is.

Exit status:
  0  success
  1  the filter has errors (one that is only too large is written with a note)
  2  the filter or job could not be read; see stderr

Examples:
  $ edge-platform logs sql 'BotScore < 30' --files 'logs/*.json.gz' | duckdb
  $ edge-platform logs sql --stack cdktf.out/stacks/logs --job errors \\
      --dialect clickhouse --from logs.http_requests
  $ duckdb logs.db "SELECT ClientIP, count(*) FROM http_requests
      WHERE $(edge-platform logs sql filter.json) GROUP BY ALL"`;

export const fieldsHelp = `
Without a dataset it lists the datasets or, with --search, the fields of all of
them. In code, LogDataset and LogField have the names of datasets and fields.

--json prints version and datasets [{name, scopes, description, fields [{name,
type, deprecated, description}]}]. The description of some fields of datasets of
accounts is null.

Exit status:
  0  success
  1  no field matches --search
  2  there is no such dataset; see stderr

Examples:
  $ edge-platform logs fields http_requests
  $ edge-platform logs fields http_requests --search country
  $ edge-platform logs fields --search 'bot score'`;

export const ownershipHelp = `
The service writes a file with a token into the bucket. Only its owner can read
it there, so nothing reads it for you. A job with a new destination sends the
token. Write the destination exactly as the job has it.

--json prints version, filename, valid, message, and read: the command that
prints the file, or null if there is none.

Exit status:
  0  the challenge is written, or the destination needs none
  1  the service cannot write into the destination; see stderr
  2  the service could not be asked; see stderr

Example:
  $ edge-platform logs ownership --zone example.com \\
      --destination 's3://my-logs/http/{DATE}?region=eu-central-1'`;
