import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { type EdgeClient, isApiError, isEdgeError } from '../../lib/client';
import { isObject } from '../../lib/ground/json';
import { runs } from '../support/exhaustive';
import { type ClientCall, reads, writes } from './support/calls';
import { mutated, type MutatedAnswer } from './support/mutated-answer';
import { serve, type Server } from './support/serve';

let server: Server;
let client: EdgeClient;
let answer: MutatedAnswer;

beforeAll(async () => {
  server = await serve((_request, response) => {
    const bytes = Buffer.from(answer.body);
    response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length });
    if (answer.isCut && bytes.length > 0) {
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    } else {
      response.end(bytes);
    }
  });
  client = server.client({ requestsPer5Minutes: 1_000_000 });
});

afterAll(async () => {
  await server.close();
});

/** Whether what a call resolves to has the types of its table, is about what was asked for, and has no object twice. */
function isRight(call: ClientCall, value: unknown): boolean {
  if (call.object === undefined) return value === 'on' || value === 'off';
  if (!Array.isArray(value)) return value === undefined || isAsTable(call, value);
  const ids = value.filter(isObject).map(({ id }) => id);
  return new Set(ids).size === value.length && value.every((each) => isAsTable(call, each));
}

function isAsTable({ object, about = {} }: ClientCall, value: unknown): boolean {
  const again = object?.read(value, (what) => new Error(what));
  const isAsked = Object.entries(about).every(([name, asked]) => {
    const received = isObject(value) ? value[name] : undefined;
    const isOfNone = name !== 'id' && (typeof received !== 'string' || received === '');
    return received === asked || isOfNone;
  });
  return isDeepStrictEqual(again, value) && isAsked;
}

function casesOf(calls: readonly ClientCall[]): fc.Arbitrary<{ call: ClientCall; reply: MutatedAnswer }> {
  return fc.oneof(
    ...calls.map((call) => {
      const { result, request } = call;
      const count = Array.isArray(result) ? result.length : 1;
      const pages = { page: 1, count, total_count: count, total_pages: 1 };
      const extra = request.includes('page=') ? { result_info: pages } : {};
      return mutated({ result, success: true, errors: [], messages: [], ...extra }).map((reply) => ({
        call,
        reply,
      }));
    }),
  );
}

let owners = 0;
/** HTTP 429 makes the later calls of a client wait. */
let wasLimited = false;

type Ending = { readonly value: unknown } | { readonly error: unknown };

function endOf(call: ClientCall, reply: MutatedAnswer): Promise<Ending> {
  answer = reply;
  owners += 1;
  if (wasLimited) client = server.client({ requestsPer5Minutes: 1_000_000 });
  wasLimited = reply.status === 429;
  return call.run(client, `owner-${owners}`).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

test('each read of a mutated reply fails with a typed error or returns a value of its type', async () => {
  const counts = { errors: 0, values: 0 };
  await fc.assert(
    fc.asyncProperty(casesOf(reads), async ({ call, reply }) => {
      const ending = await endOf(call, reply);
      if ('value' in ending) {
        counts.values += 1;
        expect(isRight(call, ending.value)).toBe(true);
        expect(() => JSON.stringify(ending.value)).not.toThrow();
        return;
      }
      counts.errors += 1;
      const { error } = ending;
      if (!isEdgeError(error)) throw error;
      expect(error.code).toMatch(/^EDGE_/);
      expect(error.message.length).toBeLessThan(10_000);
      expect(error.mayHaveBeenApplied).toBe(false);
    }),
    { numRuns: runs(1000) },
  );
  expect(counts.errors).toBeGreaterThan(200);
  expect(counts.values).toBeGreaterThan(200);
});

test('a mutated reply marks a write as possibly applied, unless it is a refusal', async () => {
  let doubts = 0;
  await fc.assert(
    fc.asyncProperty(casesOf(writes), async ({ call, reply }) => {
      const ending = await endOf(call, reply);
      if ('value' in ending) {
        expect(isRight(call, ending.value)).toBe(true);
        return;
      }
      const { error } = ending;
      if (!isEdgeError(error)) throw error;
      expect(error.mayHaveBeenApplied).toBe(!isApiError(error) || error.status >= 500);
      doubts += Number(error.mayHaveBeenApplied);
    }),
    { numRuns: runs(300) },
  );
  expect(doubts).toBeGreaterThan(50);
});
