import * as fc from 'fast-check';

/** JSON that may say what no value can: a key twice, a number beyond every range, more levels than a stack has. */
type Json =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Json])[] }
  | { readonly kind: 'list'; readonly items: readonly Json[] }
  | { readonly kind: 'raw'; readonly text: string };

export interface MutatedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isCut: boolean;
}

interface Mutation {
  readonly kind: 'drop' | 'replace' | 'duplicate' | 'insert';
  /** Which of the places of the document, counted over the whole document. */
  readonly place: number;
  readonly text: string;
  readonly key: string;
}

const nested = (levels: number): string => '{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2);

const strangeValues = [
  ...['null', 'true', 'false', '0', '-1', '1.5', '1e999', '-1e999', '123456789012345678901234567890'],
  ...[
    '""',
    '"other"',
    '"1"',
    '"1002"',
    '"\\ud800"',
    '"\\u0000"',
    '[]',
    '{}',
    '[null]',
    '[[]]',
    '[{}]',
    '{"a":1}',
  ],
  ...['"on"', '"zone"', '"2026-01-02T03:04:05Z"', '{"id":"other"}', '[{"id":"other"}]', '{"length":3}'],
  '{"__proto__":{"id":"other"}}',
  '{"toString":1,"valueOf":2,"toJSON":3,"then":4}',
  '{"constructor":{"prototype":{"id":"other"}}}',
  JSON.stringify('x'.repeat(70_000)),
  nested(96),
  nested(102),
  nested(100_000),
];

const strangeKeys = ['__proto__', 'constructor', 'toString', 'then', 'toJSON', 'length', 'id', 'result', ''];

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('drop', 'replace', 'replace', 'duplicate', 'insert'),
  place: fc.nat(),
  text: fc.constantFrom(...strangeValues),
  key: fc.constantFrom(...strangeKeys),
});

/** Changes of the text after it is written: nothing in most cases, since what is not JSON is soon refused. */
const textChange = fc.oneof(
  { arbitrary: fc.constant((text: string) => text), weight: 12 },
  { arbitrary: fc.nat().map((at) => (text: string) => text.slice(0, at % (text.length + 1))), weight: 1 },
  {
    arbitrary: fc.constantFrom('', ' ', '\ufeff', '<html>', 'null').map((by) => (text: string) => by + text),
    weight: 1,
  },
  {
    arbitrary: fc.tuple(fc.nat(), fc.constantFrom('"', '\\', '{', ']', ',', '\u0000', '0')).map(
      ([at, by]) =>
        (text: string) =>
          text.slice(0, at % text.length) + by + text.slice((at % text.length) + 1),
    ),
    weight: 1,
  },
);

const mostly = <Value>(usual: Value, ...others: Value[]): fc.Arbitrary<Value> =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight: 8 },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
  );

/** An answer with this envelope and with faults in its document, its text, its status and its headers. */
export function mutated(envelope: object): fc.Arbitrary<MutatedAnswer> {
  return fc
    .record({
      mutations: fc.array(mutation, { maxLength: 3 }),
      change: textChange,
      status: mostly(200, 201, 204, 299, 302, 400, 404, 408, 409, 429, 500, 503),
      type: mostly('application/json', 'text/html', 'application/json; charset=latin1', ''),
      retryAfter: mostly('', '1', '-1', '1e9', 'soon', '9'.repeat(400)),
      isCut: mostly(false, true),
    })
    .map(({ mutations, change, status, type, retryAfter, isCut }) => ({
      status,
      headers: { 'content-type': type, 'retry-after': retryAfter },
      body: change(written(mutations.reduce(mutate, jsonOf(envelope)))),
      isCut,
    }));
}

function jsonOf(value: unknown): Json {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(jsonOf) };
  if (typeof value === 'object' && value !== null) {
    return {
      kind: 'object',
      entries: Object.entries(value).map(([key, each]) => [key, jsonOf(each)] as const),
    };
  }
  return { kind: 'raw', text: JSON.stringify(value) };
}

function written(json: Json): string {
  switch (json.kind) {
    case 'object':
      return `{${json.entries.map(([key, value]) => `${JSON.stringify(key)}:${written(value)}`).join()}}`;
    case 'list':
      return `[${json.items.map(written).join()}]`;
    case 'raw':
      return json.text;
  }
}

/** Applies a mutation to one of the places of a document: the members of its objects and the items of its lists. */
function mutate(document: Json, { kind, place, text, key }: Mutation): Json {
  let left = place % Math.max(1, countPlaces(document));
  const strange: Json = { kind: 'raw', text };

  function changed<Member>(
    members: readonly Member[],
    make: (value: Json, old?: Member) => Member,
    go: (member: Member) => Member,
  ): Member[] {
    return members.flatMap((member) => {
      const isHere = left === 0;
      left -= 1;
      if (!isHere) return [left < 0 ? member : go(member)];
      if (kind === 'drop') return [];
      if (kind === 'replace') return [make(strange, member)];
      return kind === 'duplicate' ? [member, make(strange, member), member] : [member, make(strange)];
    });
  }

  function visit(json: Json): Json {
    if (json.kind === 'list') {
      return { kind: 'list', items: changed(json.items, (value) => value, visit) };
    }
    if (json.kind === 'raw') return json;
    return {
      kind: 'object',
      entries: changed(
        json.entries,
        (value, old) => [old?.[0] ?? key, value] as const,
        ([name, value]) => [name, visit(value)] as const,
      ),
    };
  }

  return visit(document);
}

function countPlaces(json: Json): number {
  if (json.kind === 'raw') return 0;
  const below = json.kind === 'list' ? json.items : json.entries.map(([, value]) => value);
  return below.length + below.map(countPlaces).reduce((sum, each) => sum + each, 0);
}
