import { Command, InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../../ground/words';
import { append, baseUrl, json, numberFrom } from '../options';
import type { FilterOptions } from './check';
import type { FieldsOptions } from './fields';
import { checkHelp, explainHelp, fieldsHelp, ownershipHelp, previewHelp, sqlHelp } from './help';
import type { OwnershipOptions } from './ownership';
import { parseAssertion, type Assertion } from './preview/assertion';
import type { PreviewOptions } from './preview/options';
import type { SqlCommandOptions } from './sql';

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
    .addCommand(ownership());
}

function check(): Command {
  return withFilterArgument('check')
    .description(
      'Validate a filter: errors with their position, the size, the canonical form, warnings, and a shorter form if there is one.',
    )
    .option(...json)
    .addHelpText('after', checkHelp)
    .action(async (filter: string, options: FilterOptions) =>
      (await import('./check.js')).runCheck(filter, options),
    );
}

function explain(): Command {
  return withFilterArgument('explain')
    .description('Print a filter as an expression, which is easier to read than JSON.')
    .option(...json)
    .addHelpText('after', explainHelp)
    .action(async (filter: string, options: FilterOptions) =>
      (await import('./check.js')).runExplain(filter, options),
    );
}

function withFilterArgument(name: string): Command {
  return new Command(name)
    .argument('[filter]', 'filter, path of a file with the filter, or - for stdin', '-')
    .option('-d, --dataset <name>', 'dataset of the job', 'http_requests')
    .addOption(scopeOption());
}

/** `firewall_events` and `websocket_analytics` exist for zones and for accounts. */
function scopeOption(description = 'whose fields, for a dataset of both (default: zone)'): Option {
  return new Option('--scope <scope>', description).choices(['zone', 'account']);
}

function withJobOptions(command: Command): Command {
  return command
    .option('-d, --dataset <name>', 'dataset (default: the dataset of the job, else http_requests)')
    .option('--job-file <file>', 'JSON file with a job or a list of jobs, as the API returns them')
    .option('--stack [folder]', 'synthesized stack (default: the stack with the job in cdktf.out)')
    .addOption(scopeOption())
    .option('-z, --zone <id or name>', 'zone to read the deployed job and its custom fields from')
    .option('-a, --account <id or name>', 'account to read the deployed job from')
    .option('-j, --job <name>', 'name, id or construct of the job; required if there are several')
    .option(...baseUrl);
}

function preview(): Command {
  const command = new Command('preview')
    .description(
      'Print the exact records that a job would deliver for sample lines. Deploys and sends nothing.',
    )
    .argument('[files...]', 'sample files with one JSON object per line, optionally gzipped (default: stdin)')
    .option('-f, --filter <filter>', 'filter (expression, JSON or file); replaces the filter of the job')
    .option(
      '--fields <names>',
      'comma-separated fields to deliver; replaces the fields of the job',
      splitNames,
    )
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
    .option('--jobs <number>', 'number of threads (default: one for each core, at most 4)', numberFrom(1, 64))
    .addHelpText('after', previewHelp)
    .action(async (paths: readonly string[], options: PreviewOptions) =>
      (await import('./preview/report.js')).runPreview(paths, options),
    );
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
    .option(
      '--fields <names>',
      'comma-separated fields to select (default: those of the job, else all)',
      splitNames,
    )
    .option('-c, --count', 'select the number of lines');
  return withJobOptions(command)
    .addHelpText('after', sqlHelp)
    .action(async (filter: string | undefined, options: SqlCommandOptions) =>
      (await import('./sql.js')).runSql(filter, options),
    );
}

function fields(): Command {
  return new Command('fields')
    .description('List the log fields of a dataset with their type and description.')
    .argument('[dataset]', 'dataset, such as http_requests (default: list the datasets)')
    .addOption(scopeOption('only datasets of this scope, with its fields'))
    .option('-s, --search <text>', 'only fields with these words in their name, type or description')
    .option(...json)
    .addHelpText('after', fieldsHelp)
    .action(async (dataset: string | undefined, options: FieldsOptions) =>
      (await import('./fields.js')).runFields(dataset, options),
    );
}

function ownership(): Command {
  return new Command('ownership')
    .description(
      'Ask the service to write an ownership challenge into a destination; print what to read and what to write into the code.',
    )
    .addOption(new Option('-z, --zone <id or name>', 'zone of the job').conflicts('account'))
    .option('-a, --account <id or name>', 'account of the job')
    .requiredOption('--destination <url>', 'destination, exactly as the job has it')
    .option(...baseUrl)
    .option(...json)
    .addHelpText('after', ownershipHelp)
    .action(async (options: OwnershipOptions) => (await import('./ownership.js')).runOwnership(options));
}

function splitNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}

function collectAssertion(text: string, before?: readonly Assertion[]): readonly Assertion[] {
  try {
    return append(parseAssertion(text), before);
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
}
