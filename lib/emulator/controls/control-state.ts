import type { Clock } from '../clock';
import { Faults } from '../faults/faults';
import { faultFields, parseFaultOrder } from '../faults/order';
import type { Fixture } from '../fixture/fixture';
import { FixtureError } from '../fixture/seed';
import { refuse } from '../http/errors';
import { defaultQuirks, quirkFields, type Quirks } from '../http/quirks';
import { RequestLimit } from '../http/request-limit';
import { anything, flag, wholeNumber } from '../schema/values';
import type { Setting } from '../state/store';
import type { World } from '../world';
import { CallLog, recordOf } from './calls';
import { badControl, control, listControls, readControl, settingControls, type Control } from './control';

/** The state of the general controls. All of it lasts until it is removed, or until a reset. */
export class ControlState {
  readonly faults: Faults;
  readonly quirks: Setting<Quirks>;
  readonly calls: CallLog;
  readonly limit: RequestLimit;

  constructor(
    { store, newId, announce }: World,
    private readonly clock: Clock,
    /** Returns to the given fixture, or to that of the start. Throws FixtureError, and changes nothing then. */
    private readonly resetWorld: (fixture: unknown, keepCredentials: boolean) => void,
    private readonly exportWorld: () => Fixture,
  ) {
    this.faults = new Faults(store, newId);
    this.calls = new CallLog(() => clock.now(), announce);
    this.limit = new RequestLimit(store, () => clock.now());
    this.quirks = store.setting('quirks', defaultQuirks);
  }

  list(): readonly Control[] {
    return [
      ...settingControls('/quirks', quirkFields, { show: this.quirks.get, change: this.quirks.set }),
      ...callControls(this),
      ...faultControls(this),
      control.post('/reset', ({ bytes }) => this.reset(bytes)),
      { ...control.get('/fixture', this.exportWorld), isFile: true },
      ...settingControls('/limits', limitFields, {
        show: () => ({ requestsPer5Minutes: this.limit.requestsPer5Minutes }),
        change: ({ requestsPer5Minutes }) => (this.limit.requestsPer5Minutes = requestsPer5Minutes),
      }),
      ...settingControls('/clock', clockFields, {
        show: () => ({ now: this.clock.now().toISOString(), advancedMs: this.clock.advancedMs }),
        change: ({ advanceMs }) => this.clock.advance(advanceMs),
      }),
    ];
  }

  /** A fixture that a call sends is a fault of the caller. */
  private reset(bytes: Uint8Array): object {
    const { fixture, keepCredentials = false } = bytes.length === 0 ? {} : readControl(bytes, resetFields);
    try {
      this.resetWorld(fixture, keepCredentials);
    } catch (error) {
      throw error instanceof FixtureError ? badControl(`fixture: ${error.message}`) : error;
    }
    this.calls.clear();
    this.limit.startAnew();
    return {};
  }
}

const resetFields = { fixture: anything, keepCredentials: flag };

const yearMs = 365 * 86_400_000;
const clockFields = { advanceMs: wholeNumber(0, yearMs).required() };

const limitFields = {
  requestsPer5Minutes: wholeNumber(1, 1_000_000)
    .orNull()
    .required(() => badControl('requestsPer5Minutes: is required; null means no limit')),
};

function callControls({ calls }: ControlState): readonly Control[] {
  const shown = () => calls.list().map(recordOf);
  return [
    control.get('/calls', shown),
    control.delete('/calls', () => {
      // In one step, so that no call is lost between a list and its clearing.
      const cleared = shown();
      calls.clear();
      return cleared;
    }),
  ];
}

function faultControls({ faults }: ControlState): readonly Control[] {
  return [
    ...listControls('/faults', { list: () => faults.list(), clear: () => faults.clear() }),
    control.post('/faults', ({ bytes }) => {
      faults.add(parseFaultOrder(readControl(bytes, faultFields)));
      return faults.list();
    }),
    control.delete('/faults/:fault_id', ({ param }) => {
      const id = param('fault_id');
      if (!faults.remove(id)) throw refuse(404, 1000, `there is no fault ${id.slice(0, 80)}`);
      return faults.list();
    }),
  ];
}
