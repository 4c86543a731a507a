import type { ServerResponse } from 'node:http';
import type { Store } from '../state/store';

/**
 * Server-sent events (HTML standard, section 9.2) that say that something has changed: the page reads again what it shows.
 * Changes of the same moment share an event, so a page that is open during thousands of calls reads a few times a second.
 */
export class PageEvents {
  private readonly listeners = new Set<ServerResponse>();
  private timer: NodeJS.Timeout | undefined;

  constructor(store: Store) {
    store.watch(() => this.announce());
  }

  announce(): void {
    if (this.listeners.size === 0) return;
    this.timer ??= setTimeout(() => this.send(), pauseMs);
  }

  /** Answers with a stream that ends when the page closes it, or with the emulator. */
  open(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.write('retry: 1000\n\n');
    this.listeners.add(response);
    response.on('close', () => this.listeners.delete(response));
  }

  close(): void {
    clearTimeout(this.timer);
    for (const response of this.listeners) response.end();
    this.listeners.clear();
  }

  private send(): void {
    this.timer = undefined;
    for (const response of this.listeners) response.write('data: changed\n\n');
  }
}

/** Fast enough to look live. */
const pauseMs = 100;
