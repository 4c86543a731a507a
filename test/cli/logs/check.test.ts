import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../support/folder';
import { runInProcess } from '../support';

const files = makeFolder();

const runWith = (input: string | undefined, ...parameters: string[]) =>
  runInProcess(input, 'logs', ...parameters);
const run = (...parameters: string[]) => runWith(undefined, ...parameters);
const fileOf = async (name: string, text: string) => {
  const path = join(files, name);
  await writeFile(path, text);
  return path;
};
const errors = '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"geq","value":"500"}]}}';

const chain = (of: (at: number) => string) => Array.from({ length: 40 }, (_, at) => of(at)).join(' or ');

describe('edge-platform logs check', () => {
  it('accepts an argument, a file, also with a byte order mark, and stdin', async () => {
    const { stdout } = await run('check', 'EdgeResponseStatus >= 500');
    expect(stdout).toContain(errors);
    const path = await fileOf('filter.json', `\ufeff${errors}\n`);
    expect((await run('check', path)).stdout).toBe(stdout);
    expect((await runWith(errors, 'check', '-')).stdout).toBe(stdout);
    expect((await runWith('EdgeResponseStatus ge 500\n', 'check')).stdout).toBe(stdout);
  });

  it('fails with each fault, its fix and a caret under its position', async () => {
    const path = await fileOf(
      'faulty.json',
      `{"where":{"and":[\n\t{"key":"ClientCountry","operator":"neq","value":"de"}]}}`,
    );
    expect(await run('check', path)).toEqual({
      status: 1,
      stderr: '',
      stdout: `The filter is not valid for http_requests: it has 1 error.

1. There is no operator "neq". Did you mean "!eq"?

   ${path}:2:36
     {"key":"ClientCountry","operator":"neq","value":"de"}]}}
                                       ^
`,
    });
  });

  it('warns about what this version does not know, and about retired fields', async () => {
    const filter = 'SomeNewField == "x" and WAFAction == "block" and EdgeResponseStatus >= 500';
    const { status, stdout } = await run('check', filter);
    expect(status).toBe(0);
    expect(stdout).toContain('The filter may be valid for http_requests: it has 2 warnings.');
    expect(stdout).toMatch(/1\. "SomeNewField" is not among the fields of http_requests/);
    expect(stdout).toMatch(/2\. The service has retired the field "WAFAction"[^]*"SecurityAction"/);
    const json = JSON.parse((await run('check', '--json', filter)).stdout) as {
      valid: boolean;
      faults: object[];
    };
    expect(json.valid).toBe(true);
    expect(json.faults).toMatchObject([
      { code: 'filter.unknown_field', kind: 'unknown' },
      { code: 'filter.retired_field', kind: 'retired' },
    ]);
    const newer = await run('check', '-d', 'quantum_events', 'Spin == "up"');
    expect([newer.status, newer.stdout]).toEqual([
      0,
      expect.stringContaining('"quantum_events" is not among the datasets') as string,
    ]);
  });

  it('accepts an expression that fits in the shorter form that `where` sends', async () => {
    const { status, stdout } = await run(
      'check',
      chain((at) => `ClientASN == ${at}`),
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /is valid for http_requests\.\n\nIt exceeds the limits as it is written; `where` sends/,
    );
    expect(stdout).toMatch(/Operators {2}\[#{20}\] {2} *41 of about 30/);
    expect(stdout).toMatch(
      /Shorter form that matches the same lines \(2 operators, \d+ bytes\):\n {2}\{"where"/,
    );
  });

  it('fails for an expression without a shorter form', async () => {
    const { status, stdout } = await run(
      'check',
      chain((at) => `ClientRequestPath contains "/${at}/"`),
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/has 41 operators and \d+ bytes, and no shorter\s+form was found/);
    expect(stdout).not.toContain('fromJson');
  });

  it('counts the bytes of JSON as they are sent, without white space and escapes', async () => {
    const leaf = { key: 'ClientRequestPath', operator: 'contains', value: '/a/' };
    const conditions = Array.from({ length: 8 }, (_, at) => ({ ...leaf, value: `/${at}/` }));
    const pretty = await run('check', JSON.stringify({ where: { or: conditions } }, null, 4));
    expect(pretty.status).toBe(0);
    expect(pretty.stdout).toMatch(
      /It is \d{4} bytes long as it is written; the provider sends the canonical form\s+below/,
    );
  });

  it('fails for JSON that is too large, and shows a shorter equivalent filter', async () => {
    const leaf = { key: 'ClientASN', operator: 'eq' };
    const many = Array.from({ length: 40 }, (_, at) => ({ ...leaf, value: `${at}` }));
    const long = await run('check', JSON.stringify({ where: { or: many } }));
    expect([long.status, long.stdout]).toEqual([
      1,
      expect.stringMatching(/fromJson\(\.\.\.\)\s+sends\s+the\s+shorter\s+form\s+below/) as string,
    ]);
  });

  it('fails for a whole job, and shows where its filter is', async () => {
    const { status, stdout } = await run(
      'check',
      JSON.stringify({ dataset: 'http_requests', filter: errors }),
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/^1\. This is a job, not a filter: the filter is its member "filter"\./m);
  });

  it('shows warnings, and fails when no line can pass', async () => {
    const useless = await run('check', 'EdgeResponseStatus >= 500 and EdgeResponseStatus > 400');
    expect(useless.status).toBe(0);
    expect(useless.stdout).toMatch(/EdgeResponseStatus > 400.\s+is\s+redundant/);
    const never = await run('check', 'BotScore > 50 and BotScore < 20');
    expect(never.status).toBe(1);
    expect(never.stdout).toContain('is valid for http_requests, but no line passes it');
    expect(never.stdout).toContain('nothing would be delivered');
  });

  it('prints one JSON document', async () => {
    const { status, stdout } = await run('check', '--json', '-d', 'firewall_events', 'Action == "block"');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      dataset: 'firewall_events',
      valid: false,
      faults: [{ code: 'filter.field_not_filterable', position: { offset: 0, line: 1, column: 1 } }],
      canonical: null,
    });
    expect(JSON.parse((await run('check', '--json', errors)).stdout)).toEqual({
      version: 1,
      dataset: 'http_requests',
      valid: true,
      faults: [],
      canonical: errors,
      expression: 'EdgeResponseStatus >= 500',
      operators: { count: 2, limit: 30 },
      bytes: { count: 79, limit: 1000 },
      findings: [],
      shorter: null,
    });
  });

  it.each([
    [['check', tmpdir()], /cannot read the filter file .*: it is a folder/],
    [['check', '-d', 'http requests', 'BotScore < 3'], /knows no dataset "http requests"/],
  ])('fails with 2 when the check is not possible: %j', async (parameters, message) => {
    const { status, stdout, stderr } = await run(...parameters);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});

describe('edge-platform logs explain', () => {
  it('prints the expression of a filter, in lines', async () => {
    const text = JSON.stringify({
      where: {
        or: [
          {
            and: [
              { key: 'ClientRequestPath', operator: 'startsWith', value: '/api/' },
              { key: 'EdgeResponseStatus', operator: 'geq', value: '500' },
            ],
          },
          { key: 'ClientCountry', operator: '!in', value: ['de', 'nl', 'at'] },
        ],
      },
    });
    expect(await run('explain', text)).toEqual({
      status: 0,
      stderr: '',
      stdout: `starts_with(ClientRequestPath, "/api/") and EdgeResponseStatus >= 500
or not ClientCountry in {"de" "nl" "at"}
`,
    });
  });

  it('fails with the faults on stderr', async () => {
    const { status, stdout, stderr } = await runWith('BotScore <', 'explain');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('but the text ends');
    expect(stderr).toContain('  BotScore <\n               ^\n');
  });
});
