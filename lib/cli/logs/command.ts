import { Command, InvalidArgumentError, Option } from 'commander';
import { formatJson } from '../../ground/json';
import { messageOf } from '../../ground/words';
import type { DatasetScope, Fault } from '../../logs';
import { print, widthOf } from '../terminal';
import type { FilterText } from './filter';
import { parseAssertion, type Assertion } from './preview/assertion';
import type { PreviewOptions } from './preview/options';
import type { SqlCommandOptions } from './sql';

interface FilterOptions {
  readonly dataset: string;
  readonly scope?: DatasetScope;
  readonly json?: true;
}

interface FieldsOptions {
  readonly scope?: DatasetScope;
  readonly search?: string;
  readonly json?: true;
}

/** `edge-platform logs`: tools for the filters of log-delivery jobs, before they are deployed. */
export function logsCommand(): Command {
  return new Command('logs')
    .description(
      'Validate the filters of log-delivery jobs, preview what a job delivers, and list log fields.',
    )
    .addCommand(check())
    .addCommand(explain())
    .addCommand(preview())
    .addCommand(sql())
    .addCommand(fields());
}

function check(): Command {
  return withFilterArgument('check')
    .description(
      'Validate a filter: errors with their position, the size, the canonical form, warnings, and a shorter form if there is one.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', checkHelp)
    .action(async (argument: string, { dataset: name, scope, json }: FilterOptions) => {
      const [{ readFilterArgument }, { datasetCalled, readFilter }, { checkOf, formatCheck, isSound }] = [
        await import('./filter-file.js'),
        await import('./filter.js'),
        await import('./check.js'),
      ];
      const dataset = datasetCalled(name, '--dataset', scope);
      const given = await readFilterArgument(argument);
      const read = readFilter(given, dataset);
      const found = checkOf(read, dataset);
      const text = () => formatCheck(found, { given, filter: read.filter, dataset }, widthOf(process.stdout));
      await print(json === true ? formatJson(found) : text());
      process.exitCode = isSound(found) ? 0 : 1;
    });
}

function explain(): Command {
  return withFilterArgument('explain')
    .description('Print a filter as an expression, which is easier to read than JSON.')
    .addHelpText('after', explainHelp)
    .action(async (argument: string, { dataset: name, scope }: FilterOptions) => {
      const [{ readFilterArgument }, { datasetCalled, readFilter }, { formatExpression }, { proseWidth }] = [
        await import('./filter-file.js'),
        await import('./filter.js'),
        await import('../../logs/index.js'),
        await import('../layout.js'),
      ];
      const dataset = datasetCalled(name, '--dataset', scope);
      const given = await readFilterArgument(argument);
      const { filter, faults } = readFilter(given, dataset);
      if (filter === undefined) {
        await reportFaults(faults, given);
        return;
      }
      await print(`${formatExpression(filter, { dataset, width: proseWidth(widthOf(process.stdout)) })}\n`);
    });
}

function withFilterArgument(name: string): Command {
  return new Command(name)
    .argument('[filter]', 'filter, path of a file with the filter, or - for stdin', '-')
    .option('-d, --dataset <name>', 'dataset of the job', 'http_requests')
    .addOption(scopeOption());
}

/** `firewall_events` and `websocket_analytics` exist for zones and for accounts. */
function scopeOption(): Option {
  return new Option('--scope <scope>', 'whose fields, for a dataset of both (default: zone)').choices([
    'zone',
    'account',
  ]);
}

/** The options that choose a job. */
function withJobOptions(command: Command): Command {
  return command
    .option('-d, --dataset <name>', 'dataset (default: the dataset of the job, else http_requests)')
    .option('--job-file <file>', 'JSON file with a job or a list of jobs, as the API returns them')
    .option('--stack [folder]', 'synthesized stack (default: the stack with the job in cdktf.out)')
    .addOption(scopeOption())
    .option('-z, --zone <id or name>', 'zone to read the deployed job and its custom fields from')
    .option('-a, --account <id or name>', 'account to read the deployed job from')
    .option('-j, --job <name>', 'name, id or construct of the job; required if there are several')
    .option('--base-url <url>', 'API endpoint (default: EDGE_BASE_URL, else the public API)');
}

function preview(): Command {
  const command = new Command('preview')
    .description(
      'Print the exact records that a job would deliver for sample lines. Deploys and sends nothing.',
    )
    .argument('[files...]', 'sample files with one JSON object per line, optionally gzipped (default: stdin)')
    .option('-f, --filter <filter>', 'filter (expression, JSON or file); replaces the filter of the job')
    .option('--fields <names>', 'comma-separated fields to deliver; replaces the fields of the job')
    .option(
      '--timestamps <format>',
      'timestamp format of the records: unixnano, unix, rfc3339, rfc3339ms or rfc3339ns',
    );
  return withJobOptions(command)
    .option('--custom-fields <file>', 'JSON file with the custom fields of the zone, or with their ruleset')
    .addOption(
      new Option(
        '--custom-field-limits <limits>',
        'limits of custom fields (default: those of the source)',
      ).choices(['specification', 'current']),
    )
    .option('--why', 'print the condition that dropped each line, instead of the records')
    .option(
      '--against <other>',
      'print the differences from another job: a file, a filter, or "api" for the deployed job',
    )
    .option('-c, --count', 'print the number of lines per outcome, instead of the records')
    .option('--json', 'print the counts as JSON; requires --count')
    .addOption(
      new Option(
        '--assert <condition>',
        'exit with 1 unless the condition holds, such as "delivers>=1"; repeatable',
      ).argParser(collectAssertion),
    )
    .option('--jobs <number>', 'number of threads', readThreads, 1)
    .addHelpText('after', previewHelp)
    .action(runPreview);
}

function sql(): Command {
  const command = new Command('sql')
    .description('Write a filter as SQL, to query logs that are in DuckDB or ClickHouse.')
    .argument('[filter]', 'filter, path of a file with it, or - for stdin; replaces the filter of the job')
    .option('--dialect <name>', 'duckdb or clickhouse', 'duckdb')
    .option(
      '--source <source>',
      'how a table has the lines: columns (one for each field) or json (one for the line)',
      'columns',
    )
    .option('--column <name>', 'column with the line; requires --source json (default: json)')
    .option('--table <name>', 'table or alias to put before the columns')
    .option('--from <table>', 'print a whole query, of this table or table function')
    .option('--files <pattern>', 'print a whole query, of files with one JSON object per line')
    .option('--fields <names>', 'comma-separated fields to select (default: those of the job, else all)')
    .option('-c, --count', 'select the number of lines');
  return withJobOptions(command).addHelpText('after', sqlHelp).action(runSql);
}

async function runSql(argument: string | undefined, options: SqlCommandOptions): Promise<void> {
  const [{ sqlOf }, { InvalidFilterError }] = [
    await import('./sql.js'),
    await import('./preview/prepare.js'),
  ];
  const result = await sqlOf(argument, options).catch(async (error: unknown) => {
    if (!(error instanceof InvalidFilterError)) throw error;
    await reportFaults(error.faults, error.text);
    return undefined;
  });
  if (result === undefined) return;
  for (const note of result.notes) process.stderr.write(`edge-platform: ${note}\n`);
  if (result.sql === undefined) await reportFaults(result.faults, { text: '' });
  else await print(result.sql);
}

function fields(): Command {
  return new Command('fields')
    .description('List the log fields of a dataset with their type and description.')
    .argument('[dataset]', 'dataset, such as http_requests (default: list the datasets)')
    .addOption(
      new Option('--scope <scope>', 'only datasets of this scope, with its fields').choices([
        'zone',
        'account',
      ]),
    )
    .option('-s, --search <text>', 'only fields with these words in their name, type or description')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', fieldsHelp)
    .action(runFields);
}

async function runFields(name: string | undefined, { scope, search, json }: FieldsOptions): Promise<void> {
  const [{ datasetCalled }, { formatDatasets, formatFields, listDataset, listDatasets, searchFields }] = [
    await import('./filter.js'),
    await import('./fields.js'),
  ];
  const listed =
    name === undefined ? listDatasets(scope) : [listDataset(datasetCalled(name, 'dataset', scope))];
  const found = search === undefined ? listed : searchFields(listed, search);
  const format = name === undefined && search === undefined ? formatDatasets : formatFields;
  if (json === true) await print(formatJson(found));
  else if (found.length > 0) await print(format(found, widthOf(process.stdout)));
  else process.stderr.write(`edge-platform: no field of ${name ?? 'any dataset'} matches "${search}".\n`);
  process.exitCode = found.length > 0 ? 0 : 1;
}

async function runPreview(paths: readonly string[], options: PreviewOptions): Promise<void> {
  const [{ parsePreviewOptions }, { resolvePreview }, { runPreview: run }, report, { InvalidFilterError }] = [
    await import('./preview/options.js'),
    await import('./preview/resolve.js'),
    await import('./preview/run.js'),
    await import('./preview/report.js'),
    await import('./preview/prepare.js'),
  ];
  const warn = (text: string) => process.stderr.write(`edge-platform: ${text}\n`);
  const job = await resolvePreview(parsePreviewOptions(paths, options)).catch(async (error: unknown) => {
    if (!(error instanceof InvalidFilterError)) throw error;
    await reportFaults(error.faults, error.text);
    return undefined;
  });
  if (job === undefined) return;
  job.notes.forEach(warn);
  const result = await run(job);
  if (job.output === 'counts') await print(report.formatCounts(result, widthOf(process.stdout)));
  if (job.output === 'counts as JSON') await print(formatJson(report.countsAsJson(result)));
  for (const line of report.formatNotes(result, job.output !== 'lines', widthOf(process.stderr)))
    process.stderr.write(`${line}\n`);
  const faults = [...result.unreadable.map(({ message }) => message), ...result.failures];
  faults.forEach(warn);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

async function reportFaults(faults: readonly Fault[], given: FilterText): Promise<void> {
  const [{ formatFaults }, { proseWidth }] = [await import('./faults.js'), await import('../layout.js')];
  const lines = formatFaults(faults, given, proseWidth(widthOf(process.stderr)));
  process.stderr.write(`edge-platform: invalid filter:\n\n${lines.join('\n')}\n`);
  process.exitCode = 1;
}

function collectAssertion(text: string, before: readonly Assertion[] = []): readonly Assertion[] {
  try {
    return [...before, parseAssertion(text)];
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
}

function readThreads(text: string): number {
  const threads = Number(text);
  if (!/^\d+$/.test(text) || threads < 1 || threads > 64)
    throw new InvalidArgumentError('It must be a number from 1 to 64.');
  return threads;
}

const checkHelp = `
The filter is JSON, as the service stores it, or an expression such as
  EdgeResponseStatus >= 500 and not ClientCountry in {"nl" "de"}

The service accepts about 30 operators and 1000 bytes. How it counts operators is
not public: here every condition and every "and" and "or" group is one. JSON is
measured as it is, an expression in the form that the prop "where" sends, which
may be shorter.
Warnings cover conditions that are always true, never true, contradictory or
redundant.

--json prints dataset, valid, faults [{code, message, path, position {offset,
line, column}}], canonical, expression, operators and bytes {count, limit},
findings [{kind, message, path}], and shorter {canonical, expression, operators,
bytes} or null.

Exit status:
  0  the filter is valid
  1  the filter has errors, or no line passes it
  2  the check failed; see stderr

Examples:
  $ edge-platform logs check filter.json
  $ edge-platform logs check 'BotScore < 30 and ClientCountry == "de"'
  $ jq -r .filter job.json | edge-platform logs check --dataset firewall_events`;

const explainHelp = `
Exit status:
  0  success
  1  the filter has errors; see stderr
  2  the filter could not be read; see stderr

Examples:
  $ edge-platform logs explain filter.json
  $ jq -r .filter job.json | edge-platform logs explain`;

const previewHelp = `
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

--count --json prints lines, delivered, dropped, bad, empty, newly_delivered,
newly_dropped, bad_lines [{file, line, reason}], dropped_by [{condition,
count}], fields_in_no_line, incomplete_files [{file, reason}] and
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
      --zone 9a7806061c88ada191ed06f989cc3dac --against api --jobs 2`;

const sqlHelp = `
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

const fieldsHelp = `
Without a dataset it lists the datasets or, with --search, the fields of all of
them. In code, LogDataset and LogField have the names of datasets and fields.

--json prints a list of {name, scopes, description, fields [{name, type,
deprecated, description}]}. The description of some fields of datasets of
accounts is null.

Exit status:
  0  success
  1  no field matches --search
  2  there is no such dataset; see stderr

Examples:
  $ edge-platform logs fields http_requests
  $ edge-platform logs fields http_requests --search country
  $ edge-platform logs fields --search 'bot score'`;
