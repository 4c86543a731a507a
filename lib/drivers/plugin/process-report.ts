import { promises as timers } from 'node:timers';
import type { Diagnostic } from '../../schema';

/** The reason with which a wait is aborted: an abort without one makes an error with a stack. */
const begun = 'another operation has begun';

/** The time that the last operation waits for another one to begin, in milliseconds. */
export const idleMs = 500;

/**
 * Reports once per process what all its calls have shown. The protocol has no call at the end of a plan or apply, and a diagnostic
 * needs the response of an operation. So the response after which no operation is in progress is held back for a moment: if
 * Terraform begins none in that time, this was the last one, and it carries the report.
 */
export class ProcessReport {
  #inProgress = 0;
  #idle = new AbortController();
  #isDone = false;

  /** `describe` returns nothing while there is nothing to report. `stop` ends the delay at once. */
  constructor(
    private readonly describe: () => readonly Diagnostic[],
    private readonly stop: AbortSignal,
  ) {}

  /** Runs an operation. Returns its result, with the report if it is the last one. */
  async track<T>(operation: () => Promise<T>) {
    this.#inProgress += 1;
    this.#idle.abort(begun);
    let result;
    try {
      result = await operation();
    } finally {
      this.#inProgress -= 1;
    }
    const report = (await this.#isLast()) ? this.describe() : [];
    if (report.length > 0) this.#isDone = true;
    return { result, report };
  }

  async #isLast(): Promise<boolean> {
    if (this.#isDone || this.#inProgress > 0 || this.describe().length === 0) return false;
    this.#idle = new AbortController();
    const { signal } = this.#idle;
    await timers
      .setTimeout(idleMs, undefined, { signal: AbortSignal.any([signal, this.stop]) })
      .catch(() => undefined);
    return !signal.aborted;
  }
}
