import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { faultKinds, kindsWithAfter } from '../../lib/emulator/faults/order';
import type { FaultRow, RequestBody } from '../../lib/emulator/page/model/requests';
import { curlOf } from '../../lib/emulator/page/app/views/requests/curl';
import {
  emptyForm,
  faultChoices,
  faultOrderOf,
  presets,
  describeCalls,
  describeEffect,
} from '../../lib/emulator/page/app/views/requests/fault-order';
import {
  formatCountdown,
  formatDuration,
  formatPause,
  formatTarget,
} from '../../lib/emulator/page/app/views/requests/format';
import { start, type Running } from './support';

const origin = 'http://127.0.0.1:8787';

function bodyWith(text: string, contentType: string | null = 'application/json'): RequestBody {
  return { kind: 'text', contentType, text, replaced: [] };
}

describe('the command that repeats a call', () => {
  it('is a curl command with the token from the environment', () => {
    expect(
      curlOf(origin, { method: 'GET', path: '/client/v4/zones', query: 'page=2', body: { kind: 'none' } }),
    ).toBe(`curl 'http://127.0.0.1:8787/client/v4/zones?page=2' \\
  -H "Authorization: Bearer $EDGE_API_TOKEN"`);
    expect(
      curlOf(origin, { method: 'PUT', path: '/client/v4/x', query: '', body: bodyWith(`{"name":"it's"}`) }),
    ).toBe(`curl -X PUT 'http://127.0.0.1:8787/client/v4/x' \\
  -H "Authorization: Bearer $EDGE_API_TOKEN" \\
  -H 'Content-Type: application/json' \\
  --data-raw '{"name":"it'\\''s"}'`);
  });

  it('does not exist without the body', () => {
    const body = { kind: 'withheld', reason: '' } as const;
    expect(curlOf(origin, { method: 'PUT', path: '/', query: '', body })).toBeUndefined();
  });

  it('gives curl exactly what was sent, whatever that is', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((each) => !each.includes('\0'));
    const hostile = fc.oneof(
      text,
      fc.constantFrom(
        `'; exit 1; '`,
        '$(exit 1)',
        '`exit 1`',
        '@/etc/passwd',
        '\\',
        "'",
        '"',
        'a\nb\r\n',
        '-d',
        '!!',
      ),
      fc.json(),
    );
    const call = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      path: hostile.map((each) => `/client/v4/${each}`),
      query: hostile,
      body: fc.oneof(
        fc.constant<RequestBody>({ kind: 'none' }),
        fc.tuple(hostile, fc.oneof(hostile, fc.constant(null))).map(([sent, type]) => bodyWith(sent, type)),
      ),
    });
    fc.assert(
      fc.property(fc.array(call, { minLength: 30, maxLength: 30 }), (calls) => {
        // The shell's own function stands for curl: it prints its arguments.
        const script = [
          'curl() { printf "%s\\0" "$@" END; }',
          ...calls.map((each) => curlOf(origin, each) ?? ''),
        ];
        const printed = execFileSync('sh', ['-s'], {
          input: script.join('\n'),
          env: { EDGE_API_TOKEN: 'to ken' },
        }).toString();
        const seen = printed.split('END\0').slice(0, -1);
        expect(seen.map((each) => each.split('\0').slice(0, -1))).toEqual(calls.map(argumentsFor));
      }),
      { numRuns: 8 },
    );
  });

  function argumentsFor(call: Parameters<typeof curlOf>[1]): readonly string[] {
    const { method, path, query, body } = call;
    const url = `${origin}${path}${query === '' ? '' : `?${query}`}`;
    return [
      ...(method === 'GET' && body.kind === 'none' ? [] : ['-X', method]),
      ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
      ...(/\/\.\.?(\/|$)/.test(path) ? ['--path-as-is'] : []),
      url,
      '-H',
      'Authorization: Bearer to ken',
      ...(body.kind === 'text'
        ? ['-H', (body.contentType ?? '') === '' ? 'Content-Type:' : `Content-Type: ${body.contentType}`]
        : []),
      ...(body.kind === 'text' ? ['--data-raw', body.text] : []),
    ];
  }
});

describe('the form of faults', () => {
  let emulator: Running;
  beforeAll(async () => {
    emulator = await start();
  });

  it('has every kind, and the order of execution for the kinds that have it', () => {
    expect(faultChoices.map(({ kind }) => kind)).toEqual(faultKinds);
    expect(faultChoices.filter(({ fields }) => fields.includes('after')).map(({ kind }) => kind)).toEqual(
      kindsWithAfter,
    );
  });

  it('sends what applies to the kind alone, and the control takes it', async () => {
    const filled = {
      ...emptyForm,
      method: 'writes',
      path: ' /zones ',
      times: '3',
      skip: '1',
      probability: '0.5',
      seed: '7',
      status: '503',
      code: '1',
      message: 'Maintenance',
      ms: '500',
      result: '[1]',
      after: true,
    };
    const common = {
      match: { method: ['POST', 'PUT', 'PATCH', 'DELETE'], path: '/zones' },
      times: 3,
      skip: 1,
      probability: 0.5,
      seed: 7,
    };
    const expected: Record<string, object> = {
      status: { status: 503, code: 1, message: 'Maintenance', after: true },
      not_json: { status: 503, message: 'Maintenance', after: true },
      delay: { ms: 500, after: true },
      result: { result: [1] },
    };
    for (const kind of faultKinds) {
      const order = faultOrderOf({ ...filled, kind });
      expect(order).toEqual({ kind, ...common, ...expected[kind] });
      expect((await emulator.control('POST', '/faults', order)).status).toBe(200);
    }
    expect(faultOrderOf(emptyForm)).toEqual({ kind: 'status' });
    expect(faultOrderOf({ ...emptyForm, method: 'GET', seed: '7' })).toEqual({
      kind: 'status',
      match: { method: 'GET' },
    });
  });

  it('sends what is no number as it is, so that the control says what is wrong', async () => {
    const reply = await emulator.control('POST', '/faults', faultOrderOf({ ...emptyForm, times: 'many' }));
    expect(reply.text).toContain('times: must be an integer');
    expect(() => faultOrderOf({ ...emptyForm, kind: 'result', result: '{' })).toThrow('result: is not JSON');
  });

  it.each(presets.map(({ label, order }) => [label, order]))(
    'has a preset that the control takes: %s',
    async (_, order) => {
      expect((await emulator.control('POST', '/faults', order)).status).toBe(200);
    },
  );
});

describe('a fault in words', () => {
  const fault: FaultRow = {
    id: '1',
    kind: 'status',
    methods: [],
    path: null,
    skip: 0,
    times: 1,
    probability: null,
    after: false,
    status: null,
    ms: null,
    hits: 0,
  };

  it.each<[Partial<FaultRow>, string]>([
    [{}, 'The next call'],
    [{ methods: ['PUT', 'POST', 'patch', 'DELETE'], times: 3 }, 'The next 3 writes'],
    [{ methods: ['get'], times: null, path: '/zones' }, 'All GET calls to paths that begin with /zones'],
    [
      { methods: ['GET', 'PUT'], path: '/zones/*/x', skip: 2 },
      'The next GET or PUT call to /zones/*/x, after the first 2',
    ],
    [{ probability: 0.1, times: null }, 'About 10 % of all calls'],
    [{ probability: 0.125, times: 1000 }, 'About 12.5 % of all calls, at most 1,000'],
  ])('says which calls it hits: %j', (change, words) => {
    expect(describeCalls({ ...fault, ...change })).toBe(words);
  });

  it.each<[Partial<FaultRow>, string]>([
    [{}, 'Not executed; the reply has status 500'],
    [{ status: 503, after: true }, 'Executed; the reply has status 503'],
    [{ kind: 'delay', ms: 500 }, 'Executed after 500 ms'],
    [{ kind: 'hang' }, 'Not executed; no reply'],
  ])('says what happens: %j', (change, words) => {
    expect(describeEffect({ ...fault, ...change })).toBe(words);
  });

  it('has words for every kind', () => {
    for (const kind of faultKinds) expect(describeEffect({ ...fault, kind })).toMatch(/^(Not e|E)xecuted/);
  });
});

describe('numbers of the page', () => {
  it('are short', () => {
    expect([300_000, 192_001, 59_000, 0, -5].map(formatCountdown)).toEqual([
      '5:00',
      '3:13',
      '0:59',
      '0:00',
      '0:00',
    ]);
    expect([0.4, 12.4, 999, 1234].map(formatDuration)).toEqual(['<1 ms', '12 ms', '999 ms', '1.2 s']);
    expect([0, 1, 1234].map(formatPause)).toEqual([
      'Paused',
      'Paused, 1 newer call',
      'Paused, 1,234 newer calls',
    ]);
    expect(formatTarget({ path: '/client/v4/zones', query: 'a=b' })).toBe('/zones?a=b');
    expect(formatTarget({ path: '/client/v4', query: '' })).toBe('/client/v4');
  });
});
