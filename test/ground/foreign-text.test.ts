/** @compile-afresh */
import { Session } from 'node:inspector';
import { encode } from '@msgpack/msgpack';
import { withoutKeys } from '../../lib/cli/convert/addresses';
import { linesOf } from '../../lib/cli/lines';
import { readEventLine } from '../../lib/cli/waf/events';
import { openEnvelope } from '../../lib/client/envelope';
import { makeDecoder, refuseDeep } from '../../lib/drivers/plugin/wire/value';
import { readBody } from '../../lib/emulator/http/body';
import { splitAddresses } from '../../lib/emulator/mail-address';
import { jsonOf, parseJson } from '../../lib/ground/json';
import { findBlocks } from '../../lib/hcl/blocks';
import { readContent } from '../../lib/hcl/content';
import { rewriteExpression, rewriteTemplate } from '../../lib/hcl/expressions';
import { toCode } from '../../lib/hcl/to-expression';
import { literalOf, splitTemplate } from '../../lib/hcl/template';
import { parseDestination } from '../../lib/logs/destination';
import { readExpression } from '../../lib/logs/filter/read-expression';
import { parseFilter } from '../../lib/logs/filter/parse';
import { parseLogpullOptions } from '../../lib/logs/logpull-options';
import { readSampleLine } from '../../lib/logs/preview/record';
import { parseTemplate } from '../../lib/logs/record-template';
import { legacyRecipients } from '../../lib/pools/legacy';
import { readDocument } from '../../lib/schema/document';
import { parseState } from '../../lib/terraform/state';
import { constantOf, normalizeExpression } from '../../lib/waf/reach';
import { judgeReach } from '../../lib/waf/reach';
import { mayOverlap, parseUrlPatterns } from '../../lib/waf/url-pattern';
import { wavesForm } from '../../lib/waves/waves-file';
import { sample } from '../support/exhaustive';

/** A parser of what others write, and an input of a size that would be too much for a careless one. */
interface Case {
  readonly name: string;
  readonly parse: (text: string) => unknown;
  readonly make: (size: number) => string;
}

const nested = (open: string, inner: string, close: string) => (size: number) =>
  open.repeat(size) + inner + close.repeat(size);
const repeated =
  (text: string, before = '', after = '') =>
  (size: number) =>
    before + text.repeat(size) + after;

const of = (
  name: string,
  parse: Case['parse'],
  inputs: Readonly<Record<string, Case['make']>>,
): readonly Case[] =>
  Object.entries(inputs).map(([input, make]) => ({ name: `${name}: ${input}`, parse, make }));

const request = { method: 'GET', path: '/zones', clean: (text: string) => text } as unknown as Parameters<
  typeof openEnvelope
>[0];

const json = {
  lists: nested('[', '1', ']'),
  objects: nested('{"a":', '1', '}'),
  'lists that do not end': repeated('['),
  'a string': repeated('\\"', '["', '"]'),
  'a string that does not end': repeated('\\"', '["'),
  'members of one name': repeated('"a":1,', '{', '"a":1}'),
};

const hcl = {
  brackets: nested('[', '1', ']'),
  'brackets that do not end': repeated('a[', 'x = '),
  blocks: nested('a {\n', '', '}\n'),
  'templates in each other': nested('"${', 'a', '}"'),
  'templates that do not end': repeated('${', 'x = "'),
  'templates on a line of a heredoc': repeated('${a}', 'x = <<E\n', '\nE\n'),
  'a heredoc that does not end': repeated('a\n', 'x = <<E\n'),
  negations: repeated('!', 'x = ', 'a\n'),
  conditions: repeated('a ? b : ', 'x = ', 'c\n'),
  comments: repeated('/* ', 'x = 1 '),
  'lines of comments': repeated('# a\n'),
  indexes: repeated('[0].b', 'x = a', '\n'),
};

const rules = {
  parentheses: nested('(', 'ssl', ')'),
  'parentheses that do not end': repeated('('),
  negations: repeated('not ', '', 'ssl'),
  'sets in sets': nested('ip.src in {', '1', '}'),
  'calls in calls': nested('lower(', 'http.host', ') eq "a"'),
  'raw strings that do not end': repeated('r#"'),
  'escapes in a string that does not end': repeated('\\"', '"'),
  quotes: repeated('"'),
  alternatives: repeated('http.host eq "a" or ', '', 'ssl'),
};

const all: readonly Case[] = [
  ...of('constants of rules', constantOf, rules),
  ...of('one notation of rules', normalizeExpression, rules),
  ...of('reach of rules', (text) => judgeReach('http.host eq "b"', [text]), rules),
  ...of('log filters as expressions', readExpression, {
    parentheses: nested('(', 'BotScore < 30', ')'),
    negations: repeated('not ', '', 'BotScore < 30'),
    sets: repeated('"a" ', 'ClientCountry in {', '}'),
    'a string that does not end': repeated('\\"', 'ClientCountry == "'),
  }),
  ...of('log filters as JSON', parseFilter, json),
  ...of('JSON', parseJson, json),
  ...of('JSON or nothing', jsonOf, json),
  ...of('documents', (text) => readDocument(wavesForm, text, 'waves.json'), json),
  ...of('states', (text) => parseState(jsonOf(text)), json),
  ...of('events', readEventLine, json),
  ...of('sample lines', readSampleLine, json),
  ...of('answers of the API', (text) => openEnvelope(request, { status: 200, headers: {}, text }, 0), json),
  ...of('bodies of the emulator', (text) => readBody('application/json', Buffer.from(text), 'object'), json),
  ...of('values of the plugin', (text) => refuseDeep(makeDecoder({})(Buffer.from(text, 'latin1'))), {
    lists: nested('\u0091', '\u0001', ''),
    'long lists': (size) => Buffer.from(encode(Array.from({ length: size }, () => 1))).toString('latin1'),
  }),
  ...of('HCL', findBlocks, hcl),
  ...of('templates', splitTemplate, hcl),
  ...of('literals', literalOf, hcl),
  ...of('references', (text) => rewriteExpression(text, () => undefined), hcl),
  ...of('references of templates', (text) => rewriteTemplate(text, () => undefined), hcl),
  ...of('printed values', toCode, hcl),
  ...of('module addresses', withoutKeys, {
    modules: repeated('module.a["b"].'),
    'a key that does not end': repeated('\\"', 'module.a["'),
  }),
  ...of('e-mail lists', (text) => legacyRecipients({ notification_email: text }), {
    addresses: repeated('a@example.com,'),
    'a quote that does not end': repeated('\\"', '"'),
    blanks: repeated(' '),
  }),
  ...of('e-mail lists of the emulator', splitAddresses, {
    addresses: repeated('a@example.com,'),
    'a quote that does not end': repeated('\\"', '"'),
    blanks: repeated(' '),
  }),
  ...of('destinations', parseDestination, {
    parameters: repeated('a=b&', 's3://bucket/path?'),
    folders: repeated('/a', 's3://bucket'),
    placeholders: repeated('{DATE}', 's3://bucket/'),
  }),
  ...of('logpull options', parseLogpullOptions, { fields: repeated('RayID,', 'fields=') }),
  ...of('record templates', parseTemplate, {
    fields: repeated('{{.RayID}}'),
    openings: repeated('{{ '),
    blanks: repeated(' ', '{{', '}'),
    'comments that do not end': repeated('{{/* '),
  }),
  ...of(
    'URL patterns',
    (text) => {
      const [one] = parseUrlPatterns(text);
      return one !== undefined && mayOverlap(one, one);
    },
    {
      stars: repeated('a*', 'example.com/'),
      slashes: repeated('/', 'example.com'),
      alternatives: repeated('a|'),
    },
  ),
];

/** Each of them takes seconds: the exhaustive run has all. */
const cases = sample(all, 16);

/** How often each part of lib ran: the same for the same input, on any machine. */
class StepCounter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  during(run: () => unknown): number {
    this.#take();
    run();
    return this.#take();
  }

  close(): void {
    this.#session.disconnect();
  }

  #take(): number {
    let steps = 0;
    this.#session.post('Profiler.takePreciseCoverage', (_, { result }) => {
      for (const { url, functions } of result)
        if (url.includes('/lib/'))
          for (const { ranges } of functions) for (const { count } of ranges) steps += count;
    });
    return steps;
  }
}

/** The message of an error that a reader throws. That of a stack that overflows is none. */
function attempt(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (Object.prototype.toString.call(error) === '[object Error]' && (error as Error).name === 'RangeError')
      throw error;
    return (error as Error).message;
  }
}

describe('a text that others have written', () => {
  it.each(cases)('overflows no stack, however deep or long it is: $name', ({ parse, make }) => {
    const message = attempt(() => parse(make(40_000)));
    if (message !== undefined) expect(message.length).toBeLessThan(1_000);
  });

  it('takes work in proportion to its length', () => {
    const counter = new StepCounter();
    const steps = cases.map(({ name, parse, make }) => {
      const [small, large] = [1_000, 4_000].map((size) => {
        const text = make(size);
        return counter.during(() => attempt(() => parse(text)));
      });
      return { name, small: small ?? 0, large: large ?? 0 };
    });
    counter.close();
    expect(steps.filter(({ small, large }) => large > 6 * small + 5_000)).toEqual([]);
    // The counter counts.
    expect(steps.filter(({ large }) => large > 4_000).length).toBeGreaterThan(0);
  });

  it('is named in the error with the limit and the fix', () => {
    expect(attempt(() => readDocument(wavesForm, json.lists(1_000), 'waves.json'))).toBe(
      'waves.json: it is nested more than 100 levels deep. Put fewer objects and lists into each other.',
    );
    expect(() => readContent('main.tf', `a = 1\nb = ${hcl.brackets(1_000)}\n`)).toThrow(
      'main.tf:2: more than 100 levels of brackets, strings and templates. Split it, with locals for its parts.',
    );
    expect(() => readContent('main.tf', hcl.negations(10_000))).toThrow(
      'main.tf:1: more than 1000 operators in a row.',
    );
  });

  it('is read line by line, and of a line that is too long nothing is kept', async () => {
    const chunks = ['a\nb', 'b\n', 'c'.repeat(40), 'c'.repeat(40), 'c\nd', '\n\ne'].map((each) =>
      Buffer.from(each),
    );
    const lines: (string | undefined)[] = [];
    for await (const line of linesOf(iterate(chunks), 50)) lines.push(line);
    expect(lines).toEqual(['a', 'bb', undefined, 'd', '', 'e']);
    expect(readEventLine(undefined)).toEqual({ kind: 'bad', reason: 'it is longer than 16 MB' });
  });
});

function* items<T>(list: readonly T[]): Generator<T> {
  yield* list;
}

async function* iterate<T>(list: readonly T[]): AsyncGenerator<T> {
  for (const each of items(list)) yield await Promise.resolve(each);
}
