import type { WaitSummary } from '../client';
import { systemClock, type Clock } from '../client/clock';
import { formatReason, formatWait, noticeableWaitMs } from '../drivers/waits';

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;

const intervalMs = 1000;

/**
 * Shows on stderr that a command waits for the API, why and how long: on a terminal a line that is overwritten in place, in a
 * file one line for the whole command. On a terminal the progress of long work is in front of it.
 */
export class WaitLine {
  readonly #stream: Stream;
  readonly #waits: () => WaitSummary;
  readonly #clock: Clock;
  #cancel: () => void;
  #isShown = false;
  #progress: () => string | undefined = () => undefined;

  constructor(stream: Stream, waits: () => WaitSummary, clock: Clock = systemClock) {
    this.#stream = stream;
    this.#waits = waits;
    this.#clock = clock;
    this.#cancel = this.#next();
  }

  /** @param progress - called once a second, such as `Reading zones: 120 of 300`; undefined shows waits alone */
  show(progress: () => string | undefined): void {
    this.#progress = progress;
  }

  end(): void {
    this.#cancel();
    if (this.#stream.isTTY) this.#clear();
  }

  #next(): () => void {
    return this.#clock.schedule(intervalMs, () => {
      if (this.#stream.isTTY) this.#overwrite();
      else this.#writeOnce();
      this.#cancel = this.#next();
    });
  }

  #overwrite(): void {
    const [progress, wait] = [this.#progress(), waitText(this.#waits())];
    const text =
      progress === undefined || wait === undefined ? (progress ?? wait) : `${progress}; ${lowerFirst(wait)}`;
    if (text === undefined) {
      this.#clear();
      return;
    }
    this.#isShown = true;
    this.#stream.write(`\r${text.slice(0, (this.#stream.columns || 80) - 1)}\u001b[K`);
  }

  #writeOnce(): void {
    const waits = this.#waits();
    const text = waitText(waits);
    if (this.#isShown || text === undefined || waits.waitedMs < noticeableWaitMs) return;
    this.#isShown = true;
    this.#stream.write(`${text}\n`);
  }

  #clear(): void {
    if (this.#isShown) this.#stream.write('\r\u001b[K');
    this.#isShown = false;
  }
}

/** `Waiting for the API: request limit of the service, 2 min 22 s left`; undefined while nothing waits. */
function waitText({ current }: WaitSummary): string | undefined {
  if (current === undefined) return undefined;
  return `Waiting for the API: ${formatReason(current.reason)}, ${formatWait(current.remainingMs)} left`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
