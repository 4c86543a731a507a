import {
  customFieldLogFields,
  deliveryOf,
  lineTimestampFormats,
  type Condition,
  type CustomFields,
  type FieldType,
  type Filter,
  type OutputOptions,
  type PreviewedJob,
} from '../../../lib/logs';
import { Draw } from '../../support/random';
import { httpRequests } from '../dataset-of';

/** Fields of each type, a field of custom fields, and one that no dataset has. */
const fields = [
  ...(['RayID', 'ClientCountry', 'ClientRequestPath', 'EdgeResponseStatus', 'BotScore'] as const),
  ...(['WorkerSubrequest', 'BotTags', 'BotDetectionIDs', 'ContentScanObjResults'] as const),
  ...(['EdgeStartTimestamp', 'EdgeEndTimestamp', 'JA4Signals', 'EdgeResponseCompressionRatio'] as const),
  ...(['RequestHeaders', 'ResponseHeaders', 'Cookies', 'NotAField'] as const),
] as const;

/** Pieces of texts, which filters and lines share, so that conditions are met. */
const pieces = [
  ...['', 'a', 'de', 'us', 'api', '/', '200', '-7', '0', ' ', ',', ';', '|', "'"],
  ...['"', '\\', '\n', '\r\n', '\t', '\b', '\u0000', '\u0001', '\u001f', '\u007f', '\u0080'],
  ...['é', 'ß', 'süd', '日本', '😀', '\u2028', '\ufeff', '\u00a0', '\ud83d', '\ude00'],
  ...['$', '{', '${', '${jndi:', '}', '{{', 'x{', '[', ']', ':'],
  ...['1767323045123456789', '\u00011767323045123456789', '"EdgeStartTimestamp":', '__proto__'],
];

const integers = [
  ...['0', '1', '7', '30', '200', '404', '503', '64000', '-1', '-0'],
  ...['999999999999999', '1000000000000000', '9007199254740991', '9007199254740992', '9007199254740993'],
  ...['1767323045123456789', '-1767323045123456789', '18446744073709551615', '18446744073709551616'],
  '12345678901234567890123456789',
];

const otherNumbers = '0.5 -0.0 1e3 2E+2 200.0 1e999 0.12345678901234567890 1e-7 12e20'.split(' ');

const noValues = [
  ...['01', '1.', '.5', '+1', '1e', 'NaN', '-', '0x10', 'Infinity'],
  ...['tru', 'nulL', '[1,]', '[,]', '{"a"}', '"\n"', '"\u0000"', '"\\x"', '"\\u12"', '"', "'a'"],
];

const keys = [
  ...['"Ray\\u0049D"', '"\\u0042otScore"', '"__proto__"', '"7"', '"söme"', '"a\\"b"', '""'],
  ...['"EdgeResponseStatu"', '"EdgeResponseStatuss"', '"rayid"', '"fields"', '"request"', '"waf"'],
];

const jsonPieces = [
  ...['"', '\\', '{', '}', '[', ']', ',', ':', '\n', 'null', '0'],
  ...['\\u', '\\u00', '\\ud83d', '\u0001', '\ufeff'],
];

const spaces = [' ', '\t', '\r', '   '];

const times = [
  ...['"2026-01-02T03:04:05Z"', '"2026-01-02T03:04:05.5Z"', '"2026-01-02T03:04:05.123456789Z"'],
  ...['"2026-01-02T03:04:05.1234567891Z"', '"2026-01-02T03:04:05+02:00"', '"2026-01-02t03:04:05z"'],
  ...['"2026-01-02 03:04:05Z"', '"1960-01-02T03:04:05.25Z"', '"1970-01-01T00:00:00.000000001Z"'],
  ...['1767323045123456789', '"1767323045123456789"', '1767323045000000', '1767323045', '0', '-1'],
  ...['99999999999', '100000000000'],
  ...['1', '1000000000', '-1767323045123456789', '8640000000000000000000', '9999999999999999999'],
];

const noTimes = [
  ...['"2026-02-30T03:04:05Z"', '"2026-01-02T24:04:05Z"', '"2026-01-02T03:04:05.Z"', '"soon"', '""'],
  ...['1.5', 'true', '[]', '{}', '8640000000000000000001', '"2026-01-02T03:04:05.5"', '"é"', '-0', '-0.0'],
];

const mostCompared = 12;

/** Random lines and jobs. What one generator makes depends on its seed alone. */
export class PreviewGenerator {
  private readonly draw: Draw;
  /** Whether the line may have what is no JSON: few lines, since they tell little about the rest. */
  private mayBeBroken = false;
  /** What the last filters compare with, so that lines meet their conditions. */
  private compared = { texts: [''], integers: ['0'] };

  constructor(seed: number) {
    this.draw = new Draw(seed);
  }

  /** Lines with their ends: most of them records, some mutated, some with bytes that are no UTF-8. */
  sample(most: number): Buffer {
    const { draw } = this;
    const end = draw.oneIn(6) ? '\r\n' : '\n';
    const lines = draw.list(0, most, () => this.line());
    const mark = draw.oneIn(8) ? '\ufeff' : '';
    const isEnded = !draw.oneIn(4);
    const text = Buffer.from(mark + lines.join(end) + (isEnded && lines.length > 0 ? end : ''));
    return draw.oneIn(4) ? this.mutated(text) : text;
  }

  job(): PreviewedJob {
    const { draw } = this;
    return {
      dataset: httpRequests,
      filter: draw.oneIn(5) ? undefined : this.filter(),
      customFields: draw.oneIn(2) ? this.customFields() : undefined,
      delivery: deliveryOf({ logpull_options: null, output_options: this.output() }, httpRequests),
    };
  }

  filter(): Filter {
    return { where: this.condition(3) };
  }

  private line(): string {
    const { draw } = this;
    this.mayBeBroken = draw.oneIn(8);
    if (draw.oneIn(40))
      return draw.pick(['', ' ', '\t', '\u00a0', '\ufeff', '{}', '[]', '"x"', '1', 'null', '{', '}']);
    if (draw.oneIn(12)) return this.exchange();
    const record = this.record();
    return this.mayBeBroken && draw.oneIn(3) ? record + draw.pick(['}', ',', 'x', ' ', '{}']) : record;
  }

  private exchange(): string {
    const { draw } = this;
    const headers = () =>
      `[${draw.list(0, 3, () => `[${this.name()},${draw.oneIn(20) ? '1' : this.text()}]`).join(',')}]`;
    const message = () => {
      if (draw.oneIn(12)) return this.value(1);
      const members = [
        `"headers":${headers()}`,
        ...(draw.oneIn(3) ? [`"transformedHeaders":${headers()}`] : []),
        ...(draw.oneIn(8) ? [`"x":${this.value(1)}`] : []),
      ];
      return `{${members.join(',')}}`;
    };
    const parts = [
      ...(draw.oneIn(2) ? [`"request":${message()}`] : []),
      ...(draw.oneIn(2) ? [`"response":${message()}`] : []),
      ...(draw.oneIn(8) ? [`"waf":${this.value(1)}`] : []),
      ...(draw.oneIn(20) ? [`"RayID":${this.text()}`] : []),
      ...(draw.oneIn(20) ? [`"fields":${this.value(1)}`] : [`"fields":${this.record()}`]),
    ];
    return `{${parts.join(',')}}`;
  }

  private record(): string {
    const { draw } = this;
    const members = draw.list(0, 10, () => {
      const field = draw.pick(fields);
      const key = draw.oneIn(12) ? this.key() : `"${field}"`;
      return `${this.space()}${key}${this.space()}:${this.space()}${this.valueOf(field)}${this.space()}`;
    });
    return `${this.space()}{${members.join(',')}${this.space()}}${this.space()}`;
  }

  private key(): string {
    const { draw } = this;
    if (draw.oneIn(8)) return this.text();
    return draw.pick(this.mayBeBroken ? [...keys, 'RayID'] : keys);
  }

  private name(): string {
    return this.draw.pick(['"x-id"', '"X-ID"', '"cookie"', '"Cookie"', '"server"', '"sid"', '"a-header"']);
  }

  /** Mostly a text, or all instances of a header whose duplicates are preserved. */
  private headerValue(): string {
    const { draw } = this;
    if (draw.oneIn(20)) return this.value(1);
    return draw.oneIn(8) ? `[${draw.list(0, 3, () => this.text()).join(',')}]` : this.text();
  }

  private space(): string {
    if (!this.draw.oneIn(12)) return '';
    return this.draw.pick(this.mayBeBroken ? [...spaces, '\u00a0'] : spaces);
  }

  /** Mostly a value of the field's type. */
  private valueOf(field: (typeof fields)[number]): string {
    const { draw } = this;
    if (draw.oneIn(this.mayBeBroken ? 12 : 80)) return this.value(3);
    if (draw.oneIn(24)) return 'null';
    if (customFieldLogFields.some((each) => each === field))
      return `{${draw.list(0, 3, () => `${this.name()}:${this.headerValue()}`).join(',')}}`;
    return this.valueOfType(httpRequests.fields.get(field));
  }

  private valueOfType(type: FieldType | undefined): string {
    const { draw } = this;
    const list = (make: () => string) => `[${draw.list(0, 3, make).join(this.comma())}]`;
    switch (type) {
      case 'string':
        return this.text();
      case 'int':
        return draw.oneIn(10) ? `"${draw.pick(integers)}"` : this.integer();
      case 'float':
        return draw.oneIn(2) ? draw.pick(otherNumbers) : this.integer();
      case 'bool':
        return draw.pick(['true', 'false']);
      case 'timestamp':
        return draw.oneIn(this.mayBeBroken ? 12 : 80) ? draw.pick(noTimes) : this.time();
      case 'array[string]':
        return list(() => this.text());
      case 'array[int]':
        return list(() => (draw.oneIn(6) ? `"${draw.pick(integers)}"` : this.integer()));
      case 'array[object]':
        return list(() => this.object(2));
      case 'object':
        return this.object(2);
      case undefined:
        return this.value(2);
      default:
        return type satisfies never;
    }
  }

  private integer(): string {
    if (this.draw.oneIn(4)) return this.draw.pick(this.compared.integers);
    return this.draw.oneIn(2) ? String(this.draw.below(700)) : this.draw.pick(integers);
  }

  private time(): string {
    const { draw } = this;
    if (draw.oneIn(2)) return draw.pick(times);
    const nanos = String(draw.below(1e9)).padStart(9, '0');
    const seconds = 1_767_323_045 + draw.below(100_000);
    if (draw.oneIn(2)) return `${seconds}${nanos}`;
    const date = new Date(seconds * 1000).toISOString().slice(0, 19);
    return `"${date}${draw.pick(['', `.${nanos}`, `.${nanos.slice(0, 3)}`])}Z"`;
  }

  private value(depth: number): string {
    const { draw } = this;
    const kind = draw.below(depth > 0 ? 9 : 6);
    if (kind < 2 && this.mayBeBroken && draw.oneIn(2)) return draw.pick(noValues);
    if (kind === 0) return draw.pick(otherNumbers);
    if (kind === 1) return draw.pick(['true', 'false', 'null', 'null', '[ ]', '{ }']);
    if (kind === 2) return this.integer();
    if (kind === 3) return this.time();
    if (kind <= 5) return this.text();
    if (kind === 6 && draw.oneIn(20)) {
      const levels = 90 + draw.below(20);
      return `${'['.repeat(levels)}${']'.repeat(levels)}`;
    }
    return kind === 6
      ? `[${draw.list(0, 3, () => this.value(depth - 1)).join(this.comma())}]`
      : this.object(depth);
  }

  private object(depth: number): string {
    const { draw } = this;
    const member = () => {
      const key = draw.oneIn(3) ? this.key() : `"${draw.pick(fields)}"`;
      return `${key}${this.space()}:${this.space()}${this.value(depth - 1)}`;
    };
    return `{${draw.list(0, 3, member).join(this.comma())}}`;
  }

  private comma(): string {
    return this.draw.oneIn(6) ? ` ,${this.space()}` : ',';
  }

  /** A string as JSON may spell it: with escapes where none are needed. */
  private text(): string {
    const { draw } = this;
    const value = this.words();
    const style = draw.below(8);
    if (style === 0) return `"${units(value).map(escaped).join('')}"`;
    if (style === 1)
      return `"${units(value)
        .map((unit) => (draw.oneIn(2) ? escaped(unit) : plain(unit)))
        .join('')}"`;
    if (style === 2) return JSON.stringify(value).replaceAll('/', '\\/');
    // Half of a surrogate pair only as an escape: UTF-8 has none.
    return JSON.stringify(value);
  }

  private words(): string {
    const { draw } = this;
    if (draw.oneIn(4)) return draw.pick(this.compared.texts);
    const text = draw.list(0, draw.oneIn(3) ? 6 : 2, () => draw.pick(pieces)).join('');
    // Beyond the lengths at which copying changes its method.
    return draw.oneIn(30) ? (text + draw.pick(['x', 'é'])).repeat(1 + draw.below(200)).slice(0, 4000) : text;
  }

  private condition(depth: number): Condition {
    const { draw } = this;
    if (depth === 0 || draw.oneIn(2)) return this.leaf();
    const children = draw.list(1, 3, () => this.condition(depth - 1));
    return draw.oneIn(2) ? { and: children } : { or: children };
  }

  private leaf(): Condition {
    const { draw } = this;
    const key = draw.pick(fields);
    const negation = draw.oneIn(3) ? '!' : '';
    const textOperators = ['eq', 'startsWith', 'endsWith', 'contains'] as const;
    switch (httpRequests.fields.get(key)) {
      case 'string':
        if (draw.oneIn(4))
          return { key, operator: `${negation}in`, value: draw.list(0, 3, () => this.comparedText()) };
        return {
          key,
          operator: `${negation}${draw.pick(textOperators)}`,
          value: this.comparedText(),
        };
      case 'int':
        if (draw.oneIn(4))
          return {
            key,
            operator: `${negation}in`,
            value: draw.list(0, 3, () => Number(this.comparedInteger())),
          };
        if (draw.oneIn(4)) return { key, operator: `${negation}eq`, value: this.comparedInteger() };
        return { key, operator: draw.pick(['lt', 'leq', 'gt', 'geq']), value: this.comparedInteger() };
      case 'bool':
        return { key, operator: `${negation}eq`, value: draw.pick(['true', 'false']) };
      default:
        return {
          key,
          operator: `${negation}contains`,
          value: draw.oneIn(2) ? this.comparedText() : this.comparedInteger(),
        };
    }
  }

  private comparedText(): string {
    const text = this.words();
    this.compared.texts = [text, ...this.compared.texts].slice(0, mostCompared);
    return text;
  }

  private comparedInteger(): string {
    const integer = this.integer();
    this.compared.integers = [integer, ...this.compared.integers].slice(0, mostCompared);
    return integer;
  }

  private customFields(): CustomFields {
    const { draw } = this;
    const names = (all: readonly string[]) => all.filter(() => !draw.oneIn(3));
    const specified = {
      requestHeaders: names(['x-id', 'a-header']),
      responseHeaders: names(['server', 'x-id']),
      cookies: names(['sid', 'Sid']),
    };
    if (draw.oneIn(2)) return specified;
    return {
      ...specified,
      limits: 'current',
      transformedRequestHeaders: names(['x-id', 'server']),
      rawResponseHeaders: names(['x-id', 'a-header']),
      preserveDuplicates: names(['x-id', 'server']),
    };
  }

  private output(): OutputOptions {
    const { draw } = this;
    const names = [...new Set(draw.list(1, 6, () => draw.pick(fields)))];
    const options: OutputOptions = {
      field_names: names,
      timestamp_format: draw.pick(lineTimestampFormats),
      output_type: draw.oneIn(2) ? 'ndjson' : 'csv',
    };
    if (draw.oneIn(2)) return options;
    const sometimes = <Name extends keyof OutputOptions>(name: Name, value: OutputOptions[Name]) =>
      draw.oneIn(3) ? { [name]: value } : {};
    const templatePiece = () => draw.pick([`{{.${draw.pick(names)}}}`, '"a":', ',', '$', '{{ "{{" }}', 'é']);
    return {
      ...options,
      ...sometimes('batch_prefix', draw.pick(['ray,time\n', '[', '$'])),
      ...sometimes('batch_suffix', draw.pick([']', '\n', '{'])),
      ...sometimes('record_prefix', draw.pick(['', '{', '$', 'é"'])),
      ...sometimes('record_suffix', draw.pick(['', '}', '\n', '}\r\n', '$'])),
      ...sometimes('record_delimiter', draw.pick([',', '\n', '{', ', '])),
      ...sometimes('field_delimiter', draw.pick([';', '\t', '', '""', '\n', '日'])),
      ...sometimes('record_template', draw.list(1, 4, templatePiece).join('')),
      ...sometimes('CVE-2021-44228', true),
    };
  }

  private mutated(bytes: Buffer): Buffer {
    const { draw } = this;
    const at = draw.below(bytes.length + 1);
    const behind = Math.min(bytes.length, at + draw.below(draw.oneIn(4) ? 60 : 4));
    const [before, slice, after] = [
      bytes.subarray(0, at),
      bytes.subarray(at, behind),
      bytes.subarray(behind),
    ];
    const piece = Buffer.from(draw.pick(jsonPieces));
    const byte = Buffer.from([draw.below(256)]);
    return Buffer.concat(
      draw.pick([
        [before, after],
        [before, piece, slice, after],
        [before, piece, after],
        [before, byte, after],
        [before, slice, slice, slice, after],
        [before],
      ]),
    );
  }
}

function units(text: string): string[] {
  return Array.from({ length: text.length }, (_, at) => text.charAt(at));
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function plain(unit: string): string {
  return JSON.stringify(unit).slice(1, -1);
}
