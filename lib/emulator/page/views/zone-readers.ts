import type { PreviousWaf } from '../../../waf';
import type { Ruleset } from '../../products/rulesets/model';
import type { SecurityEvent } from '../../products/security-events/state';
import type { StatusReader } from '../../products/waf-migration';
import type { Stages } from '../../products/waf-migration/stages';
import type { Places } from '../../world';

/** What the zones of the page read. */
export interface ZoneReaders {
  readonly places: Places;
  readonly now: () => Date;
  readonly stages: Stages;
  readonly statusOf: StatusReader;
  readonly previousOf: (zoneId: string) => PreviousWaf;
  /** Of the phase of managed rules. */
  readonly entryPointOf: (zoneId: string) => Ruleset | undefined;
  readonly eventsOf: (zoneId: string) => readonly SecurityEvent[];
}
