import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../support/folder';
import { runInProcess } from '../support';

const files = makeFolder();

const runWith = (input: string | undefined, ...parameters: string[]) =>
  runInProcess(input, 'logs', 'sql', ...parameters);
const run = (...parameters: string[]) => runWith(undefined, ...parameters);
const printed = (stdout: string) => ({ status: 0, stdout, stderr: '' });
const refused = (stderr: string) => ({ status: 2, stdout: '', stderr: `edge-platform: ${stderr}\n` });

const expression = 'EdgeResponseStatus >= 500 and ClientCountry != "de"';
const json =
  '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"geq","value":"500"},{"key":"ClientCountry","operator":"!eq","value":"de"}]}}';
const clause = `("EdgeResponseStatus" >= 500 AND NOT coalesce("ClientCountry" = 'de', false))`;
const job = {
  id: 7,
  name: 'errors',
  dataset: 'http_requests',
  filter: json,
  logpull_options: 'fields=RayID,EdgeResponseStatus&timestamps=rfc3339&sample=0.1',
};

describe('edge-platform logs sql', () => {
  it('writes an expression, JSON, a file and stdin as the same condition', async () => {
    const path = join(files, 'filter.json');
    await writeFile(path, json);
    expect(await run(expression)).toEqual(printed(`${clause}\n`));
    expect(await run(json)).toEqual(printed(`${clause}\n`));
    expect(await run(path)).toEqual(printed(`${clause}\n`));
    expect(await runWith(json, '-')).toEqual(printed(`${clause}\n`));
    expect(await runWith(expression)).toEqual(printed(`${clause}\n`));
  });

  it('takes the dialect, how the table has the lines, and the dataset', async () => {
    expect((await run('RayID contains "a"', '--dialect', 'clickhouse', '--table', 'l')).stdout).toBe(
      `position("l"."RayID", 'a') > 0\n`,
    );
    expect((await run('CacheReserveUsed == true', '--source', 'json', '--column', 'line')).stdout).toBe(
      `json_extract("line", '$.CacheReserveUsed') = 'true'\n`,
    );
    const ofAccess = await run('TemporaryAccessDuration > 9', '--dataset', 'access_requests');
    expect(ofAccess.stdout).toBe('"TemporaryAccessDuration" > 9\n');
  });

  it('writes a whole query of a table', async () => {
    expect(await run(expression, '--from', 'logs.http_requests', '--fields', 'RayID,ClientIP')).toEqual(
      printed(`SELECT "RayID", "ClientIP"
FROM logs.http_requests
WHERE ("EdgeResponseStatus" >= 500
  AND NOT coalesce("ClientCountry" = 'de', false));
`),
    );
    expect((await run('BotScore < 30', '--from', "read_parquet('l.parquet')")).stdout).toBe(
      `SELECT *\nFROM read_parquet('l.parquet')\nWHERE "BotScore" < 30;\n`,
    );
  });

  it('writes a whole query of files, in which no field needs a type', async () => {
    const isReserved = ['CacheReserveUsed == true', '--files', "lo'gs/*.json.gz"];
    expect((await run(...isReserved, '--count')).stdout).toBe(
      `SELECT count(*)\nFROM read_json('lo''gs/*.json.gz', format = 'newline_delimited', columns = {"CacheReserveUsed": 'JSON'})\nWHERE "CacheReserveUsed" = 'true';\n`,
    );
    expect((await run(...isReserved)).stdout).toBe(
      `SELECT *\nFROM read_ndjson_objects('lo''gs/*.json.gz')\nWHERE json_extract("json", '$.CacheReserveUsed') = 'true';\n`,
    );
    expect((await run(...isReserved, '--fields', 'RayID', '--dialect', 'clickhouse')).stdout).toBe(
      `SELECT JSONExtractRaw("json", 'RayID') AS "RayID"\nFROM file('lo\\'gs/*.json.gz', 'JSONAsString', 'json String')\nWHERE JSONExtractRaw("json", 'CacheReserveUsed') = 'true';\n`,
    );
  });

  it('takes the filter and the fields of a job, and says that the job samples', async () => {
    const path = join(files, 'job.json');
    await writeFile(path, JSON.stringify(job));
    const stderr =
      'edge-platform: The job samples: it delivers a random part of the lines that the SQL selects.\n';
    expect(await run('--job-file', path)).toEqual({ status: 0, stdout: `${clause}\n`, stderr });
    expect((await run('--job-file', path, '--from', 'logs')).stdout).toMatch(
      /^SELECT "RayID", "EdgeResponseStatus"\nFROM logs\nWHERE /,
    );
    expect((await run('BotScore < 30', '--job-file', path, '--from', 'logs')).stdout).toBe(
      'SELECT "RayID", "EdgeResponseStatus"\nFROM logs\nWHERE "BotScore" < 30;\n',
    );
  });

  it('selects every line for a job without a filter', async () => {
    const path = join(files, 'all.json');
    await writeFile(path, JSON.stringify({ ...job, filter: null, logpull_options: 'fields=RayID' }));
    expect(await run('--job-file', path)).toEqual(printed('true\n'));
    expect(await run('--job-file', path, '--files', 'l.ndjson')).toEqual(
      printed(
        `SELECT "RayID"\nFROM read_json('l.ndjson', format = 'newline_delimited', columns = {"RayID": 'JSON'});\n`,
      ),
    );
  });

  it('selects a field that this version does not know, and says so', async () => {
    const { status, stdout, stderr } = await run('BotScore < 30', '--from', 'l', '--fields', 'SomeNewField');
    expect([status, stdout]).toEqual([0, expect.stringContaining('SELECT "SomeNewField"') as string]);
    expect(stderr).toContain('"SomeNewField" is not among the fields of http_requests');
  });

  it('fails with each fault of the filter and its place', async () => {
    const { status, stdout, stderr } = await run('BotScor < 30');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`edge-platform: cannot evaluate the filter:

1. "BotScor" is not among the fields of http_requests that this version knows,
   as of 2026-07. The service may have added it since. Did you mean "BotScore"?

   column 1
     BotScor < 30
     ^
`);
  });

  it.each([
    [['--dialect', 'duckbd'], '--dialect: there is no dialect "duckbd". Did you mean "duckdb"?'],
    [['--source', 'table'], '--source: there is no source "table". Use one of columns, json.'],
    [['--column', 'line'], '--column is the column with the line as JSON. Add --source json.'],
    [
      ['--count'],
      '--count needs a whole query. Add --from with a table, or --files with a pattern of files.',
    ],
    [
      ['--fields', 'RayID'],
      '--fields needs a whole query. Add --from with a table, or --files with a pattern of files.',
    ],
    [['--from', 'l', '--files', 'l'], '--from and --files both say what to read. Use only one of them.'],
    [
      ['--from', 'l', '--count', '--fields', 'RayID'],
      '--count and --fields both say what to select. Use only one of them.',
    ],
    [
      ['--files', 'l', '--table', 'l'],
      '--source, --column and --table are about a table, and --files reads files. Use --from for a table.',
    ],
    [
      ['--job', 'a'],
      '--job selects one of several jobs. Add where they are: --job-file, --stack, --zone or --account.',
    ],
  ])('fails for %j', async (parameters, message) => {
    expect(await run('BotScore < 30', ...parameters)).toEqual(refused(message));
  });
});
