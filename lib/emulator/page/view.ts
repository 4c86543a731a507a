import type { ControlCall } from '../controls/control';

/** A part of what the page shows: GET of a path below /__emulator/page, with the control token. Never with a secret. */
export interface View {
  readonly path: string;
  /** Returns a value of a type in `model/`. */
  readonly read: (call: ControlCall) => unknown;
}
