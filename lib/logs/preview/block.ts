import { isAscii, isUtf8 } from 'node:buffer';
import { recordWriter } from '../delivery';
import { compileFilter, type CompiledFilter } from '../filter/compile';
import { keysIn } from '../filter/filter';
import type { Exchange } from '../projection';
import type { PreviewedJob } from './line';
import { readRecord } from './record';
import { compileWhy, UnmetWriter } from './why';

/** The output: the records, nothing, why lines were dropped, or the differences from another job. */
export type PreviewMode = 'records' | 'nothing' | 'why' | 'difference';

/** Whole lines of a sample. */
export interface Block {
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
    const { bytes, end } = block;
    let at = block.isFirst && hasMark(bytes) ? 3 : 0;
    for (let before = 0; at < end;) {
      const part = new Part(before);
      while (at < end && part.output.length < mostOutput) {
        const lineEnd = bytes.indexOf(0x0a, at);
        part.lines += 1;
        this.preview(bytes.subarray(at, lineEnd), block, part);
        at = lineEnd + 1;
      }
      before += part.lines;
      yield part;
    }
  }

  private preview(bytes: Buffer, block: Block, part: Part): void {
    const text = textOf(bytes);
    const line =
      text === undefined
        ? ({ kind: 'bad', reason: 'is not UTF-8' } as const)
        : readRecord(text, this.job.dataset);
    if (line.kind === 'empty') part.empty += 1;
    if (line.kind === 'bad') part.addBad(line.reason);
    if (line.kind !== 'record') return;
    const { exchange } = line;
    for (const name of this.unseen) {
      if (!hasField(exchange, name)) continue;
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
      const number = block.linesBefore + part.before + part.lines;
      part.output += `${block.label}${number}  ${this.unmet.write(unmet)}\n`;
    }
    if (other === undefined || other.passes(fields) === passes) return;
    if (passes) part.newlyDelivered += 1;
    else part.newlyDropped += 1;
    if (mode !== 'difference') return;
    const record = passes ? `+ ${one.write(exchange)}` : `- ${other.write(exchange)}`;
    part.output += record.endsWith('\n') ? record : `${record}\n`;
  }
}

interface CompiledJob {
  readonly passes: CompiledFilter;
  readonly why: ReturnType<typeof compileWhy>;
  readonly write: (exchange: Exchange) => string;
}

function compileJob({ filter, dataset, delivery, customFields }: PreviewedJob): CompiledJob {
  return {
    passes: filter === undefined ? () => true : compileFilter(filter, dataset),
    why: filter === undefined ? () => [] : compileWhy(filter, dataset),
    write: recordWriter(delivery, customFields, dataset),
  };
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

  constructor(readonly before: number) {}

  addBad(reason: string): void {
    this.bad += 1;
    if (this.badLines.length < mostBadLines) this.badLines.push({ line: this.before + this.lines, reason });
  }
}

/** Undefined where it is not UTF-8. The text of ASCII is its bytes, which is ten times faster than to decode them. */
function textOf(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

function hasField({ fields = {} }: Exchange, name: string): boolean {
  return Object.hasOwn(fields, name) && fields[name] !== undefined;
}

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
