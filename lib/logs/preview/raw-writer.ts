import type { Dataset, FieldType } from '../catalogue';
import { customFieldLogFields, type CustomFields } from '../custom-fields';
import { layoutOf, type Delivery } from '../delivery';
import { projectionOf } from '../projection';
import { blockPadding, exchangeOf } from './record';
import { found, type Scanner } from './scanner';
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

/**
 * Writes the record of the last scanned line, with the result of `recordWriter` for its exchange. Values that are already
 * in the format of the delivery are copied; any other value is parsed and written again.
 */
export class RawWriter {
  private readonly cells: readonly Cell[];
  private readonly prefix: Range;
  private readonly suffix: Range;
  /** The texts of all ranges. */
  private readonly constants: Buffer;
  private readonly view: DataView;
  private readonly isCsv: boolean;
  private readonly hidesLookups: boolean;
  private readonly rewriter: TimestampRewriter;
  /** The cells of headers and cookies, which depend on each other; undefined where they are always the same. */
  private readonly customCells: (() => readonly (string | undefined)[]) | undefined;

  constructor(
    delivery: Delivery,
    customFields: CustomFields | undefined,
    dataset: Dataset,
    private readonly scanner: Scanner,
  ) {
    const layout = layoutOf(delivery);
    this.isCsv = layout.isCsv;
    this.hidesLookups = delivery['CVE-2021-44228'];
    this.rewriter = new TimestampRewriter(layout.timestamps);
    const texts = [layout.prefix, ...layout.cells.map(({ lead }) => lead), layout.suffix].map((text) =>
      Buffer.from(text),
    );
    this.constants = Buffer.concat([...texts, Buffer.alloc(blockPadding)]);
    this.view = viewOf(this.constants);
    let place = 0;
    const [prefix = empty, ...others] = texts.map(({ length }): Range => {
      const start = place;
      place += length;
      return { start, end: place };
    });
    this.prefix = prefix;
    this.suffix = others.at(-1) ?? empty;

    const custom = layout.fields.filter(
      (name) => dataset.name === 'http_requests' && customFieldLogFields.some((each) => each === name),
    );
    const { project } = projectionOf({ ...layout, fields: custom }, customFields, dataset);
    const spell = (json: string | undefined) => (json === undefined ? undefined : layout.spell(json));
    const customZeros = project({}).map(spell);
    if (custom.length > 0 && customFields !== undefined) {
      const sources = customFieldLogFields.map((name) => [name, scanner.fields.indexOf(name)] as const);
      this.customCells = () => {
        const fields = Object.fromEntries(sources.map(([name, field]) => [name, scanner.parse(field)]));
        return project(exchangeOf(fields)).map(spell);
      };
    }
    this.cells = layout.cells.map(({ field: name, absent }, at): Cell => {
      const { start, end } = others[at] ?? empty;
      const isListed = layout.fields.includes(name);
      const customAt = custom.indexOf(name);
      const alone = projectionOf({ ...layout, fields: [name] }, undefined, dataset).project;
      const zero = customAt === -1 ? spell(alone({})[0]) : customZeros[customAt];
      return {
        field: isListed && customAt === -1 ? scanner.fields.indexOf(name) : -1,
        type: dataset.fields.get(name),
        write: (value) => spell(alone({ fields: { [name]: value } })[0]) ?? '',
        customAt,
        absent: (isListed ? zero : undefined) ?? absent,
        lead: start,
        firstLead: start + Buffer.byteLength(layout.delimiter),
        leadEnd: end,
      };
    });
  }

  /** The values have the types of their fields: see `Scanner.hasFault`. */
  write(output: Output): void {
    const { cells, constants, view, prefix, suffix, scanner } = this;
    const before = output.length;
    const custom = this.customCells?.();
    output.copy(constants, view, prefix.start, prefix.end);
    let isFirst = true;
    for (const cell of cells) {
      const kind = cell.field === -1 ? found.nothing : (scanner.kinds[cell.field] ?? found.nothing);
      const isAbsent = kind === found.nothing || kind === found.null;
      const absent = isAbsent ? (custom?.[cell.customAt] ?? cell.absent) : undefined;
      if (isAbsent && absent === undefined) continue;
      output.copy(constants, view, isFirst ? cell.firstLead : cell.lead, cell.leadEnd);
      isFirst = false;
      if (absent === undefined) this.value(cell, kind, output);
      else output.text(absent);
    }
    output.copy(constants, view, suffix.start, suffix.end);
    if (this.hidesLookups) hideLookups(output.bytes, before, output.length);
  }

  private value(cell: Cell, kind: number, output: Output): void {
    const { scanner } = this;
    const start = scanner.starts[cell.field] ?? 0;
    const end = scanner.ends[cell.field] ?? 0;
    if (cell.type === 'timestamp') {
      output.text(this.timestamp(kind, start, end) ?? cell.write(scanner.parse(cell.field)));
    } else if (this.isVerbatim(cell, kind)) {
      output.copy(scanner.bytes, scanner.view, start, end);
    } else if (cell.type === 'int' || (kind !== found.escaped && kind !== found.string)) {
      output.text(cell.write(scanner.parse(cell.field)));
    } else {
      const textEnd = this.isCsv ? scanner.unescape(cell.field, 2) : scanner.normalize(cell.field);
      if (textEnd === 0) {
        output.text(cell.write(scanner.parse(cell.field)));
        return;
      }
      output.text('"');
      output.copy(scanner.bytes, scanner.view, scanner.text, textEnd);
      output.text('"');
    }
  }

  /** Whether the value of a line is what the record has. */
  private isVerbatim({ type }: Cell, kind: number): boolean {
    switch (kind) {
      case found.text:
        // Digits of an int are delivered as a number, also in an array.
        return type !== 'int';
      case found.texts:
        return !this.isCsv && type !== 'array[int]';
      case found.escaped:
      case found.ints:
      case found.emptyArray:
      case found.emptyObject:
        return !this.isCsv;
      case found.string:
      case found.number:
      case found.array:
      case found.object:
        return false;
      default:
        return true;
    }
  }

  private timestamp(kind: number, start: number, end: number): string | undefined {
    const { bytes } = this.scanner;
    if (kind === found.text) return this.rewriter.ofText(bytes.toString('latin1', start + 1, end - 1));
    return kind === found.int || kind === found.digits
      ? this.rewriter.ofDigits(bytes.toString('latin1', start, end))
      : undefined;
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const empty: Range = { start: 0, end: 0 };

interface Cell {
  /** In the scanner; -1 where the value does not come from there. */
  readonly field: number;
  readonly type: FieldType | undefined;
  /** The text of any value, with the result of `recordWriter`; slower. */
  readonly write: (value: unknown) => string;
  /** The place among the custom fields, or -1. */
  readonly customAt: number;
  /** The text for a line without the field; undefined for a cell that is then omitted. */
  readonly absent: string | undefined;
  /** The text before the value is from here, or from there in the first cell of a record, to `leadEnd`. */
  readonly lead: number;
  readonly firstLead: number;
  readonly leadEnd: number;
}

/** Writes `x{` for `${`, as `recordWriter` does. */
function hideLookups(bytes: Buffer, start: number, end: number): void {
  const record = bytes.subarray(start, end);
  for (let at = record.indexOf('${'); at !== -1; at = record.indexOf('${', at + 2)) record[at] = 0x78;
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
