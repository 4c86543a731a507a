import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parseExpression } from '../../../lib/logs';
import { nestedFilter } from '../../logs/filter/strict-count';
import { accountId, jobs, zoneId, type Running } from '../../emulator/support';
import { makeFolder, writeFiles } from '../../support/folder';
import { serve } from '../serve';
import { builtCommand, runCommand, runCommandWith, runInProcess, type Result } from '../support';

let files: string;
beforeEach(() => {
  files = makeFolder();
});

const runWith = (input: string | Buffer | undefined, ...parameters: string[]) =>
  runInProcess(input, 'logs', 'preview', ...parameters);
const run = (...parameters: string[]) => runWith(undefined, ...parameters);
/** With a number of threads, whose program is beside the built command. */
const runThreads = async (
  count: number,
  input: string | Buffer | undefined,
  ...parameters: string[]
): Promise<Result> => {
  const command = runCommandWith(input, 'logs', 'preview', ...parameters, '--jobs', String(count));
  const status = await command.ended;
  return { status, stdout: command.stdout(), stderr: command.stderr() };
};
const fileOf = async (name: string, content: string | Buffer) => {
  const path = join(files, name);
  await writeFile(path, content);
  return path;
};
const jsonOf = (text: string): unknown => JSON.parse(text);
const countsIn = (text: string) => jsonOf(text) as Readonly<Record<string, unknown>>;

const record = (ray: string, status: number, more: object = {}) =>
  JSON.stringify({
    RayID: ray,
    EdgeResponseStatus: status,
    EdgeStartTimestamp: '2026-01-02T03:04:05.5Z',
    ...more,
  });
const sample = [record('a', 200), record('b', 503), record('c', 404, { ClientCountry: 'de' })].join('\n');
const errors = 'EdgeResponseStatus >= 500';
const fields = ['--fields', 'RayID,EdgeStartTimestamp', '--timestamps', 'rfc3339'];
const b = '{"RayID":"b","EdgeStartTimestamp":"2026-01-02T03:04:05Z"}\n';

describe('edge-platform logs preview: lines', () => {
  it('prints the lines that would be delivered, and their number on stderr', async () => {
    const path = await fileOf('sample.ndjson', sample);
    expect(await run(path, '-f', errors, ...fields)).toEqual({
      status: 0,
      stdout: b,
      stderr: '3 lines: 1 delivered (33.3 %), 2 dropped.\n',
    });
  });

  it('reads files, several of them, gzip by its content, and stdin', async () => {
    const plain = await fileOf('one', sample);
    const zipped = await fileOf('two', gzipSync(sample));
    const members = Buffer.concat([gzipSync(`${sample}\n`), gzipSync(sample)]);
    expect((await run(plain, zipped, '-f', errors, ...fields)).stdout).toBe(b + b);
    expect((await runWith(sample, '-f', errors, ...fields)).stdout).toBe(b);
    expect((await runWith(gzipSync(sample), '-', '-f', errors, ...fields)).stdout).toBe(b);
    expect((await runWith(members, '-f', errors, ...fields)).stdout).toBe(b + b);
    expect((await runWith('', '-f', errors, ...fields)).stdout).toBe('');
  });

  it('reads a named pipe, such as a process substitution of the shell', async () => {
    const pipe = join(files, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const found = run(pipe, '-f', errors, ...fields);
    await writeFile(pipe, gzipSync(sample));
    expect((await found).stdout).toBe(b);
  });

  it('continues after bad lines and lists each with its number', async () => {
    const text = `\ufeff${record('b', 503)}\r\n\n{"RayID":\n[1]\n${record('x', 500, { EdgeStartTimestamp: 'soon' })}\n${'['.repeat(200)}${']'.repeat(200)}`;
    const path = await fileOf(
      'bad.ndjson',
      Buffer.concat([Buffer.from(`${text}\n`), Buffer.from([0x22, 0xff, 0x0a])]),
    );
    const { status, stdout, stderr } = await run(path, '-f', errors, ...fields);
    expect([status, stdout]).toEqual([0, b]);
    // Where a line breaks depends on the length of the path.
    expect(stderr.replaceAll(path, 'FILE').replaceAll(/\s+/g, ' ')).toMatch(
      /^5 lines were skipped: FILE:3 is not JSON: .* FILE:4 is JSON, but not an object FILE:5 has an invalid value: EdgeStartTimestamp is "soon"/,
    );
    expect(stderr).toContain(':7 is not UTF-8');
    expect(stderr).toContain('7 lines: 1 delivered (100.0 %), 0 dropped, 5 bad, 1 empty.');
  });

  it('has the same output and counts with threads, whose number is by default that of the cores', async () => {
    const lines = Array.from({ length: 30_000 }, (_, at) =>
      at % 10_000 === 9_999
        ? '{"oops'
        : record(String(at), at % 7 === 0 ? 503 : 200, { ClientRequestURI: `/${'x'.repeat(at % 900)}ü` }),
    ).join('\n');
    const path = await fileOf('many.ndjson', `${lines}\n${'{}\n'.repeat(40_000)}`);
    const one = await runThreads(1, undefined, path, '-f', errors, ...fields);
    const two = await runThreads(2, undefined, path, '-f', errors, ...fields);
    expect(two).toEqual(one);
    const byDefault = runCommand('logs', 'preview', path, '-f', errors, ...fields);
    expect(await byDefault.ended).toBe(0);
    expect(byDefault.stdout()).toBe(one.stdout);
    expect(one.stderr).toContain(`${path}:30000 is not JSON`);
    expect(one.stdout.split('\n')).toHaveLength(4285 + 1);
    const count = [path, '-f', errors, '--count', '--json'];
    expect(await runThreads(3, undefined, ...count)).toEqual(await runThreads(1, undefined, ...count));
    // Why the short lines are dropped is more text than a part of a block has.
    const why = [path, '-f', errors, '--why'];
    expect(await runThreads(3, undefined, ...why)).toEqual(await runThreads(1, undefined, ...why));
  });

  it('accepts lines of megabytes, and skips one that is longer than 16 MB', async () => {
    const long = (megabytes: number) =>
      record('long', 503, { ClientRequestURI: 'u'.repeat(megabytes << 20) });
    const text = [record('b', 503), long(3), long(17), record('b', 503)].join('\n');
    const { stdout, stderr } = await runWith(gzipSync(text), '-f', errors, ...fields);
    expect(stdout).toBe(`${b}${b.replace('"b"', '"long"')}${b}`);
    expect(stderr).toMatch(/^1 line was skipped:\s+line 3 is longer than 16 MB/);
  });

  it('writes long records of short lines without keeping all of them in memory', async () => {
    const command = runCommandWith(
      '{}\n'.repeat(30_000),
      'logs',
      'preview',
      '--fields',
      'RayID,ClientIP,ClientRequestHost,ClientRequestPath,ClientRequestUserAgent,ClientRequestReferer,ClientRequestURI',
    );
    expect(await command.ended).toBe(0);
    expect(command.stdout()).toHaveLength(
      30_000 *
        '{"RayID":"","ClientIP":"","ClientRequestHost":"","ClientRequestPath":"","ClientRequestUserAgent":"","ClientRequestReferer":"","ClientRequestURI":""}\n'
          .length,
    );
  });

  it('ends without an error when its reader stops', async () => {
    const path = await fileOf('many.ndjson', `${record('b', 503)}\n`.repeat(100_000));
    const command = runCommand('logs', 'preview', path, '--fields', 'RayID');
    await command.firstLine;
    command.child.stdout?.destroy();
    expect(await command.ended).toBe(0);
    expect(command.stderr()).toBe('');
  });

  it('reports fields that the filter compares and no line has', async () => {
    const { stderr } = await runWith(sample, '-f', 'BotScore < 30 or EdgeResponseStatus > 500', ...fields);
    expect(stderr).toContain('No line has BotScore, which the filter compares');
    const other = ['--against', 'ClientASN == 1'];
    expect((await runWith(sample, '-f', errors, ...fields, ...other)).stderr).toContain(
      'No line has ClientASN, which a filter compares',
    );
  });

  it('reports fields that are delivered and no line has, where records are shown', async () => {
    const lines = '{"rayid":"b"}\n{"rayid":"c","request":{"headers":[]}}';
    const end = ['--fields', 'RayID,RequestHeaders'];
    for (const { stdout, stderr } of [await runWith(lines, ...end), await runThreads(2, lines, ...end)]) {
      expect(stdout).toContain('{"RayID":"","RequestHeaders":{}}\n');
      expect(stderr).toMatch(
        /No line has RayID, which the job delivers: the records show the default\s+value/,
      );
    }
    expect((await runWith(lines, ...end, '--count')).stderr).not.toContain('No line has');
    const many =
      'RayID,BotScore,BotTags,BotScoreSrc,ClientASN,ClientIP,ClientCity,ClientCountry,JA4,JA3Hash,OriginIP';
    expect((await runWith('{}', '--fields', many)).stderr).toMatch(
      /JA3Hash\s+and\s+1\s+more,\s+which\s+the\s+job/,
    );
  });
});

describe('edge-platform logs preview: why, counts and comparisons', () => {
  it('prints the condition that dropped each line', async () => {
    const filter = 'EdgeResponseStatus >= 400 and (ClientCountry == "at" or BotScore < 10)';
    expect((await runWith(sample, '-f', filter, '--why')).stdout).toBe(
      `line 1  EdgeResponseStatus >= 400 (it is 200)
line 2  ClientCountry == "at" (the line has none) or BotScore < 10 (the line has none)
line 3  ClientCountry == "at" (it is "de") or BotScore < 10 (the line has none)
`,
    );
    const two = [await fileOf('one', sample), await fileOf('two', sample)];
    expect((await run(...two, '-f', errors, '--why')).stdout).toBe(
      two.map((path) => `${path}:1  ${errors} (it is 200)\n${path}:3  ${errors} (it is 404)\n`).join(''),
    );
  });

  it('counts outcomes, and what each condition dropped', async () => {
    const { status, stdout, stderr } = await runWith(
      `${sample}\n\noops`,
      '-f',
      `${errors} and ClientCountry != "de"`,
      '--count',
      '--why',
    );
    expect([status, stdout]).toEqual([
      0,
      `OUTCOME    LINES   SHARE
delivered      1  33.3 %
dropped        2  66.7 %
bad            1       -
empty          1       -
all lines      5       -

DROPPED BY                 LINES    SHARE
EdgeResponseStatus >= 500      2  100.0 %
`,
    ]);
    expect(stderr).toMatch(/^1 line was skipped:\n {2}line 5 is not JSON/);
    const json = await runWith(`${sample}\n\noops`, '-f', errors, '--count', '--json');
    expect(jsonOf(json.stdout)).toEqual({
      version: 1,
      lines: 5,
      delivered: 1,
      dropped: 2,
      bad: 1,
      empty: 1,
      newly_delivered: null,
      newly_dropped: null,
      bad_lines: [{ file: null, line: 5, reason: expect.stringContaining('is not JSON') as string }],
      dropped_by: [],
      fields_in_no_line: [],
      incomplete_files: [],
      failed_assertions: [],
    });
  });

  it('prints what changes against another filter or job', async () => {
    const other = await fileOf(
      'other.json',
      JSON.stringify({ dataset: 'http_requests', filter: null, logpull_options: 'fields=RayID' }),
    );
    const path = await fileOf('sample', sample);
    const filter = 'EdgeResponseStatus in {200 404}';
    expect((await run(path, '-f', errors, ...fields, '--against', filter)).stdout).toBe(
      `- {"RayID":"a","EdgeStartTimestamp":"2026-01-02T03:04:05Z"}\n+ ${b}- {"RayID":"c","EdgeStartTimestamp":"2026-01-02T03:04:05Z"}\n`,
    );
    const against = await run(path, '-f', errors, ...fields, '--against', other);
    expect(against.stdout).toBe('- {"RayID":"a"}\n- {"RayID":"c"}\n');
    expect(against.stderr).toContain('3 lines: 0 newly delivered, 2 newly dropped; 1 delivered in total.');
    const table = await run(path, '-f', errors, '--against', filter, '-c', '--assert', 'newly-drops==2');
    expect(table.stdout).toMatch(/newly delivered +1 +33\.3 %\nnewly dropped +2 +66\.7 %\n/);
    expect(table.status).toBe(0);
  });

  it('fails with 1 when an assertion does not hold', async () => {
    const check = (...assertions: string[]) =>
      runWith(sample, '-f', errors, '-c', ...assertions.flatMap((each) => ['--assert', each]));
    expect((await check('delivers>=1', 'drops <= 70%', 'bad = 0', 'lines==3')).status).toBe(0);
    const { status, stderr } = await check('delivers>1', 'delivers>=1', 'drops<50%');
    expect(status).toBe(1);
    expect(stderr).toBe(
      `edge-platform: the assertion delivers>1 does not hold: delivers is 1.
edge-platform: the assertion drops<50% does not hold: drops is 2 of 3 lines, 66.7 %.
`,
    );
  });

  it('fails with 1 when an assertion does not hold for lines after its reader stopped', async () => {
    const path = await fileOf('many.ndjson', `${`${record('b', 503)}\n`.repeat(100_000)}${record('a', 200)}`);
    const end = ['-f', errors, '--fields', 'RayID', '--assert', 'drops=0'];
    const command = runCommand('logs', 'preview', path, ...end);
    await command.firstLine;
    command.child.stdout?.destroy();
    expect(await command.ended).toBe(1);
    expect(command.stderr()).toContain('drops=0 does not hold: drops is 1.');
  });

  it('fails with 1 and the faults of a filter', async () => {
    const { status, stdout, stderr } = await runWith(sample, '-f', 'BotScor < 3', ...fields);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^edge-platform: cannot evaluate the filter:[^]*Did you mean/);
    expect(stderr).toMatch(/BotScor < 3\n +\^/);
  });

  it.each([
    [[tmpdir(), '-f', errors], /is a folder/],
    [['-', '-', '-f', errors], /stdin, which can be read only once/],
    [['-f', errors, '--json'], /--json requires --count/],
    [['-f', errors, '--why', '--against', errors], /Use only one of them/],
    [['-f', errors, '--against', 'api'], /Add its zone with --zone/],
    [['-f', errors, '--timestamps', 'rfc'], /--timestamps: timestamp_format is "rfc"/],
    [['-f', errors, '--assert', 'delivers'], /--assert "delivers" is not an assertion/],
    [['-f', errors, '--assert', 'newly-drops=0'], /"newly-drops=0" compares two jobs\. Add --against/],
    [['-f', errors, '--jobs', '0'], /a number from 1 to 64/],
    [['-f', errors, '--job', 'x'], /Add where they are/],
    [['--stack', 'missing'], /there is no missing. Run cdktn synth/],
    [['--job-file', 'missing'], /missing cannot be read/],
    [['-z', 'short'], /--zone: /],
    [['-a', ' '], /--account: " " is neither an ID nor a name/],
    [['-a', 'short', '-z', 'short'], /--zone and --account both say where the deployed job is/],
    [
      ['-f', 'x == 1', '--fields', 'ID', '-d', 'audit_logs', '--scope', 'zone'],
      /audit_logs belongs to accounts/,
    ],
  ])('fails with 2 when the preview is not possible: %j', async (parameters, message) => {
    const { status, stdout, stderr } = await runWith(sample, ...parameters);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  describe('of a file that cannot be read to its end', () => {
    const lines = Array.from({ length: 3000 }, (_, at) =>
      record(String(Math.sin(at)), at % 2 === 0 ? 503 : 200),
    );
    const whole = gzipSync(lines.join('\n'));
    const damaged = Buffer.from(whole);
    // Not in the header, whose damage would leave nothing.
    damaged.fill(0xff, whole.length >> 1, (whole.length >> 1) + 100);
    /** What a tool that knows nothing of lines finds before the damage. */
    const linesBefore = (bytes: Buffer) => {
      const found = spawnSync('gzip', ['-dc'], { input: bytes }).stdout.toString();
      return found.split('\n').length - 1;
    };

    it.each([
      ['truncated', whole.subarray(0, whole.length - 5000), /cut\.gz is truncated: it ends in the middle/],
      ['damaged', damaged, /cut\.gz is not valid gzip data: /],
    ])(
      'previews the whole lines before the end, and the next files, and fails with 1: %s',
      async (_what, bytes, reason) => {
        const [cut, next] = [await fileOf('cut.gz', bytes), await fileOf('next.ndjson', sample)];
        const expected = linesBefore(bytes);
        expect(expected).toBeGreaterThan(500);
        for (const result of [
          await run(cut, next, '-f', errors, '--count', '--why'),
          await run(cut, next, '-f', errors, '--count', '--json'),
          await runThreads(2, undefined, cut, next, '-f', errors, '--count', '--json'),
        ]) {
          expect(result.status).toBe(1);
          expect(result.stderr).toMatch(reason);
          const found =
            /all lines +([\d,]+)/.exec(result.stdout)?.[1]?.replace(',', '') ?? countsIn(result.stdout).lines;
          const before = Number(found) - sample.split('\n').length;
          // A kilobyte before damage may be missing, and what damage looks like is open.
          expect(Math.abs(before - expected)).toBeLessThan(20);
        }
      },
    );

    it('lists it in the JSON, and stdin too', async () => {
      const { status, stdout } = await runWith(whole.subarray(0, 2000), '-f', errors, '--count', '--json');
      expect(status).toBe(1);
      expect(countsIn(stdout).incomplete_files).toEqual([
        { file: null, reason: expect.stringContaining('stdin is truncated') as string },
      ]);
    });
  });

  it('has the same counts in the table, in the summary, in the JSON and in assertions', async () => {
    const lines = `${sample}\n\n\u0020\noops\n{"EdgeResponseStatus":"x"}\n`;
    const options = ['-f', errors, '--against', 'EdgeResponseStatus == 404'];
    const json = countsIn((await runWith(lines, ...options, '--count', '--json')).stdout);
    const counts = {
      lines: 7,
      delivered: 1,
      dropped: 2,
      bad: 2,
      empty: 2,
      newly_delivered: 1,
      newly_dropped: 1,
    };
    expect(json).toMatchObject(counts);
    const table = (await runWith(lines, ...options, '--count')).stdout;
    for (const [key, count] of Object.entries(counts)) {
      const name = key === 'lines' ? 'all lines' : key.replace('_', ' ');
      expect(new RegExp(`^${name} +(\\d+)`, 'm').exec(table)?.[1]).toBe(String(count));
    }
    const { stderr } = await runWith(lines, ...options, '--fields', 'RayID');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      '7 lines: 1 newly delivered, 1 newly dropped, 2 bad, 2 empty; 1 delivered in total.',
    );
    expect((await runWith(lines, '-f', errors, '--fields', 'RayID')).stderr).toContain(
      '7 lines: 1 delivered (33.3 %), 2 dropped, 2 bad, 2 empty.',
    );
    const assertions = ['lines=7', 'delivers=1', 'drops=2', 'bad=2', 'newly-delivers=1', 'newly-drops=1'];
    const asserted = await runWith(
      lines,
      ...options,
      '--count',
      ...assertions.flatMap((each) => ['--assert', each]),
    );
    expect(asserted.status).toBe(0);
  });
});

describe('edge-platform logs preview: jobs', () => {
  const options = {
    dataset: 'http_requests',
    logpull_options: 'fields=RayID&timestamps=rfc3339',
    enabled: true,
  };
  const filter = JSON.stringify({
    where: { and: [{ key: 'EdgeResponseStatus', operator: 'geq', value: '500' }] },
  });

  it('accepts a file with a job, a list of jobs, or a response of the API', async () => {
    const one = { id: 7, name: 'errors', ...options, filter, filter_attack_traffic: true };
    const all = { id: 8, name: 'all', ...options, enabled: false };
    const single = await fileOf('job.json', JSON.stringify(one));
    const list = await fileOf('jobs.json', JSON.stringify({ success: true, result: [one, all] }));
    const found = await runWith(sample, '--job-file', single);
    expect(found.stdout).toBe('{"RayID":"b"}\n');
    expect(found.stderr).toContain('The job errors has filter_attack_traffic');
    expect((await runWith(sample, '--job-file', list, '--job', '7')).stdout).toBe('{"RayID":"b"}\n');
    const disabled = await runWith(sample, '--job-file', list, '-j', 'all', '-f', 'ClientCountry == "de"');
    expect(disabled.stdout).toBe('{"RayID":"c"}\n');
    expect(disabled.stderr).toContain('The job all is not enabled');
    const unchosen = await runWith(sample, '--job-file', list);
    expect([unchosen.status, unchosen.stderr]).toEqual([
      2,
      `edge-platform: ${list} has 2 log-delivery jobs: errors, all. Choose one with --job.\n`,
    ]);
  });

  it('fails with 1 for a job whose filter is not JSON, because the service accepts only JSON', async () => {
    const job = await fileOf('job.json', JSON.stringify({ name: 'one', ...options, filter: errors }));
    const { status, stdout, stderr } = await runWith(sample, '--job-file', job);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('The filter is an expression, but the service accepts only JSON.');
    expect(stderr.replace(/\s/g, '')).toContain(filter);
    const stack = { resource: { edge_logpush_job: { it: { fields: ['RayID'], filter: errors } } } };
    const file = await fileOf('cdk.tf.json', JSON.stringify(stack));
    expect((await runWith(sample, '--stack', file)).status).toBe(1);
  });

  it('fails with 1 for a job whose filter is too large, and only notes it for a filter without a job', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `ClientRequestPath contains "/${at}/"`).join(' or ');
    const { status, stdout, stderr } = await runWith(sample, ...fields, '-f', many);
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/has 41 operators and \d+ bytes/);
    const spaced = `${filter}${' '.repeat(1000)}`;
    const job = await fileOf('job.json', JSON.stringify({ ...options, filter: spaced }));
    expect((await runWith(sample, '--job-file', job)).status).toBe(1);
  });

  it('only notes too many operators of a job, which may be deployed, if its filter is short enough', async () => {
    const job = await fileOf('job.json', JSON.stringify({ ...options, filter: nestedFilter(31) }));
    const { status, stderr } = await runWith(sample, '--job-file', job);
    expect([status, stderr]).toEqual([0, expect.stringContaining('The filter has 31 operators')]);
  });

  it('accepts the job of a synthesized stack, of either driver, with its custom fields', async () => {
    const zone_id = '${var.zone_id}';
    const metadata = (path: string) => ({ '//': { metadata: { path } } });
    const plugin = {
      resource: {
        edge_custom_fields_ruleset: {
          fields: { ...metadata('logs/fields/Resource'), zone_id, request_headers: ['x-id', 'accept'] },
        },
        edge_logpush_job: {
          errors: {
            ...metadata('logs/errors/Resource'),
            zone_id,
            name: 'failed-requests',
            fields: ['RequestHeaders', 'RayID'],
            timestamp_format: 'rfc3339',
            filter: filter.replace('500', '${var.least}'),
          },
        },
      },
      variable: { zone_id: { type: 'string' }, least: { type: 'string' } },
    };
    const provisioner = {
      resource: {
        null_resource: {
          errors: {
            ...metadata('logs/errors/Resource'),
            triggers: {
              'edge:type': 'edge_logpush_job',
              zone_id,
              name: 'failed-requests',
              fields: '["RequestHeaders","RayID"]',
              filter,
            },
          },
          errors_lifecycle: {
            ...metadata('logs/errors/Lifecycle'),
            triggers: { 'edge:type': 'edge_logpush_job', zone_id, name: 'failed-requests' },
          },
          fields: {
            ...metadata('logs/fields/Resource'),
            triggers: {
              'edge:type': 'edge_custom_fields_ruleset',
              zone_id,
              request_headers: '["x-id","accept"]',
            },
          },
        },
      },
    };
    writeFiles(join(files, 'out/stacks'), {
      'one/cdk.tf.json': JSON.stringify(plugin),
      'two/cdk.tf.json': JSON.stringify(provisioner),
    });
    const lines = record('b', 503, { RequestHeaders: { 'x-id': '1', accept: '*', other: '2' } });
    const expected = '{"RayID":"b","RequestHeaders":{"accept":"*","x-id":"1"}}\n';

    const two = join(files, 'out/stacks/two');
    for (const job of ['errors', 'logs/errors', 'failed-requests'])
      expect((await runWith(lines, '--stack', two, '--job', job)).stdout).toBe(expected);

    const one = join(files, 'out/stacks/one');
    expect((await runWith(lines, '--stack', one, '--filter', errors)).stdout).toBe(expected);
  });

  describe('of a synthesized app', () => {
    const stackOf = (jobs: Readonly<Record<string, object>>, variable: object = {}) => ({
      resource: { edge_logpush_job: jobs },
      variable,
    });
    const job = { zone_id: zoneId, fields: ['RayID'], timestamp_format: 'rfc3339', filter };
    const before = process.cwd();
    const writeStack = (name: string, content: object) => {
      writeFiles(files, { [`cdktf.out/stacks/${name}/cdk.tf.json`]: JSON.stringify(content) });
    };
    beforeEach(() => {
      process.chdir(files);
    });
    afterEach(() => {
      process.chdir(before);
      delete process.env.TF_VAR_country;
      delete process.env.TF_VAR_least;
    });

    it('finds the only stack with jobs, and its only job', async () => {
      writeStack('network', { resource: { null_resource: {} } });
      writeStack('logs', stackOf({ errors: job }));
      const lines = await fileOf('lines.ndjson', sample);
      expect(await run(lines, '--stack')).toMatchObject({ status: 0, stdout: '{"RayID":"b"}\n' });
      expect((await runWith(sample, '--stack', '--job', 'errors')).stdout).toBe('{"RayID":"b"}\n');
      expect((await runWith(sample, '--stack', 'cdktf.out/stacks')).stdout).toBe('{"RayID":"b"}\n');
      const misplaced = await run('--stack', lines);
      expect([misplaced.status, misplaced.stderr]).toEqual([
        2,
        expect.stringContaining('Put the files with samples before --stack.') as string,
      ]);
    });

    it('lists the stacks and jobs to choose from, and chooses the stack by the job', async () => {
      writeStack('audit', stackOf({ logins: job }));
      writeStack('logs', stackOf({ errors: job, all: { ...job, filter: null } }));
      const which = await runWith(sample, '--stack');
      expect([which.status, which.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
        2,
        'edge-platform: --stack: 2 stacks in cdktf.out have a log-delivery job: cdktf.out/stacks/audit (logins), cdktf.out/stacks/logs (errors, all). Pass the folder of one of them, or choose the job with --job. ',
      ]);
      expect((await runWith(sample, '--stack', '--job', 'errors')).stdout).toBe('{"RayID":"b"}\n');
      expect((await runWith(sample, '--stack', '--job', 'none')).stderr).toContain(
        'no stack in cdktf.out has a job "none"',
      );
      expect((await runWith(sample, '--stack', 'cdktf.out/stacks/logs')).stderr).toContain('errors, all');
    });

    it('fills in variables inside a filter, from their defaults and from the environment', async () => {
      const variables = {
        least: { type: 'number', default: 500 },
        country: { type: 'string' },
      };
      const where = {
        and: [
          { key: 'EdgeResponseStatus', operator: 'geq', value: '${var.least}' },
          { key: 'ClientCountry', operator: '!eq', value: '${ var.country }' },
          { key: 'RayID', operator: '!contains', value: '$${var.least}%%{' },
        ],
      };
      writeStack('logs', stackOf({ errors: { ...job, filter: JSON.stringify({ where }) } }, variables));
      const missing = await runWith(sample, '--stack');
      expect(missing.status).toBe(2);
      expect(missing.stderr).toContain('Set TF_VAR_country, or pass it with --filter.');
      process.env.TF_VAR_country = 'de';
      const why = await runWith(sample, '--stack', '--why');
      expect(why.stdout).toContain('line 1  EdgeResponseStatus >= 500 (it is 200)');
      process.env.TF_VAR_least = '404';
      expect((await runWith(sample, '--stack')).stdout).toBe('{"RayID":"b"}\n');
      const dropped = await runWith(record('${var.least}%{', 503), '--stack', '--why');
      expect(dropped.stdout).toContain('not RayID contains "${var.least}%{"');
    });
  });

  describe('with custom fields of every kind', () => {
    const all = ['--fields', 'RequestHeaders,ResponseHeaders'];
    const exchange = JSON.stringify({
      request: {
        headers: Object.entries({ host: 'sent', 'x-id': 'x'.repeat(9000) }),
        transformedHeaders: [['host', 'changed']],
      },
      response: {
        headers: Object.entries({ Vary: 'a', vary: 'b', server: 'origin', via: 'proxy' }),
        transformedHeaders: [['server', 'edge']],
      },
    });
    const everything = {
      RequestHeaders: { 'x-id': 'x'.repeat(9000), host: 'changed' },
      ResponseHeaders: { server: 'edge', vary: ['a', 'b'] },
    };
    const names = {
      request_headers: ['x-id'],
      transformed_request_headers: ['host'],
      response_headers: ['server'],
      raw_response_headers: ['vary'],
      preserve_duplicates: ['vary'],
    };
    const lineWith = async (...parameters: string[]) => {
      const { stdout, stderr } = await runWith(exchange, ...parameters);
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout) as unknown;
    };
    const withFields = async (content: object, ...more: string[]) =>
      lineWith(...all, '--custom-fields', await fileOf('fields.json', JSON.stringify(content)), ...more);

    it('reads them from names and from a ruleset of the API', async () => {
      expect(await withFields(names)).toEqual(everything);
      const action_parameters = {
        request_fields: [{ name: 'x-id' }],
        transformed_request_fields: [{ name: 'host' }],
        response_fields: [{ name: 'server', preserve_duplicates: false }],
        raw_response_fields: [{ name: 'vary', preserve_duplicates: true }],
      };
      const action = 'log_custom_field';
      const disabled = { raw_response_fields: [{ name: 'via' }] };
      const rules = [
        { action, action_parameters },
        { action, enabled: false, action_parameters: disabled },
      ];
      expect(await withFields({ result: { rules } })).toEqual(everything);
    });

    it('takes the limits from the file, from what shows them, or from the option', async () => {
      const server = { response_headers: ['server'] };
      const line = (value: string) => ({ RequestHeaders: {}, ResponseHeaders: { server: value } });
      expect(await withFields(server)).toEqual(line('origin'));
      expect(await withFields({ ...server, custom_field_limits: 'current' })).toEqual(line('edge'));
      expect(await withFields(server, '--custom-field-limits', 'current')).toEqual(line('edge'));
      const response_fields = [{ name: 'server', preserve_duplicates: false }];
      const ruleset = { rules: [{ action: 'log_custom_field', action_parameters: { response_fields } }] };
      expect(await withFields(ruleset)).toEqual(line('edge'));
      expect(await withFields(ruleset, '--custom-field-limits', 'specification')).toEqual(line('origin'));
    });

    it('reads them from a stack, with the limits of its provider, of either driver', async () => {
      const job = { zone_id: 'z', name: 'logs', fields: ['RequestHeaders', 'ResponseHeaders'] };
      const stackOf = (provider: object, more: object = {}) => ({
        provider: { edge: [{}, provider] },
        resource: {
          edge_logpush_job: { logs: job },
          edge_custom_fields_ruleset: { fields: { zone_id: 'z', ...names, ...more } },
        },
      });
      const triggers = (type: string, attributes: object) =>
        Object.fromEntries([
          ['edge:type', type],
          ...Object.entries(attributes).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ]) as object;
      const environment = { EDGE_CUSTOM_FIELD_LIMITS: 'current' };
      const provisioned = {
        resource: {
          null_resource: {
            logs: { triggers: triggers('edge_logpush_job', job) },
            fields: {
              triggers: triggers('edge_custom_fields_ruleset', { zone_id: 'z', ...names }),
              provisioner: [{ 'local-exec': { environment } }],
            },
          },
        },
      };
      const aliased = { alias: 'new', custom_field_limits: 'current' };
      for (const stack of [stackOf(aliased, { provider: 'edge.new' }), provisioned])
        expect(await lineWith('--stack', await fileOf('cdk.tf.json', JSON.stringify(stack)))).toEqual(
          everything,
        );
      const variable = { alias: 'new', custom_field_limits: '${data.it.limits}' };
      const unknown = await fileOf(
        'cdk.tf.json',
        JSON.stringify(stackOf(variable, { provider: 'edge.new' })),
      );
      expect((await runWith(exchange, '--stack', unknown)).stderr).toMatch(
        /custom_field_limits is .* only Terraform can evaluate\. Pass it with --custom-field-limits/,
      );
    });

    it.each<[string, object, string]>([
      ['another key', { trailers: [] }, 'expected a ruleset of the API, or {"request_headers"'],
      ['a name that the service refuses', { request_headers: ['X-Id'] }, 'Write "x-id"'],
    ])('refuses a file with %s', async (_name, more, message) => {
      const file = await fileOf('fields.json', JSON.stringify({ ...names, ...more }));
      const { status, stderr } = await runWith(exchange, ...all, '--custom-fields', file);
      expect([status, stderr]).toEqual([2, expect.stringContaining(message) as string]);
    });

    it('notes that none are known', async () => {
      const { stdout, stderr } = await runWith(exchange, ...all);
      expect(stdout).toBe('{"RequestHeaders":{},"ResponseHeaders":{}}\n');
      expect(stderr).toContain('no custom fields are known');
    });
  });

  describe('at the API', () => {
    let emulator: Running;
    beforeEach(async () => {
      emulator = await serve();
    });

    const custom = {
      request_fields: [{ name: 'x-long' }, { name: 'x-id' }],
      response_fields: [{ name: 'server' }],
      cookie_fields: [{ name: 'Sid' }],
    };
    const exchanges = Array.from({ length: 40 }, (_, at) => ({
      request: {
        headers: [
          ['X-Long', 'ü'.repeat(at * 120)],
          ['X-ID', `${at}`],
          ['x-id', 'again'],
          ['Cookie', `a=b; Sid=s${at}`],
        ],
      },
      response: { headers: [['Server', 'origin "1"']], transformedHeaders: [['server', 'changed']] },
      fields: {
        RayID: `ray-${at}"\u2028ü`,
        ...(at % 5 !== 0 && { EdgeResponseStatus: at % 3 === 0 ? 503 : `${200 + at}` }),
        EdgeStartTimestamp:
          at % 2 === 0
            ? `2026-01-02T03:04:${String(at).padStart(2, '0')}.123456789Z`
            : `17673230${10 + at}123456789`,
        BotTags: at % 4 === 0 ? ['api', 'x,y'] : [],
        JA4Signals: { b: 1, a: { c: [1.5, null] } },
        EdgeResponseCompressionRatio: at / 8,
        WorkerSubrequest: at % 2 === 0,
        ClientRequestURI: '/${jndi:ldap}/a"b',
      },
    }));
    const listed = [
      'RayID',
      'EdgeResponseStatus',
      'EdgeStartTimestamp',
      'BotTags',
      'JA4Signals',
      'EdgeResponseCompressionRatio',
      'WorkerSubrequest',
      'ClientRequestURI',
      'ClientCountry',
    ];

    it('prints exactly the bytes that the emulator delivers', async () => {
      const output_options = {
        output_type: 'csv',
        batch_prefix: '[head\n',
        batch_suffix: ']',
        record_suffix: '}',
        record_delimiter: ',\n',
        timestamp_format: 'rfc3339ns',
        field_names: [...listed, 'Cookies', 'RequestHeaders', 'ResponseHeaders'],
      };
      const ruleset = `/zones/${zoneId}/rulesets`;
      const made = (await emulator.result('POST', ruleset, {
        name: 'n',
        kind: 'zone',
        description: '',
        phase: 'http_log_custom_fields',
      })) as { id: string };
      const rule = {
        action: 'log_custom_field',
        expression: 'true',
        description: '',
        enabled: true,
        action_parameters: custom,
      };
      await emulator.result('PUT', `${ruleset}/${made.id}`, { rules: [rule] });
      const either = JSON.stringify({
        where: {
          or: [
            { key: 'EdgeResponseStatus', operator: 'lt', value: '230' },
            { key: 'EdgeResponseStatus', operator: 'geq', value: '500' },
            { key: 'BotTags', operator: 'contains', value: 'api' },
          ],
        },
      });
      await emulator.result('POST', jobs, {
        name: 'one',
        destination_conf: 'r2://bucket/logs?account-id=1&access-key-id=2&secret-access-key=3',
        enabled: true,
        filter: either,
        output_options,
      });
      const traffic = exchanges.map((each) => JSON.stringify(each)).join('\n');
      expect((await emulator.control('POST', `/zones/${zoneId}/requests`, traffic)).status).toBe(200);
      const [file = ''] = (await readdir(join(emulator.bucketsDir, 'bucket'), { recursive: true })).filter(
        (name) => name.endsWith('.gz'),
      );
      const delivered = gunzipSync(await readFile(join(emulator.bucketsDir, 'bucket', file))).toString();

      expect(await runWith(traffic, '--zone', zoneId)).toEqual({
        status: 0,
        stdout: delivered,
        stderr: expect.stringMatching(
          /^(?:No line has ClientCountry[^.]*\.\n)?40 lines: \d+ delivered/,
        ) as string,
      });
    });

    it('accepts a filter of a deployed job above the approximate limits', async () => {
      const conditions = Array.from({ length: 32 }, (_, at) => `ClientRequestPath contains "/${at}/"`);
      const { filter: large } = parseExpression(`${conditions.join(' or ')} or EdgeResponseStatus == 503`);
      await emulator.control('POST', '/faults', {
        kind: 'result',
        match: { method: 'GET', path: jobs },
        result: [{ id: 1, name: 'large', ...options, filter: JSON.stringify(large) }],
      });
      const { status, stdout, stderr } = await runWith(sample, '--zone', zoneId);
      expect([status, stdout]).toEqual([0, '{"RayID":"b"}\n']);
      expect(stderr).toContain('The filter has 34 operators');
    });

    it('previews the job of an account, deployed and of a stack, to the byte', async () => {
      const job = {
        name: 'events',
        dataset: 'firewall_events',
        filter: JSON.stringify({
          where: { and: [{ key: 'ZoneName', operator: 'startsWith', value: 'a.' }] },
        }),
      };
      const fields = ['Action', 'RayID', 'ZoneName'];
      const path = await fileOf(
        'account.tf.json',
        JSON.stringify({
          resource: { edge_logpush_job: { it: { account_id: accountId, fields, ...job } } },
        }),
      );
      const owner = `/accounts/${accountId}`;
      await emulator.result('POST', `${owner}/logpush/jobs`, {
        ...job,
        destination_conf: 'r2://events/logs?account-id=1&access-key-id=2&secret-access-key=3',
        enabled: true,
        logpull_options: `fields=${fields.join(',')}`,
      });
      const records = ['a.example', 'b.example', 'a.test']
        .map((ZoneName, at) => JSON.stringify({ ZoneName, RayID: `ray-${at}`, Action: 'block' }))
        .join('\n');
      await emulator.control('POST', `${owner}/datasets/firewall_events/records`, records);
      const [file = ''] = (await readdir(join(emulator.bucketsDir, 'events'), { recursive: true })).filter(
        (name) => name.endsWith('.gz'),
      );
      const delivered = gunzipSync(await readFile(join(emulator.bucketsDir, 'events', file))).toString();
      expect(delivered.split('\n')).toHaveLength(3);

      for (const end of [
        ['-a', accountId],
        ['--stack', path],
      ])
        expect([end, await runWith(records, ...end)]).toMatchObject([end, { status: 0, stdout: delivered }]);
      const same = await runWith(records, '--stack', path, '--account', accountId, '--against', 'api');
      expect([same.status, same.stdout]).toEqual([0, '']);
      const jobFile = await fileOf(
        'events.json',
        JSON.stringify({ ...job, logpull_options: 'fields=ZoneName' }),
      );
      expect((await runWith(records, '--job-file', jobFile, '--scope', 'account')).status).toBe(0);
      expect((await runWith(records, '--job-file', jobFile)).stderr).toContain('"ZoneName" is not among');
      const missing = await runWith(records, '-a', accountId, '--job', 'two');
      expect(missing.stderr).toContain(`account ${accountId} has no job "two"; it has events.`);
    });

    it('compares the job of a stack with the deployed one of its name', async () => {
      await emulator.result('POST', jobs, {
        name: 'one',
        destination_conf: 'r2://bucket/logs?account-id=1&access-key-id=2&secret-access-key=3',
        ...options,
      });
      const stack = {
        resource: {
          edge_logpush_job: {
            it: {
              '//': { metadata: { path: 'logs/it/Resource' } },
              zone_id: zoneId,
              name: 'one',
              fields: ['RayID'],
              timestamp_format: 'rfc3339',
              filter,
            },
          },
        },
      };
      const path = await fileOf('cdk.tf.json', JSON.stringify(stack));
      const { status, stdout } = await runWith(sample, '--stack', path, '--zone', zoneId, '--against', 'api');
      expect([status, stdout]).toEqual([0, '- {"RayID":"a"}\n- {"RayID":"c"}\n']);
      const second = (await emulator.result('POST', jobs, {
        name: 'one',
        destination_conf: 'r2://bucket/more?account-id=1&access-key-id=2&secret-access-key=3',
        ...options,
        filter,
      })) as { readonly id: number };
      const end = ['--stack', path, '--zone', zoneId, '--against'];
      const ambiguous = await runWith(sample, ...end, 'api');
      expect([ambiguous.status, ambiguous.stderr]).toEqual([
        2,
        expect.stringMatching(
          /^edge-platform: --against api: .* 2 jobs "one"\. .* --against api:1064\./,
        ) as string,
      ]);
      const chosen = await runWith(sample, ...end, `api:${second.id}`);
      expect([chosen.status, chosen.stdout]).toEqual([0, '']);
      expect((await emulator.call('DELETE', `${jobs}/${second.id}`)).status).toBe(200);
      const own = await runWith(sample, '--zone', 'ONE.example', '-f', errors, '--against', 'api');
      expect([own.status, own.stdout]).toEqual([0, stdout]);
      const missing = await runWith(sample, '--zone', zoneId, '--job', 'two');
      expect(missing.status).toBe(2);
      expect(missing.stderr).toContain(`zone ${zoneId} has no job "two"; it has one.`);
      expect((await runWith(sample, '--zone', 'onee.example')).stderr).toContain(
        'Did you mean "one.example"?',
      );
    });
  });
});

it('needs the same memory for input of any size', async () => {
  // A stream of some 130 MB, without ever having them at once.
  const other = runCommandOpen();
  const block = `${record('b', 503, { ClientRequestUserAgent: 'u'.repeat(900) })}\n`.repeat(1000);
  for (let at = 0; at < 130; at += 1)
    if (!other.child.stdin.write(block)) await once(other.child.stdin, 'drain');
  const peak = await peakOf(other.child.pid ?? 0);
  other.child.stdin.end();
  expect(await other.ended).toBe(0);
  expect(jsonOf(other.stdout())).toMatchObject({ lines: 130_000, delivered: 130_000 });
  expect(peak).toBeLessThan(170);
});

function runCommandOpen() {
  const child = spawn(
    process.execPath,
    [builtCommand, 'logs', 'preview', '-f', errors, ...fields, '--count', '--json', '--jobs', '2'],
    { env: { ...process.env, NODE_OPTIONS: '' }, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  return { child, stdout: () => stdout, ended: once(child, 'close').then(([code]: unknown[]) => code) };
}

/** In megabytes; 0 where the system does not say. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
