import { isUtf8 } from 'node:buffer';
import { own } from '../../ground/record';
import { keysIn } from '../filter/filter';
import type { Exchange } from '../projection';
import { compileJob, type CompiledJob, type PreviewedJob } from './line';
import { readRecord } from './record';
import { UnmetWriter } from './why';

/** The output: the records, nothing, why lines were dropped, or the differences from another job. */
export type PreviewMode = 'records' | 'nothing' | 'why' | 'difference';

/** Whole lines of a sample. */
export interface Block {
  readonly bytes: Uint8Array;
  /** Offset of the first line. */
  readonly start: number;
  /** Offset behind the line feed of the last line. */
  readonly end: number;
  /** The text before a line number in the mode `why`. */
  readonly label: string;
  /** The number of lines of the sample before the block; only the mode `why` uses it. */
  readonly linesBefore: number;
}

export interface BadLine {
  /** Within the part, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** The outcome for the lines of a part of a block. */
export interface BlockOutcome {
  /** The start of the next part; the end of the block behind the last. */
  readonly next: number;
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
  readonly output: string;
}

export const mostBadLines = 20;

/** A part ends after that much output: a short line can result in a long record. */
const mostOutput = 1 << 20;

/** Previews one or two jobs on blocks of lines, each line as `linePreviewer` does. */
export class BlockPreview {
  private readonly one: CompiledJob;
  private readonly other: CompiledJob | undefined;
  private readonly unseen: Set<string>;
  private readonly unmet: UnmetWriter;

  constructor(
    private readonly mode: PreviewMode,
    private readonly job: PreviewedJob,
    against?: PreviewedJob,
  ) {
    const showsRecords = mode === 'records' || mode === 'difference';
    const watched = [job, against].flatMap((each) => [
      ...(each?.filter === undefined ? [] : keysIn(each.filter)),
      ...(each !== undefined && showsRecords ? each.delivery.field_names : []),
    ]);
    this.unseen = new Set(watched);
    this.unmet = new UnmetWriter(job.dataset);
    this.one = compileJob(job);
    this.other = against === undefined ? undefined : compileJob(against);
  }

  /** Previews a block in parts. */
  *run(block: Block): Generator<BlockOutcome, void, undefined> {
    let { start, linesBefore } = block;
    while (start < block.end) {
      const part = this.runPart({ ...block, start, linesBefore });
      yield part;
      start = part.next;
      linesBefore += part.lines;
    }
  }

  /** Previews the first part of a block. */
  runPart(block: Block): BlockOutcome {
    const { start, end } = block;
    const { buffer, byteOffset, byteLength } = block.bytes;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    const isText = isUtf8(bytes.subarray(start, end));
    const part = new Part(start);
    while (part.next < end && part.output.length < mostOutput) {
      const from = part.next;
      const to = bytes.indexOf(0x0a, from);
      part.next = to + 1;
      part.lines += 1;
      if (isText || isUtf8(bytes.subarray(from, to)))
        this.preview(bytes.toString('utf8', from, to), block, part);
      else part.addBad('is not UTF-8');
    }
    return part;
  }

  private preview(text: string, block: Block, part: Part): void {
    const line = readRecord(text, this.job.dataset);
    if (line.kind === 'empty') part.empty += 1;
    if (line.kind === 'bad') part.addBad(line.reason);
    if (line.kind !== 'record') return;
    const { exchange } = line;
    for (const name of this.unseen) {
      if (own(exchange.fields, name) === undefined) continue;
      this.unseen.delete(name);
      part.seen.push(name);
    }
    this.settle(exchange, block, part);
  }

  private settle(exchange: Exchange, block: Block, part: Part): void {
    const { one, other, mode } = this;
    const fields = exchange.fields ?? {};
    const passes = one.passes(fields);
    if (passes) part.delivered += 1;
    else part.dropped += 1;
    if (mode === 'records' && passes) {
      // A record may be empty, so the output does not show whether it is the first.
      if (part.delivered > 1) part.output += this.job.delivery.record_delimiter;
      part.output += one.write(exchange);
    }
    if (mode === 'why' && !passes) {
      const unmet = one.why(fields);
      const key = this.unmet.writeKey(unmet);
      part.reasons.set(key, (part.reasons.get(key) ?? 0) + 1);
      part.output += `${block.label}${block.linesBefore + part.lines}  ${this.unmet.write(unmet)}\n`;
    }
    if (other === undefined || other.passes(fields) === passes) return;
    if (passes) part.newlyDelivered += 1;
    else part.newlyDropped += 1;
    if (mode !== 'difference') return;
    const record = passes ? `+ ${one.write(exchange)}` : `- ${other.write(exchange)}`;
    part.output += record.endsWith('\n') ? record : `${record}\n`;
  }
}

class Part implements BlockOutcome {
  lines = 0;
  empty = 0;
  bad = 0;
  delivered = 0;
  dropped = 0;
  newlyDelivered = 0;
  newlyDropped = 0;
  output = '';
  readonly badLines: BadLine[] = [];
  readonly reasons = new Map<string, number>();
  readonly seen: string[] = [];

  constructor(public next: number) {}

  addBad(reason: string): void {
    this.bad += 1;
    if (this.badLines.length < mostBadLines) this.badLines.push({ line: this.lines, reason });
  }
}
