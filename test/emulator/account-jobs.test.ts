import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Fixture } from '../../lib/emulator';
import { datasetNames, findDataset } from '../../lib/logs';
import {
  accountId,
  challengedDestination,
  freeDestination,
  jobs as zoneJobs,
  pick,
  startBeforeAll,
  textAt,
  world,
  zoneId,
} from './support';

const otherAccountId = 'b'.repeat(32);
const logpush = `/accounts/${accountId}/logpush`;
const jobs = `${logpush}/jobs`;
const where = (...leaves: object[]) => JSON.stringify({ where: { and: leaves } });
const both: Fixture = {
  ...world,
  accounts: [...(world.accounts ?? []), { id: otherAccountId, name: 'Other account' }],
};

describe('log-delivery jobs of an account', () => {
  const emulator = startBeforeAll({ fixture: both });
  beforeEach(async () => {
    await emulator.control('POST', '/reset');
  });

  const made = (more: object = {}) =>
    emulator.result('POST', jobs, { destination_conf: freeDestination, dataset: 'audit_logs', ...more });

  it('are seen in no zone and in no other account, nor are those of a zone in an account', async () => {
    const id = textAt(await made(), 'id');
    const ofZone = textAt(
      await emulator.result('POST', zoneJobs, { destination_conf: freeDestination }),
      'id',
    );
    expect(ofZone).not.toBe(id);
    for (const path of [
      `${zoneJobs}/${id}`,
      `/accounts/${otherAccountId}/logpush/jobs/${id}`,
      `${jobs}/${ofZone}`,
    ])
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect([
          method,
          path,
          (await emulator.call(method, path, method === 'PUT' ? {} : undefined)).status,
        ]).toEqual([method, path, 404]);
    expect(await emulator.result('GET', jobs)).toHaveLength(1);
    expect(await emulator.result('GET', zoneJobs)).toHaveLength(1);
  });

  it.each(datasetNames)(
    'are accepted for %s only where accounts have it, and those of zones likewise',
    async (name) => {
      for (const [scope, path] of [
        ['zone', zoneJobs],
        ['account', jobs],
      ] as const) {
        const isOf = findDataset(name, scope) !== undefined;
        const reply = await emulator.call('POST', path, { destination_conf: freeDestination, dataset: name });
        expect([scope, reply.status]).toEqual([scope, isOf ? 200 : 400]);
        if (isOf) continue;
        const other = scope === 'zone' ? 'account' : 'zone';
        expect(pick(reply.body, 'errors')).toEqual([
          {
            code: 1004,
            message: `creating a new job is not allowed: the dataset ${name} belongs to ${other}s, not to ${scope}s`,
          },
        ]);
        expect(
          (await emulator.call('GET', `${path.replace(/jobs$/, '')}datasets/${name}/fields`)).status,
        ).toBe(404);
      }
    },
  );

  it('fail without a dataset, because the default is one of zones', async () => {
    const reply = await emulator.call('POST', jobs, { destination_conf: freeDestination });
    expect([reply.status, reply.text]).toEqual([
      400,
      expect.stringContaining('http_requests belongs to zones'),
    ]);
  });

  it('have the fields of the dataset as accounts have it', async () => {
    const fields = async (path: string) =>
      Object.keys((await emulator.result('GET', `${path}/datasets/firewall_events/fields`)) as object);
    expect(await fields(logpush)).toContain('ZoneName');
    expect(await fields(`/zones/${zoneId}/logpush`)).not.toContain('ZoneName');
    const filter = where({ key: 'ZoneName', operator: 'eq', value: 'a.example' });
    const body = {
      destination_conf: freeDestination,
      dataset: 'firewall_events',
      filter,
      logpull_options: 'fields=ZoneName',
    };
    expect((await emulator.call('POST', jobs, body)).status).toBe(200);
    expect((await emulator.call('POST', zoneJobs, body)).status).toBe(400);
    expect(
      await emulator.result('POST', `${logpush}/validate/origin`, {
        logpull_options: 'fields=ZoneName',
        dataset: 'firewall_events',
      }),
    ).toEqual({ valid: true, message: '' });
  });

  it('number at most four for each dataset of an account, whatever the plans of its zones', async () => {
    for (let count = 0; count < 4; count += 1) await made();
    const reply = await emulator.call('POST', jobs, {
      destination_conf: freeDestination,
      dataset: 'audit_logs',
    });
    expect([reply.status, pick(reply.body, 'errors')]).toEqual([
      403,
      [
        {
          code: 1004,
          message: 'creating a new job (for audit_logs dataset) is not allowed: exceeded max jobs allowed',
        },
      ],
    ]);
    await made({ dataset: 'gateway_dns' });
    await emulator.result('POST', zoneJobs, { destination_conf: freeDestination });
  });

  it('need a challenge of this account where the destination needs one', async () => {
    const prove = async (owner: string) => {
      const proof = await emulator.result('POST', `/${owner}/logpush/ownership`, {
        destination_conf: challengedDestination,
      });
      return readFile(join(emulator.bucketsDir, 'bucket', textAt(proof, 'filename')), 'utf8');
    };
    const own = await prove(`accounts/${accountId}`);
    const ask = (challenge: string) => ({
      destination_conf: challengedDestination,
      ownership_challenge: challenge,
    });
    for (const wrong of [await prove(`zones/${zoneId}`), await prove(`accounts/${otherAccountId}`)]) {
      expect((await emulator.call('POST', jobs, { dataset: 'audit_logs', ...ask(wrong) })).status).toBe(400);
      expect(await emulator.result('POST', `${logpush}/ownership/validate`, ask(wrong))).toEqual({
        valid: false,
      });
    }
    expect(await emulator.result('POST', `${logpush}/ownership/validate`, ask(own))).toEqual({ valid: true });
    expect((await emulator.call('POST', zoneJobs, ask(own))).status).toBe(400);
    await made(ask(own));
    expect(
      await emulator.result('POST', `${logpush}/validate/destination/exists`, {
        destination_conf: challengedDestination,
      }),
    ).toEqual({ exists: true });
  });
});

describe('records of a dataset', () => {
  const emulator = startBeforeAll({ fixture: both });
  beforeEach(async () => {
    await emulator.control('POST', '/reset');
  });

  const records = `/accounts/${accountId}/datasets/audit_logs/records`;
  const send = (path: string, ...lines: object[]) =>
    emulator.control('POST', path, lines.map((line) => JSON.stringify(line)).join('\n'));
  const linesIn = async (bucket: string) => {
    const names = await readdir(join(emulator.bucketsDir, bucket), { recursive: true });
    const files = names.filter((name) => name.endsWith('.log.gz')).sort();
    const texts = await Promise.all(files.map((name) => readFile(join(emulator.bucketsDir, bucket, name))));
    return { files, lines: texts.flatMap((text) => gunzipSync(text).toString().split('\n').slice(0, -1)) };
  };
  const destination = (bucket: string) =>
    `r2://${bucket}/{DATE}?account-id=1&access-key-id=2&secret-access-key=3`;

  it('go through the filter of each enabled job of the account, and of no other', async () => {
    const filter = where({ key: 'ActionType', operator: 'startsWith', value: 'token_' });
    const options = 'fields=When,ActionType,ActionResult&timestamps=rfc3339';
    const create = (path: string, more: object) =>
      emulator.result('POST', path, {
        enabled: true,
        logpull_options: options,
        dataset: 'audit_logs',
        ...more,
      });
    const id = textAt(await create(jobs, { destination_conf: destination('audit'), filter }), 'id');
    await create(jobs, { destination_conf: destination('disabled'), enabled: false });
    await create(`/accounts/${otherAccountId}/logpush/jobs`, { destination_conf: destination('other') });
    const reply = await send(
      records,
      { When: '2026-01-02T03:04:05Z', ActionType: 'token_create', ActionResult: true },
      { When: '2026-01-02T03:04:06Z', ActionType: 'login' },
      { ActionType: 'token_roll' },
    );
    expect(reply.body).toEqual({ accepted: 3, delivered: { [id]: 2 } });
    const { files, lines } = await linesIn('audit');
    expect(files).toEqual([
      expect.stringMatching(/^20260102\/20260102T030405Z_20260102T030406Z_[0-9a-f]{8}\.log\.gz$/),
    ]);
    expect(lines).toEqual([
      '{"When":"2026-01-02T03:04:05Z","ActionType":"token_create","ActionResult":true}',
      '{"When":"","ActionType":"token_roll","ActionResult":false}',
    ]);
    for (const bucket of ['other', 'disabled']) await expect(linesIn(bucket)).rejects.toThrow('ENOENT');
  });

  it.each(
    Object.entries<[string, string, number, string]>({
      'an unknown field': [records, '{}\n{"Colour":1}', 400, 'line 2: Colour: is not a field of the dataset'],
      'a value of another type': [records, '{"ActionResult":"yes"}', 400, 'line 1: ActionResult: '],
      'HTTP requests, which have headers': [
        `/zones/${zoneId}/datasets/http_requests/records`,
        '{}',
        400,
        `come from exchanges: POST /__emulator/zones/${zoneId}/requests`,
      ],
      'a line that is no object': [records, '[]', 400, 'line 1: must be a JSON object'],
      'a dataset of zones': [
        `/accounts/${accountId}/datasets/dns_logs/records`,
        '{}',
        404,
        'could not find dataset dns_logs of an account',
      ],
      'a dataset of accounts': [
        `/zones/${zoneId}/datasets/audit_logs/records`,
        '{}',
        404,
        'could not find dataset audit_logs of a zone',
      ],
    }),
  )('fail with %s', async (_name, [path, body, status, text]) => {
    const reply = await emulator.control('POST', path, body);
    expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(text)]);
  });
});
