import * as cdktf from 'cdktf';
import * as cdktn from 'cdktn';
import fc from 'fast-check';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { EdgeClient } from '../../../lib/client';
import { describePath } from '../../../lib/client/call-trace';
import { formatJson, formatText, logFields, type Entry } from '../../../lib/drivers/log/fields';
import { Log } from '../../../lib/drivers/log/log';
import { fileSink, terraformLevel, type Sink } from '../../../lib/drivers/log/sinks';
import { deployDetails, openService } from '../../../lib/drivers/service';
import { JumpingClock } from '../../client/support/clocks';
import { fail, json, serveEachTest } from '../../client/support/serve';
import { makeFolder } from '../../support/folder';

const server = serveEachTest();

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

function collect(level: Sink['level'] = 'trace'): { readonly log: Log; readonly entries: Entry[] } {
  const entries: Entry[] = [];
  const write = (entry: Entry) => void entries.push(entry);
  return { log: new Log([{ level, write }], { program: 'plugin', pid: 7 }), entries };
}

function connect(log: Log, clock = new JumpingClock()): EdgeClient {
  const { observer } = log;
  return server.client({ retryTimeoutMs: 600_000, clock, ...(observer !== undefined && { observer }) });
}

function hostVersion(name: string): string {
  const path = join(__dirname, '../../../node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

describe('the log', () => {
  it('has a line for each attempt of a call, for each wait and for the operation', async () => {
    const answers = [503, 429];
    server.respond = (_, response) => {
      const status = answers.shift();
      const headers = { 'cf-ray': `ray-${status ?? 200}`, 'retry-after': '30' };
      if (status === undefined) json(response, 200, { success: true, result: [] }, { 'cf-ray': 'ray-200' });
      else fail(response, status, { code: 971, message: 'CANARY' }, headers);
    };
    const { log, entries } = collect();
    const about = { operation: 'read', resource_type: 'edge_logpush_job', name: 'errors' };
    await log.run(
      () => about,
      () => connect(log).logpush.list('z'),
      () => ({ id: '1' }),
    );
    const call = { ...about, operation_id: 1, method: 'GET', path: '/zones/z/logpush/jobs' };
    expect(entries.map(({ level, message, fields }) => [level, message, fields])).toMatchObject([
      [
        'warn',
        'API call',
        { ...call, attempt: 1, status: 503, ray_id: 'ray-503', error: 'EDGE_API', codes: [971] },
      ],
      [
        'info',
        expect.stringMatching(
          /failed calls that are repeated \(HTTP 503\), \d+ s; \d+ min \d+ s left in all$/,
        ),
        { wait_reason: 'failure' },
      ],
      ['warn', 'API call', { ...call, attempt: 2, status: 429, ray_id: 'ray-429', error: 'EDGE_RATE_LIMIT' }],
      ['info', 'Waiting for the API: pause that the service asked for (HTTP 429), 30 s', { wait_ms: 30_000 }],
      ['debug', 'API call', { attempt: 3, status: 200, wait_ms: 30_000, wait_reason: 'retry_after' }],
      ['info', 'Operation ended', { ...about, id: '1', calls: 3, retries: 2, program: 'plugin', pid: 7 }],
    ]);
    expect(Number(entries.at(-1)?.fields.wait_ms)).toBeGreaterThanOrEqual(30_000);
    expect(JSON.stringify(entries)).not.toContain('CANARY');
  });

  it('has the failure of an operation, and of a call that was not sent', async () => {
    server.refuse(429, { code: 971, message: 'Please wait' }, { 'retry-after': '3600' });
    const { log, entries } = collect('info');
    const client = connect(log);
    const read = () => client.logpush.list('z');
    await expect(log.run(() => ({ operation: 'read' }), read)).rejects.toMatchObject({ status: 429 });
    await expect(read()).rejects.toMatchObject({ status: 429 });
    expect(entries.map(({ level, message, fields }) => [level, message, fields])).toMatchObject([
      ['warn', 'API call', { status: 429, attempt: 1 }],
      ['error', 'Operation ended', { calls: 1, error: 'EDGE_RATE_LIMIT' }],
      ['warn', 'API call', { status: undefined, duration_ms: undefined, error: 'EDGE_RATE_LIMIT' }],
    ]);
  });

  it('costs nothing where nobody reads it: the client makes no events, and nothing is described', async () => {
    const describe = jest.fn(() => ({}));
    const log = new Log([], {});
    expect(log.observer).toBeUndefined();
    await expect(log.run(describe, () => Promise.resolve('done'))).resolves.toBe('done');
    expect(describe).not.toHaveBeenCalled();
  });

  it('never has a secret, whatever the service echoes', async () => {
    const secret = 'CANARY-1234567890/secret';
    const url = `https://hooks.example.com/${secret}`;
    server.respond = ({ headers, body }, response) => {
      const message = `${headers.authorization ?? ''} ${body} ${url}`;
      fail(response, 400, { code: 1004, message }, { 'cf-ray': `${secret} x` });
    };
    const { log, entries } = collect();
    const client = server.client({
      credentials: { apiToken: 'CANARY-token-123' },
      observer: log.observer ?? (() => undefined),
    });
    const calls: (() => Promise<unknown>)[] = [
      () => client.alerting.createWebhook('a', { name: 'hook', url, secret }),
      () => client.alerting.getWebhook('a', 'CANARY-webhook-id'),
      () =>
        client.logpush.create('z', {
          dataset: 'http_requests',
          destination_conf: `s3://b?secret-access-key=${secret}`,
          ownership_challenge: secret,
        }),
      () => client.zones.find('CANARY.example.com'),
      () => client.pools.update('a', 'p', { notification_email: 'CANARY@example.com' }),
    ];
    for (const call of calls) await expect(log.run(() => ({}), call)).rejects.toBeDefined();
    const lines = entries.map((entry) => formatJson(entry) + formatText(entry)).join('\n');
    expect(entries.filter(({ message }) => message === 'API call')).toHaveLength(calls.length);
    expect(lines).not.toContain('CANARY');
  });

  it('hides the values of queries and the ids of webhooks in any path', () => {
    const canary = fc
      .string({ minLength: 1, maxLength: 9 })
      .map((text) => `CANARY${encodeURIComponent(text)}`);
    const name = fc.constantFrom('name', 'token', 'cursor', 'account.name', 'key', 'page_token');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, canary), { minLength: 1 }), canary, (parameters, id) => {
        const query = parameters.map(([key, value]) => `${key}=${value}`).join('&');
        const path = `/client/v4/accounts/a/alerting/v3/destinations/webhooks/${id}?page=2&${query}`;
        const shown = describePath(path, '/client/v4');
        expect(shown).toMatch(/^\/accounts\/a\/alerting\/v3\/destinations\/webhooks\/…\?page=2&/);
        expect(shown).not.toContain('CANARY');
      }),
    );
  });
});

describe('a line', () => {
  const entry: Entry = {
    level: 'warn',
    message: 'API call',
    time: new Date('2026-01-02T03:04:05.678Z'),
    fields: { status: 200, method: 'GET', path: '/zones', name: 'two words', codes: [], pid: 7 },
  };

  it('is JSON as go-plugin reads it, with the fields in the order of the table', () => {
    expect(formatJson(entry)).toBe(
      '{"@level":"warn","@message":"API call","@timestamp":"2026-01-02T03:04:05.678000Z","@module":"edge",' +
        '"name":"two words","method":"GET","path":"/zones","status":200,"pid":7}',
    );
  });

  it('is one line of text for people', () => {
    expect(formatText(entry)).toBe('03:04:05.678 warn: GET /zones name="two words" status=200');
    expect(formatText({ ...entry, fields: { name: 'a\nb' }, level: 'info' })).toBe(
      '03:04:05.678 API call name="a\\nb"',
    );
  });

  it.each([
    [{}, undefined],
    [{ TF_LOG: 'INFO' }, 'info'],
    [{ TF_LOG: 'INFO', TF_LOG_PROVIDER: 'trace' }, 'trace'],
    [{ TF_LOG: 'trace', TF_LOG_PROVIDER: 'off' }, undefined],
    [{ TF_LOG: 'JSON' }, 'trace'],
    [{ TF_LOG_PROVIDER: '', TF_LOG: 'error' }, 'error'],
    [{ TF_LOG_CORE: 'trace' }, undefined],
  ])('with %j has the level %s or a higher one', (env, level) => {
    expect(terraformLevel(env)).toBe(level);
  });
});

describe('the log file', () => {
  const open = (name: string, warn: (text: string) => void = () => undefined) => {
    const log = new Log(fileSink({ EDGE_LOG_FILE: join(folder, name) }, warn), { program: 'cli' });
    return log;
  };

  it('gets the lines of several processes, and only its user reads it', async () => {
    server.answer([]);
    const logs = [open('audit.jsonl'), open('audit.jsonl')];
    await Promise.all(
      logs.map((log) =>
        log.run(
          () => ({}),
          () => connect(log).logpush.list('z'),
        ),
      ),
    );
    for (const log of logs) log.end();
    const path = join(folder, 'audit.jsonl');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as Record<string, unknown>)['@message']).sort()).toEqual([
      ...['API call', 'API call', 'All operations ended', 'All operations ended'],
      ...['Operation ended', 'Operation ended'],
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = open('audit.jsonl');
    again.write('info', 'more');
    again.end();
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(lines.length + 1);
  });

  it.each(['missing/audit.jsonl', '.'])('fails at once for %s, which cannot be opened', (name) => {
    expect(() => open(name)).toThrow(
      /^EDGE_LOG_FILE is ".*", and it cannot be opened to append to it: E\w+: .*unset/,
    );
  });

  it('warns once about lines that cannot be written', () => {
    const warnings: string[] = [];
    const log = open('audit.jsonl', (text) => void warnings.push(text));
    log.end();
    log.write('info', 'one');
    log.write('info', 'two');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^EDGE_LOG_FILE: lines are missing in /);
  });
});

describe('the user agent', () => {
  it.each([
    ['cdktf', cdktf],
    ['cdktn', cdktn],
  ])('has %s with its version, also where the stack has overrides', (name, host) => {
    const app = new host.App({ outdir: folder });
    const stack = new host.TerraformStack(app, 'logs');
    stack.addOverride('terraform.required_version', '>= 1.11');
    app.synth();
    const before = process.cwd();
    process.chdir(join(folder, 'stacks/logs'));
    try {
      expect(deployDetails()).toEqual([`${name}/${hostVersion(name)}`]);
    } finally {
      process.chdir(before);
    }
  });

  it('has the version, the driver, the version of Terraform and the host as far as they are known', async () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect(deployDetails('1.11.4')).toEqual(['terraform/1.11.4', 'hcl']);
      expect(deployDetails('1.11\r\nx: y')).toEqual(['hcl']);
    } finally {
      process.chdir(before);
    }
    server.answer([]);
    const { log, entries } = collect();
    const configuration = { baseUrl: server.baseUrl, credentials: { apiToken: 'CANARY-token' } };
    const client = openService(configuration, log, ['plugin', 'terraform/1.11.4', 'cdktf/0.21.0']);
    await client.logpush.list('z');
    await client.close();
    const userAgent =
      /^cdktf-edge-platform\/\d[\w.-]* \(plugin; terraform\/1\.11\.4; cdktf\/0\.21\.0; node\/[\d.]+\)$/;
    expect(server.received[0]?.headers['user-agent']).toMatch(userAgent);
    expect(entries[0]).toMatchObject({ message: 'API', fields: { base_url: server.baseUrl } });
    expect(JSON.stringify(entries)).not.toContain('CANARY');
  });
});

it('has a table of its fields in the docs', () => {
  const page = readFileSync(join(__dirname, '../../../docs/reliability.md'), 'utf8');
  const [, section = ''] = page.split('\n## Log\n');
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, name, meaning]) => [
    name,
    meaning,
  ]);
  expect(rows.filter(([name]) => Object.keys(logFields).includes(name ?? ''))).toEqual(
    Object.entries(logFields),
  );
});
