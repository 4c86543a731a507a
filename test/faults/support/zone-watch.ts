import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Running as Emulator } from '../../emulator/support';
import { forward } from '../../support/call-watch';
import { listen } from '../../support/listen';
import { attackZone, type Guard } from '../../support/waf-watch';

/**
 * A proxy in front of the emulator that attacks a zone after every call that may have changed its managed rules, before the
 * caller knows about it. It can stop at a call, as a process does that is killed: the call is carried out, its reply and all
 * later calls are lost.
 */
export class ZoneWatch {
  readonly violations: string[] = [];
  readonly written = new Set<string>();
  readonly #emulator: Emulator;
  readonly #server: Server;
  #calls = 0;
  #stop: { readonly at: number; readonly reached: () => void } | undefined;
  #isStopped = false;

  private constructor(emulator: Emulator) {
    this.#emulator = emulator;
    this.#server = createServer((incoming, response) => {
      this.#handle(incoming, response).catch((error: unknown) => {
        this.violations.push(`the proxy failed: ${String(error)}`);
        incoming.socket.destroy();
      });
    });
  }

  static async start(emulator: Emulator): Promise<ZoneWatch> {
    const watch = new ZoneWatch(emulator);
    await listen(watch.#server);
    return watch;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${new URL(this.#emulator.url).pathname}`;
  }

  /** Resolves when so many calls from now on were carried out. */
  stopAt(calls: number): Promise<void> {
    return new Promise((reached) => {
      this.#calls = 0;
      this.#stop = { at: calls, reached };
    });
  }

  /** For a new process. */
  resume(): void {
    this.#stop = undefined;
    this.#isStopped = false;
  }

  attack(zoneId: string): Promise<Guard> {
    return attackZone(this.#emulator, zoneId);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isStopped) return;
    const { method = '', url = '' } = incoming;
    const [, zoneId] = /\/zones\/([0-9a-f]{32})\//.exec(url) ?? [];
    const isWrite = method !== 'GET';
    if (isWrite && zoneId !== undefined) this.written.add(zoneId);
    const reply = await forward(this.#emulator.url, incoming).catch(() => undefined);
    // Also after a call whose reply was lost. The status ends a cutover.
    if (zoneId !== undefined && (isWrite || url.includes('waf_migration/status')))
      await this.#check(zoneId, `${method} ${url}`);
    if (this.#isLast()) return;
    // A broken connection in front of the emulator is one in front of the caller too.
    if (reply === undefined) incoming.socket.destroy();
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  }

  /** Counts a call. True from the one on whose reply is lost. */
  #isLast(): boolean {
    this.#calls += 1;
    if (this.#calls === this.#stop?.at) {
      this.#isStopped = true;
      this.#stop.reached();
    }
    return this.#isStopped;
  }

  async #check(zoneId: string, call: string): Promise<void> {
    if ((await this.attack(zoneId)) === 'none')
      this.violations.push(`no rule blocks an attack after ${call}`);
  }
}
