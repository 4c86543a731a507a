import type { JobSettings } from './schema';

/** A log-delivery job in the state, without the ownership challenge, which is checked once. */
export interface Job extends JobSettings {
  readonly id: number;
  readonly last_complete: string | null;
  readonly last_error: string | null;
  readonly error_message: string | null;
}
