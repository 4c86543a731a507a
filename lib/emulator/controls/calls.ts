/** One call of the API; the status is null when no reply was sent. */
export interface CallRecord {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  status: number | null;
}

/** The newest calls of the API since the start or the last clear. */
export class CallLog {
  private records: CallRecord[] = [];

  begin(method: string, url: string): CallRecord {
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const record: CallRecord = { method, path, query: mark < 0 ? '' : url.slice(mark + 1), status: null };
    this.records.push(record);
    if (this.records.length > 2 * keptCalls) this.records = this.records.slice(-keptCalls);
    return record;
  }

  list(): readonly CallRecord[] {
    return this.records.slice(-keptCalls);
  }

  clear(): void {
    this.records = [];
  }
}

const keptCalls = 50_000;
