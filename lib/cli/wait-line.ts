import type { WaitReason, WaitSummary } from '../client';
import { systemClock, type Clock } from '../client/clock';
import { formatReason, formatWait, noticeableWaitMs } from '../drivers/waits';
import { capitalize } from '../ground/words';

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;

const intervalMs = 1000;
/** In a file, a line of long work says this often how far it is, in milliseconds. */
const repeatMs = 30_000;

/** How far long work is, the most important part first: `120 of 300 zones`, `about 12 min left`. */
export type Progress = readonly string[];

/**
 * Shows on stderr how far long work is, and that a command waits for the API, why and how long. On a terminal it is a line that is
 * overwritten in place. In a file it is a line every 30 seconds, and one when the work begins to wait for something else.
 */
export class WaitLine {
  #cancel: () => void;
  #isShown = false;
  #progress: () => Progress | undefined = () => undefined;
  #writtenAt: number;
  #writtenReason: WaitReason | undefined;

  constructor(
    private readonly stream: Stream,
    private readonly waits: () => WaitSummary,
    private readonly clock: Clock = systemClock,
  ) {
    this.#writtenAt = clock.now();
    this.#cancel = this.#next();
  }

  /** @param progress - called once a second; undefined shows waits alone */
  show(progress: () => Progress | undefined): void {
    this.#progress = progress;
    // Other lines of the command may follow.
    if (this.stream.isTTY) this.#clear();
  }

  end(): void {
    this.#cancel();
    if (this.stream.isTTY) this.#clear();
  }

  #next(): () => void {
    return this.clock.schedule(intervalMs, () => {
      if (this.stream.isTTY) this.#overwrite();
      else this.#write();
      this.#cancel = this.#next();
    });
  }

  #overwrite(): void {
    const text = formatLine(this.waits(), this.#progress(), (this.stream.columns || 80) - 1);
    if (text === '') {
      this.#clear();
      return;
    }
    this.#isShown = true;
    this.stream.write(`\r${text}\u001b[K`);
  }

  #write(): void {
    const [waits, progress, now] = [this.waits(), this.#progress(), this.clock.now()];
    const { current, waitedMs } = waits;
    const isNews = current !== undefined && current.reason !== this.#writtenReason;
    const isDue =
      now - this.#writtenAt >= repeatMs && (progress !== undefined || waitedMs >= noticeableWaitMs);
    // Short waits come and go, as between the attempts of a call.
    if (!isDue && !(isNews && current.remainingMs >= noticeableWaitMs)) return;
    const text = formatLine(waits, progress);
    if (text === '') return;
    this.#writtenAt = now;
    this.#writtenReason = current?.reason ?? this.#writtenReason;
    this.stream.write(`${text}\n`);
  }

  #clear(): void {
    if (this.#isShown) this.stream.write('\r\u001b[K');
    this.#isShown = false;
  }
}

/**
 * `Request limit of the service: 2 min 22 s; 120 of 300 zones, about 12 min left`: the cause and its countdown, which is never cut
 * and for calls that are repeated is the time that they have in all,
 * then as many parts of the progress as fit. Without a width, all of them in the words of a log.
 */
export function formatLine(
  { current }: WaitSummary,
  [done, ...rest]: Progress = [],
  width = Infinity,
): string {
  const parts = rest.map((part) => `, ${part}`);
  if (current === undefined) return done === undefined ? '' : fit([`Read ${done}`, ...parts], width);
  const { reason, remainingMs, leftMs = remainingMs } = current;
  const [cause, time] = [formatReason(reason, current.cause), formatWait(leftMs)];
  const head =
    width === Infinity
      ? `Waiting for the API: ${cause}, ${time} left`
      : `${cut(capitalize(cause), width - time.length - 2)}: ${time}`;
  return fit([head, ...(done === undefined ? [] : [`; ${done}`, ...parts])], width);
}

/** The first part, and those after it that are whole within the width. */
function fit([first = '', ...parts]: readonly string[], width: number): string {
  let text = cut(first, width);
  for (const part of parts) {
    if (text.length + part.length > width) break;
    text += part;
  }
  return text;
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}
