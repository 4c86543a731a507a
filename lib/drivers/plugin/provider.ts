import type { DataSource } from '../../data-sources/data-source';
import type { ProviderFunction } from '../../functions/provider-function';
import type { Attributes, Diagnostic, ObjectValue } from '../../schema';
import type { Action } from '../../resources/action';
import type { Resource } from '../../resources/handler';
import type { List } from '../../resources/lists';
import type { Settings } from '../../resources/settings';
import type { Log } from '../log/log';

/** A provider: its configuration, its resources, data sources, lists, actions and functions. `S` is the service that handlers call. */
export interface ProviderDefinition<S> {
  readonly attributes: Attributes;
  readonly description: string;
  readonly resources: readonly Resource<S>[];
  readonly dataSources?: readonly DataSource<S>[];
  readonly functions?: readonly ProviderFunction[];
  readonly lists?: readonly List<S>[];
  readonly actions?: readonly Action<S>[];
  /** Creates the service from the configuration, in which values may still be unknown during a plan. */
  configure(config: ObjectValue, terraformVersion: string): Configured<S>;
  /** The settings of a configuration, undefined while they are unknown: handlers validate with them before `configure`. */
  settingsOf?(config: ObjectValue): Settings | undefined;
  explain?(error: unknown): readonly Diagnostic[] | undefined;
  /** A warning about the waits of the service's calls so far; undefined where that is not worth a warning. */
  describeWaits?(service: S): Diagnostic | undefined;
  /** Where the process writes what it does. @default - nowhere */
  readonly log?: Log;
  /** Called once before the process ends. */
  close?(service: S): Promise<void>;
}

/** The service, or why there is none: told at once or, if a value is not known yet (`isLater`), when a resource needs the service. */
export type Configured<S> =
  | {
      readonly isReady: true;
      readonly service: S;
      /** The address of the service, by which a state that is not of it is recognized. @default - none */
      readonly api?: string;
      /** @default - those of a provider without configuration */
      readonly settings?: Settings;
    }
  | { readonly isReady: false; readonly unavailable: readonly Diagnostic[]; readonly isLater: boolean };
