import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Program } from './install';

/** A call as the programs of all SDKs take it. */
export interface Call {
  readonly operation: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly path: readonly (readonly [name: string, value: unknown])[];
  readonly query?: unknown;
  readonly body?: unknown;
  readonly retries: number;
}

export interface Answer {
  readonly result?: unknown;
  readonly faults?: readonly string[];
  readonly refusal?: { readonly status: number; readonly codes: readonly number[] };
  /** Why the SDK has made no call, or cannot read the answer. */
  readonly fault?: string;
  /** The arguments of the method, of the TypeScript SDK. */
  readonly sent?: readonly unknown[];
}

export class Driver {
  private readonly child;
  private readonly lines;

  constructor({ command, parameters, folder }: Program) {
    this.child = spawn(command, [...parameters], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async ask(call: Call): Promise<Answer> {
    this.child.stdin.write(`${JSON.stringify(call)}\n`);
    const { value } = (await this.lines.next()) as { value?: string };
    if (value === undefined) throw new Error(`the program has ended at ${call.operation}`);
    return JSON.parse(value) as Answer;
  }

  async close(): Promise<void> {
    this.child.stdin.end();
    await once(this.child, 'close');
  }
}
