import { formatNumber } from '../../../ground/words';

export class Progress {
  private done = 0;
  private lines = 0;
  private shownAt: number;
  private isShown = false;

  private readonly startedAt: number;

  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly total: number | undefined,
    private readonly now: () => number,
  ) {
    this.startedAt = now();
    // A preview that takes less shows no progress.
    this.shownAt = this.startedAt + 400;
  }

  addBytes(count: number): void {
    this.done += count;
  }

  addLines(count: number): void {
    this.lines += count;
    const now = this.now();
    if (!this.stream.isTTY || now - this.shownAt < 100) return;
    this.shownAt = now;
    this.isShown = true;
    const { done, total, lines } = this;
    const columns = this.stream.columns > 0 ? this.stream.columns : 80;
    this.stream.write(`\r${progressLine({ done, total, lines, ms: now - this.startedAt, columns })}\u001b[K`);
  }

  end(): void {
    if (this.isShown) this.stream.write('\r\u001b[K');
    this.isShown = false;
  }
}

export interface ProgressState {
  readonly done: number;
  /** Undefined for a pipe. */
  readonly total: number | undefined;
  readonly lines: number;
  readonly ms: number;
  readonly columns: number;
}

/** `[#####.....]  48 %  1,204,512 lines  410 MB/s`, never wider than the terminal. */
export function progressLine({ done, total, lines, ms, columns }: ProgressState): string {
  const speed = ms === 0 ? 0 : done / ms / 1000;
  const figures = [
    ...(total === undefined || total === 0
      ? [`${(done / 1e6).toFixed(0)} MB`]
      : [`${String(Math.min(100, Math.floor((done / total) * 100))).padStart(3)} %`]),
    `${formatNumber(lines)} lines`,
    `${speed.toFixed(0)} MB/s`,
  ].join('  ');
  const room = Math.min(30, columns - figures.length - 5);
  if (total === undefined || total === 0 || room < 5) return figures.slice(0, columns - 1);
  const filled = Math.min(room, Math.floor((done / total) * room));
  return `[${'#'.repeat(filled).padEnd(room, '.')}]  ${figures}`;
}
