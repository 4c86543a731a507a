import type { Clock } from '../clock';
import { Faults } from '../faults/faults';
import type { Fixture } from '../fixture/fixture';
import { defaultQuirks, type Quirks } from '../http/quirks';
import { RequestLimit } from '../http/request-limit';
import type { World } from '../world';
import { CallLog } from './calls';
import { clockControls } from './clock-controls';
import type { Control } from './control';
import { generalControls } from './general-controls';
import { limitControls } from './limit-controls';

/** The state of the general controls. All of it lasts until it is removed, or until a reset. */
export class ControlState {
  readonly faults: Faults;
  readonly quirks: { readonly get: () => Quirks; readonly set: (quirks: Quirks) => void };
  readonly calls: CallLog;
  readonly limit: RequestLimit;

  constructor(
    { store, newId, announce }: World,
    private readonly clock: Clock,
    private readonly resetWorld: (fixture: unknown, keepCredentials: boolean) => void,
    private readonly exportWorld: () => Fixture,
  ) {
    this.faults = new Faults(store, newId);
    this.calls = new CallLog(
      () => clock.now(),
      () => announce('requests'),
    );
    this.limit = new RequestLimit(store, () => clock.now());
    const table = store.table<Quirks>('quirks');
    this.quirks = {
      get: () => table.get('', 'all') ?? defaultQuirks,
      set: (quirks) => store.commit([table.put('', 'all', quirks)]),
    };
  }

  list(): readonly Control[] {
    const { faults, calls, quirks, limit, clock, exportWorld: exportFixture } = this;
    const reset = (fixture: unknown, keepCredentials: boolean) => {
      this.resetWorld(fixture, keepCredentials);
      calls.clear();
      limit.startAnew();
    };
    return [
      ...generalControls({ quirks, faults, calls, reset, exportFixture }),
      ...limitControls(limit),
      ...clockControls(clock),
    ];
  }
}
