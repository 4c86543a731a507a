import { isUtf8 } from 'node:buffer';
import { recordWriter } from '../delivery';
import { compileFilter, type CompiledFilter } from '../filter/compile';
import type { Exchange } from '../projection';
import { whyNoRecord, type PreviewedJob } from './line';
import { compileRaw, fieldsOf, type RawTest } from './raw-filter';
import { Output, RawWriter } from './raw-writer';
import { exchangeParts, readSampleLine } from './record';
import { Scanner } from './scanner';
import { whyDropped } from './why';
import { writeUnmet, writeUnmetKey } from './why-text';

/** The output: the records, nothing, why lines were dropped, or the differences from another job. */
export type PreviewMode = 'records' | 'nothing' | 'why' | 'difference';

/** Whole lines of a sample. */
export interface Block {
  /** With `blockPadding` bytes behind `end`. */
  readonly bytes: Buffer;
  /** Behind the line feed of the last line. */
  readonly end: number;
  /** Whether it is the beginning of the sample, which may have a byte order mark. */
  readonly isFirst: boolean;
  /** The text before a line number in the mode `why`. */
  readonly label: string;
  /** The number of lines of the sample before the block; only the mode `why` uses it. */
  readonly linesBefore: number;
}

export interface BadLine {
  /** Within the block, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** The outcome for the lines of a block, or of a part of it. */
export interface BlockOutcome {
  /** Where the next part begins. */
  readonly at: number;
  readonly lines: number;
  readonly empty: number;
  readonly bad: number;
  readonly delivered: number;
  readonly dropped: number;
  /** Delivered by this job and not by the one to compare with, and the reverse. */
  readonly newlyDelivered: number;
  readonly newlyDropped: number;
  /** The first of the bad lines. */
  readonly badLines: readonly BadLine[];
  /** Conditions to the number of lines that they dropped; only in the mode `why`. */
  readonly reasons: ReadonlyMap<string, number>;
  /** Fields of the filters that at least one line had; with records as output, also delivered fields. */
  readonly seen: readonly string[];
  /** Valid until the next part is requested. */
  readonly output: Buffer;
}

export const mostBadLines = 20;

/** A part ends after that much output: a short line can result in a long record. */
const mostOutput = 1 << 20;

/**
 * Previews one or two jobs on blocks of lines. Most lines are never parsed: the needed members are found in their bytes.
 * A line with anything unusual is parsed and passed to `matchesFilter` and `recordWriter`, so that the outcome is the
 * same.
 */
export class BlockPreview {
  private readonly scanner: Scanner;
  private readonly one: JobOnBytes;
  private readonly other: JobOnBytes | undefined;
  private readonly output = new Output();
  /** Names to indexes in `fields`. */
  private readonly unseen: Map<string, number>;
  private readonly fields: readonly string[];

  constructor(
    private readonly mode: PreviewMode,
    job: PreviewedJob,
    against?: PreviewedJob,
  ) {
    const jobs = against === undefined ? [job] : [job, against];
    const ofFilters = jobs.map(({ filter }) => (filter === undefined ? [] : fieldsOf(filter)));
    this.fields = [
      ...new Set([...ofFilters.flat(), ...jobs.flatMap(({ delivery }) => [...delivery.field_names])]),
    ];
    const isShown = mode === 'records' || mode === 'difference';
    const watched = isShown ? this.fields : [...new Set(ofFilters.flat())];
    this.unseen = new Map(watched.map((name) => [name, this.fields.indexOf(name)]));
    this.scanner = new Scanner(this.fields, exchangeParts);
    this.one = new JobOnBytes(job, this.scanner, this.fields);
    this.other = against === undefined ? undefined : new JobOnBytes(against, this.scanner, this.fields);
  }

  /** Previews a part of a block, from its beginning or the end of the last part. */
  run(block: Block, start = 0, linesBefore = 0): BlockOutcome {
    const { bytes, end } = block;
    const { scanner, output } = this;
    const tally = new Tally(linesBefore);
    output.length = 0;
    scanner.take(bytes);
    const isSound = isUtf8(bytes.subarray(start, end));
    const line: Line = { block, start: 0, end: 0 };
    let at = start === 0 && block.isFirst && hasMark(bytes) ? 3 : start;
    while (at < end && output.length < mostOutput) {
      tally.lines += 1;
      const lineStart = at;
      at = isSound ? scanner.scan(lineStart) : -1;
      if (at === -1) {
        at = bytes.indexOf(0x0a, lineStart) + 1;
        this.unusual(block, lineStart, at - 1, tally);
      } else {
        if (this.unseen.size > 0) this.lookFor(tally);
        const passed = this.other?.test();
        line.start = lineStart;
        line.end = at - 1;
        this.settle(line, this.one.test(), passed, tally);
      }
    }
    return tally.outcome(at, output.bytes.subarray(0, output.length));
  }

  /** Previews a line that the scanner does not support. */
  private unusual(block: Block, start: number, end: number, tally: Tally): void {
    if (!isUtf8(block.bytes.subarray(start, end))) {
      tally.addBad('is not UTF-8');
      return;
    }
    const line = readSampleLine(block.bytes.toString('utf8', start, end));
    if (line.kind === 'empty') tally.empty += 1;
    if (line.kind === 'bad') tally.addBad(line.reason);
    if (line.kind !== 'record') return;
    const { exchange } = line;
    for (const name of this.unseen.keys()) if (hasField(exchange, name)) this.see(name, tally);
    this.settle(
      { block, start, end, exchange },
      this.one.matches(exchange),
      this.other?.matches(exchange),
      tally,
    );
  }

  /** @param passed - whether the job to compare with delivers the line */
  private settle(line: Line, passes: boolean, passed: boolean | undefined, tally: Tally): void {
    const { one, other, output, mode } = this;
    const before = output.length;
    try {
      // Records are written even without output, since writing shows whether the line is valid.
      if (passes) {
        if (before > 0 && mode === 'records') output.text(one.job.delivery.record_delimiter);
        if (mode === 'difference') output.text('+ ');
        one.write(output, line);
        if (mode === 'difference') endLine(output);
        if (mode === 'nothing' || mode === 'why' || passed === true) output.length = before;
      } else if (mode === 'why') {
        this.explain(line, tally);
      }
      if (other !== undefined && passed === true) {
        output.text('- ');
        other.write(output, line);
        endLine(output);
        if (passes) output.length = before;
      }
    } catch (error) {
      output.length = before;
      tally.addBad(whyNoRecord(error));
      return;
    }
    if (passes) tally.delivered += 1;
    else tally.dropped += 1;
    if (passed === false && passes) tally.newlyDelivered += 1;
    if (passed === true && !passes) tally.newlyDropped += 1;
  }

  private explain({ block, start, end, exchange }: Line, tally: Tally): void {
    const { filter, dataset } = this.one.job;
    const whole = exchange ?? exchangeOf(block.bytes, start, end);
    if (filter === undefined || whole === undefined) return;
    const unmet = whyDropped(filter, whole.fields ?? {}, dataset);
    const key = writeUnmetKey(unmet, dataset);
    tally.reasons.set(key, (tally.reasons.get(key) ?? 0) + 1);
    const number = block.linesBefore + tally.before + tally.lines;
    this.output.text(`${block.label}${number}  ${writeUnmet(unmet, dataset)}\n`);
  }

  private lookFor(tally: Tally): void {
    for (const [name, field] of this.unseen) if (this.scanner.kinds[field] !== 0) this.see(name, tally);
  }

  private see(name: string, tally: Tally): void {
    this.unseen.delete(name);
    tally.seen.push(name);
  }
}

class JobOnBytes {
  readonly test: RawTest;
  private readonly compiled: CompiledFilter | undefined;
  private readonly raw: RawWriter | undefined;
  private readonly record: (exchange: Exchange) => string;

  constructor(
    readonly job: PreviewedJob,
    scanner: Scanner,
    fields: readonly string[],
  ) {
    const { filter, dataset, delivery, customFields } = job;
    this.test = filter === undefined ? () => true : compileRaw(filter, dataset, scanner, fields);
    this.compiled = filter === undefined ? undefined : compileFilter(filter, dataset);
    this.raw = RawWriter.of(delivery, customFields, dataset, scanner, fields);
    this.record = recordWriter(delivery, customFields, dataset);
  }

  matches({ fields = {} }: Exchange): boolean {
    return this.compiled?.(fields) ?? true;
  }

  write(output: Output, { block, start, end, exchange }: Line): void {
    if (exchange === undefined && this.raw !== undefined) {
      this.raw.write(output);
      return;
    }
    const whole = exchange ?? exchangeOf(block.bytes, start, end);
    if (whole !== undefined) output.text(this.record(whole));
  }
}

interface Line {
  readonly block: Block;
  start: number;
  /** Without the line feed. */
  end: number;
  /** Set for a line that was parsed. */
  readonly exchange?: Exchange;
}

class Tally {
  lines = 0;
  empty = 0;
  bad = 0;
  delivered = 0;
  dropped = 0;
  newlyDelivered = 0;
  newlyDropped = 0;
  readonly badLines: BadLine[] = [];
  readonly reasons = new Map<string, number>();
  readonly seen: string[] = [];

  constructor(readonly before: number) {}

  outcome(at: number, output: Buffer): BlockOutcome {
    const { lines, empty, bad, delivered, dropped, newlyDelivered, newlyDropped } = this;
    const { badLines, reasons, seen } = this;
    const counts = { lines, empty, bad, delivered, dropped, newlyDelivered, newlyDropped };
    return { at, ...counts, badLines, reasons, seen, output };
  }

  addBad(reason: string): void {
    this.bad += 1;
    if (this.badLines.length < mostBadLines) this.badLines.push({ line: this.before + this.lines, reason });
  }
}

function hasField({ fields = {} }: Exchange, name: string): boolean {
  return Object.hasOwn(fields, name) && fields[name] !== undefined;
}

function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function endLine(output: Output): void {
  if (output.bytes[output.length - 1] !== 0x0a) output.text('\n');
}

function exchangeOf(bytes: Buffer, start: number, end: number): Exchange | undefined {
  const line = readSampleLine(bytes.toString('utf8', start, end));
  return line.kind === 'record' ? line.exchange : undefined;
}
