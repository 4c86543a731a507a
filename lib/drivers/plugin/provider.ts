import type { Attributes, Diagnostic, ObjectValue } from '../../schema';
import type { Resource } from '../../resources/handler';

/** A whole provider: its own configuration and the resources it serves. `S` is what handlers talk to. */
export interface ProviderDefinition<S> {
  readonly attributes: Attributes;
  readonly description: string;
  readonly resources: readonly Resource<S>[];
  /** Makes the service from the configuration, in which values may still be unknown during a plan. */
  configure(config: ObjectValue): Configured<S>;
  /** What to tell the user of an error that a handler let through; undefined for one it does not know. */
  explain?(error: unknown): readonly Diagnostic[] | undefined;
  /** Called once when the process is about to end. */
  close?(service: S): Promise<void>;
}

/**
 * Either the service, or why there is none: told at once, or, when it is only that a value is not known yet, as soon
 * as a resource needs the service.
 */
export type Configured<S> =
  | { readonly isReady: true; readonly service: S }
  | { readonly isReady: false; readonly unavailable: readonly Diagnostic[]; readonly isLater: boolean };
