import type { Attributes, Diagnostic, ObjectValue } from '../../schema';
import type { Resource } from '../../resources/handler';

/** A whole provider: its own configuration and the resources it serves. `S` is what handlers talk to. */
export interface ProviderDefinition<S> {
  readonly attributes: Attributes;
  readonly description: string;
  readonly resources: readonly Resource<S>[];
  /** Makes the service from the configuration, in which values may still be unknown during a plan. */
  configure(config: ObjectValue): Configured<S>;
  /** Diagnostics for an error that a handler did not catch; undefined for an unknown error. */
  explain?(error: unknown): readonly Diagnostic[] | undefined;
  /** Called once before the process ends. */
  close?(service: S): Promise<void>;
}

/**
 * The service, or why there is none. The reason is reported at once or, where a value is only not known yet (`isLater`),
 * when a resource needs the service.
 */
export type Configured<S> =
  | { readonly isReady: true; readonly service: S }
  | { readonly isReady: false; readonly unavailable: readonly Diagnostic[]; readonly isLater: boolean };
