import { Command, InvalidArgumentError, Option } from 'commander';
import type { Fault } from '../../logs';
import { parseAssertion, type Assertion } from './preview/assertion';
import type { FilterText } from './filter';
import type { PreviewOptions } from './preview/run';
import { print, widthOf } from '../terminal';

interface FilterOptions {
  readonly dataset: string;
  readonly json?: true;
}

/** `edge-platform logs`: filters of log-delivery jobs, before they are deployed. */
export function logsCommand(): Command {
  return new Command('logs')
    .description(
      'Check and read the filters of log-delivery jobs, and see on sample lines what a job will deliver.',
    )
    .addCommand(check())
    .addCommand(explain())
    .addCommand(preview());
}

function check(): Command {
  return ofFilter('check')
    .description(
      'Tell what is wrong with a filter, each fault with its place; or its form, size, and what stands out in it.',
    )
    .option('--json', 'print one JSON document in place of the text')
    .addHelpText('after', checkHelp)
    .action(async (argument: string, { dataset: name, json }: FilterOptions) => {
      const [{ datasetCalled, findFilter, readFilter }, { checkOf, isSound, tellCheck }] = [
        await import('./filter.js'),
        await import('./check.js'),
      ];
      const dataset = datasetCalled(name, '--dataset');
      const given = await findFilter(argument);
      const read = readFilter(given, dataset);
      const found = checkOf(read, dataset);
      const text = () => tellCheck(found, { given, filter: read.filter, dataset }, widthOf(process.stdout));
      await print(json === true ? `${JSON.stringify(found, null, 2)}\n` : text());
      process.exitCode = isSound(found) ? 0 : 1;
    });
}

function explain(): Command {
  return ofFilter('explain')
    .description('Print a filter as an expression, which is easier to read than its JSON.')
    .addHelpText('after', explainHelp)
    .action(async (argument: string, { dataset: name }: FilterOptions) => {
      const [{ datasetCalled, findFilter, readFilter }, { formatExpression }, { proseWidth }] = [
        await import('./filter.js'),
        await import('../../logs/index.js'),
        await import('../columns.js'),
      ];
      const dataset = datasetCalled(name, '--dataset');
      const given = await findFilter(argument);
      const { filter, faults } = readFilter(given, dataset);
      if (filter === undefined) {
        await tellFaulty(faults, given);
        return;
      }
      await print(`${formatExpression(filter, { dataset, width: proseWidth(widthOf(process.stdout)) })}\n`);
    });
}

function ofFilter(name: string): Command {
  return new Command(name)
    .argument('[filter]', 'the filter, a file that has it, or - for stdin', '-')
    .option('-d, --dataset <name>', 'dataset of the job', 'http_requests');
}

function preview(): Command {
  return new Command('preview')
    .description(
      'Print the exact lines that a job would deliver of sample lines, before it is deployed. Sends nothing.',
    )
    .argument('[files...]', 'sample lines, one JSON object a line, gzipped or not (default: stdin)')
    .option('-f, --filter <filter>', 'filter: an expression, JSON, or a file; in place of that of the job')
    .option('--fields <names>', 'fields to deliver, with commas between; in place of those of the job')
    .option('--timestamps <format>', 'unixnano, unix, rfc3339, rfc3339ms or rfc3339ns')
    .option('-d, --dataset <name>', 'dataset (default: that of the job, or http_requests)')
    .option('--job-file <file>', 'JSON of a job, or of a list of jobs, as the API has it')
    .option('--stack <folder>', 'synthesized stack, cdktf.out/stacks/<name>')
    .option('-z, --zone <id>', 'zone to read the deployed job and its custom fields from')
    .option('-j, --job <name>', 'which job: name, id or construct; needed where there are several')
    .option('--base-url <url>', 'address of the API (default: EDGE_BASE_URL, or else the public one)')
    .option('--custom-fields <file>', 'JSON of the zone’s custom fields, or of the ruleset that has them')
    .option('--why', 'print the condition that dropped each line in place of the lines')
    .option(
      '--against <other>',
      'print what changes from another job to this one: a file, a filter, or "api" for the deployed one',
    )
    .option('-c, --count', 'print a table of outcomes in place of the lines')
    .option('--json', 'with --count: print one JSON document')
    .addOption(
      new Option(
        '--assert <condition>',
        'end with 1 unless it holds, such as "delivers>=1"; may be repeated',
      ).argParser(collectAssertion),
    )
    .option('--jobs <number>', 'threads to share the work', readJobs, 1)
    .addHelpText('after', previewHelp)
    .action(runPreview);
}

async function runPreview(paths: readonly string[], options: PreviewOptions): Promise<void> {
  if (options.json === true && options.count !== true)
    throw new Error('--json goes with --count: the lines themselves are JSON already.');
  const [{ preview: run }, report, { FaultyFilter }] = [
    await import('./preview/run.js'),
    await import('./preview/report.js'),
    await import('./preview/resolve.js'),
  ];
  const say = (text: string) => process.stderr.write(`edge-platform: ${text}\n`);
  const found = await run(paths, options, say).catch(async (error: unknown) => {
    if (!(error instanceof FaultyFilter)) throw error;
    await tellFaulty(error.faults, error.text);
    return undefined;
  });
  if (found === undefined) return;
  if (options.count === true)
    await print(
      options.json === true
        ? `${JSON.stringify(report.countsAsJson(found), null, 2)}\n`
        : report.tellCounts(found, widthOf(process.stdout)),
    );
  for (const line of report.tellAside(found, options.count === true, widthOf(process.stderr)))
    process.stderr.write(`${line}\n`);
  found.failures.forEach(say);
  process.exitCode = found.failures.length === 0 ? 0 : 1;
}

async function tellFaulty(faults: readonly Fault[], given: FilterText): Promise<void> {
  const [{ tellFaults }, { proseWidth }] = [await import('./faults.js'), await import('../columns.js')];
  const lines = tellFaults(faults, given, proseWidth(widthOf(process.stderr)));
  process.stderr.write(`edge-platform: the filter cannot be sent:\n\n${lines.join('\n')}\n`);
  process.exitCode = 1;
}

function collectAssertion(text: string, before: readonly Assertion[] = []): readonly Assertion[] {
  try {
    return [...before, parseAssertion(text)];
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}

function readJobs(text: string): number {
  const jobs = Number(text);
  if (!/^\d+$/.test(text) || jobs < 1 || jobs > 64)
    throw new InvalidArgumentError('It must be a number from 1 to 64.');
  return jobs;
}

const checkHelp = `
The filter is JSON as the service has it, or an expression such as
  EdgeResponseStatus >= 500 and not ClientCountry in {"nl" "de"}

The service takes about 30 operators and 1000 bytes. JSON is measured as it is,
an expression as the prop where sends it, which may be in a shorter form. What is
always true, never true, contradictory or of no use in the filter is told, and a
shorter form where one is known.

--json prints dataset, valid, faults [{code, message, path, position {offset,
line, column}}], canonical, expression, operators and bytes {count, limit},
findings [{kind, message, path}], and shorter {canonical, expression, operators,
bytes} or null.

Exit status:
  0  the filter can be sent
  1  it has faults, or lets no line pass
  2  the check could not be made; stderr says why

Examples:
  $ edge-platform logs check filter.json
  $ edge-platform logs check 'BotScore < 30 and ClientCountry == "de"'
  $ jq -r .filter job.json | edge-platform logs check --dataset firewall_events`;

const explainHelp = `
Exit status:
  0  it was printed
  1  the filter has faults; stderr tells them
  2  it could not be read; stderr says why

Examples:
  $ edge-platform logs explain filter.json
  $ jq -r .filter job.json | edge-platform logs explain`;

const previewHelp = `
A sample line is a record as a job delivers it that lists all fields, or an
exchange as the emulator takes it, {"request": ..., "response": ...,
"fields": {...}}. RequestHeaders, ResponseHeaders and Cookies of a record stand
for the headers and cookies of the exchange.

The job is that of --job-file, --stack or --zone, or is made up of --filter and
--fields. Its lines are printed to the byte as it delivers them, but all of
them: sampling is off. Lines that cannot be read are left out and told on
stderr, with their numbers.

--against OTHER prints "+ " and the record for each line that is newly
delivered, "- " for each that is newly dropped. OTHER is a filter, a file with a
filter or a job, a synthesized stack, "api" for the job of the same name in
--zone, or "api:1064" for one of another name or of that id.

--assert holds the counts delivers, drops, bad, lines, newly-delivers and
newly-drops to a number, or to a share such as 5%: of the lines that are
delivered or dropped, of bad ones also of those. A share of no lines never
holds. All is read then, also when the reader of the lines stops before.
--count --why counts what each condition dropped.

--count --json prints lines, delivered, dropped, bad, empty, newly_delivered,
newly_dropped, bad_lines [{file, line, reason}], dropped_by [{condition,
count}], fields_in_no_line and failed_assertions.

With --zone, credentials are those of the provider: EDGE_API_TOKEN, or
EDGE_API_EMAIL with EDGE_API_KEY. They have to read the zone's jobs and
rulesets.

Exit status:
  0  the lines were previewed, and all assertions hold
  1  an assertion does not hold, or the filter has faults; one of --filter that
     is only too large is previewed with a note
  2  the preview could not be made; stderr says why

Examples:
  $ edge-platform logs preview sample.log.gz -f 'EdgeResponseStatus >= 500' \\
      --fields RayID,EdgeStartTimestamp --timestamps rfc3339
  $ edge-platform logs preview *.log.gz --stack cdktf.out/stacks/logs \\
      --job errors --count --assert 'delivers>=1'
  $ zcat *.log.gz | edge-platform logs preview --job-file job.json --why
  $ edge-platform logs preview big.ndjson --stack cdktf.out/stacks/logs \\
      --zone 9a7806061c88ada191ed06f989cc3dac --against api --jobs 2`;
