import type { FaultKind } from '../faults/order';
import { splitUrl } from '../http/request';

export interface CallRecord {
  /** Unique in a run, and greater than that of every earlier call. */
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Null when no reply was sent. */
  readonly status: number | null;
  /** When the call arrived, on the emulator's clock. */
  readonly startedAt: string;
  /** From the arrival until the reply was sent, or the connection closed without one; null while the call is in flight. */
  readonly durationMs: number | null;
  readonly fault: FaultKind | null;
  /** Whether the call was over the request limit. */
  readonly isOverLimit: boolean;
}

type KeptMembers = Omit<CallRecord, 'startedAt'>;

/** A call of the log. The server fills in what becomes known later. */
export type Call = { -readonly [Key in keyof KeptMembers]: KeptMembers[Key] } & {
  readonly hasBody: boolean;
  /** On the emulator's clock, which controls and tests can move; the duration is measured on the clock of the machine. */
  readonly startedMs: number;
  readonly startedTick: number;
};

/** The body of a call, so that it can be repeated; `bytes` is undefined for one that was too large to be kept. */
export interface CallBody {
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array | undefined;
}

/** The newest calls of the API since the start or the last clear, with what the newest ones sent and why they failed. */
export class CallLog {
  private calls: Call[] = [];
  private readonly bodies = new Map<number, CallBody>();
  private readonly failures = new Map<number, string>();
  private lastId = 0;

  constructor(
    private readonly now: () => Date,
    private readonly onChange: () => void = () => undefined,
  ) {}

  begin(method: string, url: string, hasBody = false): Call {
    const [path = '', query = ''] = splitUrl(url);
    const call: Call = {
      id: (this.lastId += 1),
      method,
      path,
      query,
      hasBody,
      startedMs: this.now().getTime(),
      startedTick: performance.now(),
      durationMs: null,
      status: null,
      fault: null,
      isOverLimit: false,
    };
    this.calls.push(call);
    if (this.calls.length > 2 * keptCalls) this.calls = this.calls.slice(-keptCalls);
    this.onChange();
    return call;
  }

  /** The reply was sent, or will never be. */
  end(call: Call): void {
    call.durationMs = Math.round((performance.now() - call.startedTick) * 10) / 10;
    this.onChange();
  }

  keepBody(call: Call, contentType: string | undefined, bytes: Uint8Array): void {
    this.bodies.set(call.id, { contentType, bytes: bytes.length > keptBodyBytes ? undefined : bytes });
    dropOldest(this.bodies);
  }

  keepFailure(call: Call, reply: string): void {
    if (reply.length > longestFailure) return;
    this.failures.set(call.id, reply);
    dropOldest(this.failures);
  }

  /** The oldest call first. */
  list(): readonly Call[] {
    return this.calls.slice(-keptCalls);
  }

  find(id: number): Call | undefined {
    // The ids of the list have no gaps.
    return this.calls[id - (this.calls[0]?.id ?? 0)];
  }

  bodyOf(call: Call): CallBody | undefined {
    return this.bodies.get(call.id);
  }

  failureOf(call: Call): string | undefined {
    return this.failures.get(call.id);
  }

  clear(): void {
    this.calls = [];
    this.bodies.clear();
    this.failures.clear();
    this.onChange();
  }
}

export function recordOf({ startedMs, startedTick: _, hasBody: _body, ...call }: Call): CallRecord {
  return { ...call, startedAt: new Date(startedMs).toISOString() };
}

function dropOldest(kept: Map<number, unknown>): void {
  const [oldest] = kept.keys();
  if (kept.size > keptBodies && oldest !== undefined) kept.delete(oldest);
}

const keptCalls = 50_000;
const keptBodies = 200;
export const keptBodyBytes = 64 * 1024;
const longestFailure = 4096;
