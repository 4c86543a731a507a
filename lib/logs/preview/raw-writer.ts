import type { Dataset, FieldType } from '../catalogue';
import { customFieldLogFields, type CustomFields } from '../custom-fields';
import type { Delivery } from '../delivery';
import { outputDefaults } from '../output-options';
import { projectLine } from '../projection';
import { parseExactly } from './json';
import { blockPadding, found, type Scanner } from './scanner';
import { TimestampRewriter } from './raw-timestamp';

/** A growing buffer. Its content must be used before it is emptied. */
export class Output {
  bytes = Buffer.allocUnsafeSlow(1 << 16);
  view = viewOf(this.bytes);
  length = 0;

  /** Reserves room, and padding for writes of four bytes at a time. */
  reserve(more: number): void {
    const needed = this.length + more + blockPadding;
    if (needed <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
    this.view = viewOf(grown);
  }

  text(text: string): void {
    this.reserve(text.length * 3);
    if (text.length > 64) {
      this.length += this.bytes.write(text, this.length);
      return;
    }
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= 0x80) {
        this.length += this.bytes.write(text.slice(at), this.length);
        return;
      }
      this.bytes[this.length] = code;
      this.length += 1;
    }
  }

  /** Copies whole words, which is faster than a call for the few bytes of a value; `from` has padding at its end. */
  copy(from: Buffer, view: DataView, start: number, end: number): void {
    const count = end - start;
    this.reserve(count);
    if (count > 96) {
      from.copy(this.bytes, this.length, start, end);
    } else {
      for (let at = 0; at < count; at += 4)
        this.view.setInt32(this.length + at, view.getInt32(start + at, true), true);
    }
    this.length += count;
  }
}

/** Whether the records of a job can be written from the bytes of a line: ndjson with the default options. */
export function isPlain(delivery: Delivery): boolean {
  const free: readonly string[] = ['field_names', 'timestamp_format', 'sample_rate'];
  const defaults: Readonly<Record<string, unknown>> = { ...outputDefaults('ndjson') };
  return Object.entries(delivery).every(([name, value]) => free.includes(name) || value === defaults[name]);
}

/**
 * Writes the record of the last scanned line, with the result of `recordWriter` for its exchange. Values that are already
 * in the format of the delivery are copied; any other value is parsed and written again.
 */
export class RawWriter {
  private readonly members: readonly Member[];
  /** The keys of the members as they are written, concatenated. */
  private readonly keys: Buffer;
  private readonly view: DataView;
  private readonly rewriter: TimestampRewriter;

  /** Undefined where the whole line must be parsed: for other formats, and for headers and cookies. */
  static of(
    delivery: Delivery,
    customFields: CustomFields | undefined,
    dataset: Dataset,
    scanner: Scanner,
    fields: readonly string[],
  ): RawWriter | undefined {
    const isCustom =
      customFields !== undefined &&
      dataset.name === 'http_requests' &&
      customFieldLogFields.some((name) => delivery.field_names.includes(name));
    return isPlain(delivery) && !isCustom ? new RawWriter(delivery, dataset, scanner, fields) : undefined;
  }

  private constructor(
    private readonly delivery: Delivery,
    private readonly dataset: Dataset,
    private readonly scanner: Scanner,
    fields: readonly string[],
  ) {
    this.rewriter = new TimestampRewriter(delivery.timestamp_format);
    const keys = Buffer.alloc(
      delivery.field_names.join('').length * 12 + delivery.field_names.length * 8 + blockPadding,
    );
    this.view = viewOf(keys);
    let end = 0;
    this.members = [...new Set(delivery.field_names)].map((name) => {
      const start = end;
      end += keys.write(`,${JSON.stringify(name)}:`, start);
      return this.memberOf(name, fields.indexOf(name), start, end);
    });
    this.keys = keys;
  }

  /** @throws TypeError when a value of a timestamp field is not a point in time; what was written before stays */
  write(output: Output): void {
    const { members, keys, view } = this;
    output.text('{');
    let comma = 1;
    for (const member of members) {
      const kind = member.isConstant ? found.nothing : (this.scanner.kinds[member.field] ?? found.nothing);
      const isAbsent = kind === found.nothing || kind === found.null;
      if (isAbsent && member.zero === undefined) continue;
      output.copy(keys, view, member.keyStart + comma, member.keyEnd);
      comma = 0;
      if (isAbsent) output.text(member.zero ?? '');
      else this.value(member, kind, output);
    }
    output.text('}\n');
  }

  private value(member: Member, kind: number, output: Output): void {
    const { scanner } = this;
    const start = scanner.starts[member.field] ?? 0;
    const end = scanner.ends[member.field] ?? 0;
    const inset = kind === found.text ? 1 : 0;
    if (member.type === 'timestamp') {
      const written = this.timestamp(kind, start, end);
      output.text(written ?? this.slowly(member, start - inset, end + inset));
      return;
    }
    const isVerbatim =
      // Of all JSON of two bytes only `[]` and `{}`: the rest are negative numbers, and -0 is written as 0.
      kind === found.json
        ? end - start === 2 && scanner.bytes[start] !== 0x2d
        : kind !== found.text || (member.type !== 'int' && member.type !== 'array[int]');
    if (isVerbatim) output.copy(scanner.bytes, scanner.view, start - inset, end + inset);
    else output.text(this.slowly(member, start - inset, end + inset));
  }

  private timestamp(kind: number, start: number, end: number): string | undefined {
    const text = this.scanner.bytes.toString('latin1', start, end);
    if (kind === found.text) return this.rewriter.ofText(text);
    return kind === found.int || (kind === found.json && /^\d+$/.test(text))
      ? this.rewriter.ofDigits(text)
      : undefined;
  }

  private slowly({ name }: Member, start: number, end: number): string {
    const value = parseExactly(this.scanner.bytes.toString('utf8', start, end));
    return this.alone(name, { [name]: value }) ?? 'null';
  }

  /** The value of one field as it is in a record with only that field. */
  private alone(name: string, fields: Readonly<Record<string, unknown>>): string | undefined {
    const job = { fields: [name], timestamps: this.delivery.timestamp_format };
    const record = projectLine({ fields }, job, undefined, this.dataset);
    return record === '{}' ? undefined : record.slice(JSON.stringify(name).length + 2, -1);
  }

  private memberOf(name: string, field: number, keyStart: number, keyEnd: number): Member {
    const isConstant =
      this.dataset.name === 'http_requests' && customFieldLogFields.some((each) => each === name);
    const zero = this.alone(name, {});
    return { name, field, type: this.dataset.fields.get(name), zero, isConstant, keyStart, keyEnd };
  }
}

interface Member {
  readonly name: string;
  readonly field: number;
  readonly type: FieldType | undefined;
  /** The value for a line without the field; undefined for a field that is then omitted. */
  readonly zero: string | undefined;
  /** Headers and cookies are always empty when none are configured. */
  readonly isConstant: boolean;
  readonly keyStart: number;
  readonly keyEnd: number;
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
