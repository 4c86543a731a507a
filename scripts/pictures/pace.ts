import type { Chunk } from './record';

/** Text that is shown at once, and how long it stays alone. */
export interface Beat {
  readonly text: string;
  readonly ms: number;
}

/** Lines that were written at once appear one after another, as fast as they can be followed. */
const lineMs = 70;
/** Shorter waits than this are noise of the machine. */
const noticedMs = 300;
const longestMs = 1500;
/** A step for waits, so that most of them are the same in each recording. */
const stepMs = 500;
const lastMs = 5000;

/** What a recording shows at a pace for readers: line by line, with long waits shortened. */
export function pace(chunks: readonly Chunk[]): readonly Beat[] {
  const decoder = new TextDecoder();
  const beats: Beat[] = [];
  for (const [index, { at, bytes }] of chunks.entries()) {
    const lines = decoder.decode(bytes, { stream: true }).split(/(?<=\n)/);
    const next = chunks[index + 1];
    const wait = next === undefined ? lastMs : shorten(next.at - at);
    beats.push(
      ...lines.map((text, line) => ({ text, ms: line === lines.length - 1 && wait > 0 ? wait : lineMs })),
    );
  }
  return beats;
}

function shorten(ms: number): number {
  return ms < noticedMs ? 0 : Math.min(longestMs, Math.ceil(ms / stepMs) * stepMs);
}
