import { isUtf8 } from 'node:buffer';
import { recordWriter } from '../delivery';
import { compileFilter, type CompiledFilter } from '../filter/compile';
import { keysIn } from '../filter/filter';
import type { Exchange } from '../projection';
import type { PreviewedJob } from './line';
import { compileRaw, type RawFilter } from './raw-filter';
import { Output, RawWriter } from './raw-writer';
import { exchangeParts, readSampleLine, typeFaultOf } from './record';
import { found, Scanner } from './scanner';
import { whyDropped, type Unmet, UnmetWriter } from './why';

/** The output: the records, nothing, why lines were dropped, or the differences from another job. */
export type PreviewMode = 'records' | 'nothing' | 'why' | 'difference';

/** Whole lines of a sample. */
export interface Block {
  /** With `blockPadding` bytes behind `end`. */
  readonly bytes: Uint8Array;
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
  readonly output: Uint8Array;
}

export const mostBadLines = 20;

/** A part ends after that much output: a short line can result in a long record. */
const mostOutput = 1 << 20;
const mostInput = 1 << 20;

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
  /** Names to their places in the scanner. */
  private readonly unseen: Map<string, number>;
  private readonly unmet: UnmetWriter;

  constructor(
    private readonly mode: PreviewMode,
    job: PreviewedJob,
    against?: PreviewedJob,
  ) {
    const jobs = against === undefined ? [job] : [job, against];
    const ofFilters = jobs.flatMap(({ filter }) => (filter === undefined ? [] : keysIn(filter)));
    const fields = [...ofFilters, ...jobs.flatMap(({ delivery }) => delivery.field_names)];
    this.scanner = new Scanner(fields, job.dataset, exchangeParts);
    const watched = mode === 'records' || mode === 'difference' ? fields : ofFilters;
    this.unseen = new Map(watched.map((name) => [name, this.scanner.fields.indexOf(name)]));
    this.unmet = new UnmetWriter(job.dataset);
    this.one = new JobOnBytes(job, this.scanner);
    this.other = against === undefined ? undefined : new JobOnBytes(against, this.scanner);
  }

  /** Previews a part of a block, from its beginning or the end of the last part. */
  run(block: Block, start = 0, linesBefore = 0): BlockOutcome {
    const { scanner, output } = this;
    const tally = new Tally(linesBefore);
    output.length = 0;
    const first = start === 0 && block.isFirst && hasMark(block.bytes) ? 3 : start;
    const begin = scanner.take(block.bytes.subarray(first, linesEnd(block, first)));
    const end = scanner.end;
    const isSound = isUtf8(scanner.bytes.subarray(begin, end));
    let at = begin;
    while (at < end && output.length < mostOutput) {
      tally.lines += 1;
      const next = isSound ? scanner.scan(at) : 0;
      if (next === 0 || scanner.hasFault()) {
        const lineEnd = scanner.bytes.indexOf(0x0a, at);
        this.unusual(scanner.bytes.subarray(at, lineEnd), block, tally);
        at = lineEnd + 1;
      } else {
        at = next;
        if (this.unseen.size > 0) this.lookFor(tally);
        const passed = this.other?.test();
        this.settle(undefined, this.one.test(), passed, block, tally);
      }
    }
    return tally.outcome(first + at - begin, output.bytes.subarray(0, output.length));
  }

  /** Previews a line that the scanner does not support. */
  private unusual(bytes: Buffer, block: Block, tally: Tally): void {
    if (!isUtf8(bytes)) {
      tally.addBad('is not UTF-8');
      return;
    }
    const line = readSampleLine(bytes.toString());
    if (line.kind === 'empty') tally.empty += 1;
    if (line.kind === 'bad') tally.addBad(line.reason);
    if (line.kind !== 'record') return;
    const { exchange } = line;
    const fault = typeFaultOf(exchange, this.one.job.dataset);
    if (fault !== undefined) {
      tally.addBad(fault);
      return;
    }
    for (const name of this.unseen.keys()) if (hasField(exchange, name)) this.see(name, tally);
    this.settle(exchange, this.one.test(exchange), this.other?.test(exchange), block, tally);
  }

  /**
   * @param exchange - the line, if it was parsed
   * @param passed - whether the job to compare with delivers the line
   */
  private settle(
    exchange: Exchange | undefined,
    passes: boolean,
    passed: boolean | undefined,
    block: Block,
    tally: Tally,
  ): void {
    const { one, other, output, mode } = this;
    if (passes) tally.delivered += 1;
    else tally.dropped += 1;
    if (mode === 'records' && passes) {
      // A record may be empty, so the output does not show whether it is the first.
      if (tally.delivered > 1) output.text(one.job.delivery.record_delimiter);
      one.write(output, exchange);
    }
    if (mode === 'why' && !passes) this.explain(exchange, block, tally);
    if (other === undefined || passed === passes) return;
    if (passes) tally.newlyDelivered += 1;
    else tally.newlyDropped += 1;
    if (mode !== 'difference') return;
    output.text(passes ? '+ ' : '- ');
    (passes ? one : other).write(output, exchange);
    if (output.bytes[output.length - 1] !== 0x0a) output.text('\n');
  }

  private explain(exchange: Exchange | undefined, { label, linesBefore }: Block, tally: Tally): void {
    const unmet = this.one.why(exchange);
    const key = this.unmet.writeKey(unmet);
    tally.reasons.set(key, (tally.reasons.get(key) ?? 0) + 1);
    const number = linesBefore + tally.before + tally.lines;
    this.output.text(`${label}${number}  ${this.unmet.write(unmet)}\n`);
  }

  private lookFor(tally: Tally): void {
    for (const [name, field] of this.unseen)
      if (this.scanner.kinds[field] !== found.nothing) this.see(name, tally);
  }

  private see(name: string, tally: Tally): void {
    this.unseen.delete(name);
    tally.seen.push(name);
  }
}

/** A job on the last scanned line, or on an exchange if the line was parsed. */
class JobOnBytes {
  private readonly raw: RawFilter | undefined;
  private readonly compiled: CompiledFilter | undefined;
  private readonly writer: RawWriter;
  private readonly record: (exchange: Exchange) => string;

  constructor(
    readonly job: PreviewedJob,
    scanner: Scanner,
  ) {
    const { filter, dataset, delivery, customFields } = job;
    this.raw = filter === undefined ? undefined : compileRaw(filter, dataset, scanner);
    this.compiled = filter === undefined ? undefined : compileFilter(filter, dataset);
    this.writer = new RawWriter(delivery, customFields, dataset, scanner);
    this.record = recordWriter(delivery, customFields, dataset);
  }

  test(exchange?: Exchange): boolean {
    if (exchange === undefined) return this.raw?.test() ?? true;
    return this.compiled?.(exchange.fields ?? {}) ?? true;
  }

  why(exchange: Exchange | undefined): readonly Unmet[] {
    const { filter, dataset } = this.job;
    if (exchange === undefined || filter === undefined) return this.raw?.why() ?? [];
    return whyDropped(filter, exchange.fields ?? {}, dataset);
  }

  write(output: Output, exchange: Exchange | undefined): void {
    if (exchange === undefined) this.writer.write(output);
    else output.text(this.record(exchange));
  }
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

/** The end of as many lines as fit into the memory of the scanner; a longer line has it for itself. */
function linesEnd({ bytes, end }: Block, start: number): number {
  if (end - start <= mostInput) return end;
  const last = bytes.lastIndexOf(0x0a, start + mostInput) + 1;
  return last > start ? last : bytes.indexOf(0x0a, start) + 1;
}

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
