import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { faultKinds, kindsWithAfter } from '../../lib/emulator/faults/order';
import type { FaultState } from '../../lib/emulator/faults/faults';
import { formatCountdown, formatDuration, formatPause } from '../../lib/emulator/page/requests';
import {
  describeCalls,
  describeEffect,
  faultChoices,
  presets,
} from '../../lib/emulator/page/requests/faults';
import { curlOf, targetOf, type SentBody } from '../../lib/emulator/page/requests/sent-body';
import { startBeforeAll } from './support';

const origin = 'http://127.0.0.1:8787';

function bodyWith(text: string, contentType: string | null = 'application/json'): SentBody {
  return { kind: 'text', contentType, text, replaced: [] };
}

describe('the command that repeats a call', () => {
  it('does not exist without the body', () => {
    const body = { kind: 'withheld', reason: '' } as const;
    expect(curlOf(origin, { method: 'PUT', path: '/', query: '' }, body)).toBeUndefined();
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
        fc.constant<SentBody>({ kind: 'none' }),
        fc.tuple(hostile, fc.oneof(hostile, fc.constant(null))).map(([sent, type]) => bodyWith(sent, type)),
      ),
    });
    fc.assert(
      fc.property(fc.array(call, { minLength: 30, maxLength: 30 }), (calls) => {
        // The shell's own function stands for curl: it prints its arguments.
        const script = [
          'curl() { printf "%s\\0" "$@" END; }',
          ...calls.map(({ body, ...each }) => curlOf(origin, each, body) ?? ''),
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

  function argumentsFor(call: Parameters<typeof curlOf>[1] & { readonly body: SentBody }): readonly string[] {
    const { method, path, body } = call;
    const url = origin + targetOf(call);
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
  const emulator = startBeforeAll();

  it('has every kind, and the order of execution for the kinds that have it', () => {
    expect(faultChoices.map(({ kind }) => kind)).toEqual(faultKinds);
    expect(faultChoices.filter(({ fields }) => fields.includes('after')).map(({ kind }) => kind)).toEqual(
      kindsWithAfter,
    );
  });

  it.each(presets.map(({ label, order }) => [label, order]))(
    'has a preset that the control takes: %s',
    async (_, order) => {
      expect((await emulator.control('POST', '/faults', order)).status).toBe(200);
    },
  );
});

describe('a fault in words', () => {
  const fault: FaultState = { id: '1', kind: 'status', match: {}, skip: 0, times: 1, hits: 0 };
  const endless = Number.MAX_SAFE_INTEGER;

  it.each<[Partial<FaultState>, string]>([
    [{}, 'The next call'],
    [{ match: { method: ['PUT', 'POST', 'patch', 'DELETE'] }, times: 3 }, 'The next 3 writes'],
    [
      { match: { method: 'get', path: '/zones' }, times: endless },
      'All GET calls to paths that begin with /zones',
    ],
    [
      { match: { method: ['GET', 'PUT'], path: '/zones/*/x' }, skip: 2 },
      'The next GET or PUT call to /zones/*/x, after the first 2',
    ],
    [{ probability: 0.1, times: endless }, 'About 10 % of all calls'],
    [{ probability: 0.125, times: 1000 }, 'About 12.5 % of all calls, at most 1,000'],
  ])('says which calls it hits: %j', (change, words) => {
    expect(describeCalls({ ...fault, ...change })).toBe(words);
  });

  it.each<[Partial<FaultState>, string]>([
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
    expect(targetOf({ path: '/zones', query: 'a=b&token=c' })).toBe('/zones?a=b&token=<token>');
    expect(targetOf({ path: '/zones', query: '' })).toBe('/zones');
  });
});
