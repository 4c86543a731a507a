import { Command, InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../../ground/words';
import type { DatasetScope, Fault } from '../../logs';
import { notify, print, warn, widthOf } from '../terminal';
import { formatDocument } from '../document';
import type { FilterText } from './filter';
import { checkHelp, explainHelp, fieldsHelp, previewHelp, sqlHelp } from './help';
import { ownershipCommand } from './ownership';
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
      'Validate the filters of log-delivery jobs, preview what a job delivers, list log fields, and prove destinations.',
    )
    .addCommand(check())
    .addCommand(explain())
    .addCommand(preview())
    .addCommand(sql())
    .addCommand(fields())
    .addCommand(ownershipCommand());
}

function check(): Command {
  return withFilterArgument('check')
    .description(
      'Validate a filter: errors with their position, the size, the canonical form, warnings, and a shorter form if there is one.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', checkHelp)
    .action(async (argument: string, { dataset: name, scope, json }: FilterOptions) => {
      const [{ readFilterArgument }, { datasetToCheck, readFilter }, { checkOf, formatCheck, isSound }] = [
        await import('./filter-file.js'),
        await import('./filter.js'),
        await import('./check.js'),
      ];
      const { dataset, faults } = datasetToCheck(name, '--dataset', scope);
      const given = await readFilterArgument(argument);
      const read = readFilter(given, dataset);
      const found = checkOf({ ...read, faults: [...faults, ...read.faults] }, dataset);
      const text = () => formatCheck(found, { given, filter: read.filter, dataset }, widthOf(process.stdout));
      await print(json === true ? formatDocument(found) : text());
      process.exitCode = isSound(found) ? 0 : 1;
    });
}

function explain(): Command {
  return withFilterArgument('explain')
    .description('Print a filter as an expression, which is easier to read than JSON.')
    .addHelpText('after', explainHelp)
    .action(async (argument: string, { dataset: name, scope }: FilterOptions) => {
      const [{ readFilterArgument }, { datasetToCheck, readFilter }, { formatExpression }, { proseWidth }] = [
        await import('./filter-file.js'),
        await import('./filter.js'),
        await import('../../logs/index.js'),
        await import('../layout.js'),
      ];
      const { dataset } = datasetToCheck(name, '--dataset', scope);
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
  result.notes.forEach(warn);
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
  if (json === true) await print(formatDocument({ datasets: found }));
  else if (found.length > 0) await print(format(found, widthOf(process.stdout)));
  else warn(`no field of ${name ?? 'any dataset'} matches "${search}".`);
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
  const job = await resolvePreview(parsePreviewOptions(paths, options)).catch(async (error: unknown) => {
    if (!(error instanceof InvalidFilterError)) throw error;
    await reportFaults(error.faults, error.text);
    return undefined;
  });
  if (job === undefined) return;
  job.notes.forEach(warn);
  const result = await run(job);
  if (job.output === 'counts') await print(report.formatCounts(result, widthOf(process.stdout)));
  if (job.output === 'counts as JSON') await print(formatDocument(report.countsAsJson(result)));
  report.formatNotes(result, job.output !== 'lines', widthOf(process.stderr)).forEach(notify);
  const faults = [...result.unreadable.map(({ message }) => message), ...result.failures];
  faults.forEach(warn);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

async function reportFaults(faults: readonly Fault[], given: FilterText): Promise<void> {
  const [{ formatFaults }, { isWrong }, { proseWidth }] = [
    await import('./faults.js'),
    await import('../../logs/index.js'),
    await import('../layout.js'),
  ];
  const lines = formatFaults(faults, given, proseWidth(widthOf(process.stderr)));
  const what = faults.some(isWrong) ? 'invalid filter' : 'cannot evaluate the filter';
  warn(`${what}:\n\n${lines.join('\n')}`);
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
