import type { ControlCall } from '../controls/control';

/** A page of the dashboard, at its path. */
export interface Page {
  readonly path: string;
  /** Reads the state, and returns what Preact renders. Never with a secret. */
  readonly render: (call: PageCall) => unknown;
}

/** A request for a page, with the address that the browser calls the emulator by. */
export interface PageCall extends Pick<ControlCall, 'param' | 'query'> {
  readonly origin: string;
}
