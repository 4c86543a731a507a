import type { Faults } from '../faults/faults';
import { faultFields, parseFaultOrder } from '../faults/order';
import type { Fixture } from '../fixture/fixture';
import { FixtureError } from '../fixture/seed';
import { refuse } from '../http/errors';
import { defaultQuirks, type Quirks } from '../http/quirks';
import { anything, flag } from '../schema/values';
import { recordOf, type CallLog } from './calls';
import { badControl, control, readControl, type Control } from './control';

export function generalControls(parts: {
  readonly quirks: { get: () => Quirks; set: (quirks: Quirks) => void };
  readonly faults: Faults;
  readonly calls: CallLog;
  /** Returns to the given fixture, or to that of the start. Throws FixtureError, and changes nothing then. */
  readonly reset: (fixture: unknown, keepCredentials: boolean) => void;
  readonly exportFixture: () => Fixture;
}): readonly Control[] {
  const { quirks, faults, calls, reset, exportFixture } = parts;
  return [
    control.get('/quirks', () => quirks.get()),
    control.put('/quirks', ({ bytes }) => {
      quirks.set(readControl(bytes, quirkFields));
      return quirks.get();
    }),
    control.get('/calls', () => calls.list().map(recordOf)),
    control.delete('/calls', () => {
      // In one step, so that no call is lost between a list and its clearing.
      const cleared = calls.list().map(recordOf);
      calls.clear();
      return cleared;
    }),
    control.get('/faults', () => faults.list()),
    control.post('/faults', ({ bytes }) => {
      faults.add(parseFaultOrder(readControl(bytes, faultFields)));
      return faults.list();
    }),
    control.delete('/faults', () => {
      faults.clear();
      return [];
    }),
    control.delete('/faults/:fault_id', ({ param }) => {
      const id = param('fault_id');
      if (!faults.remove(id)) throw refuse(404, 1000, `there is no fault ${id.slice(0, 80)}`);
      return faults.list();
    }),
    control.post('/reset', ({ bytes }) => {
      const { fixture, keepCredentials = false } = bytes.length === 0 ? {} : readControl(bytes, resetFields);
      asControl(() => reset(fixture, keepCredentials));
      return {};
    }),
    { ...control.get('/fixture', exportFixture), isFile: true },
  ];
}

const quirkFields = {
  shuffleKeys: flag.or(defaultQuirks.shuffleKeys, null),
  shuffleArrays: flag.or(defaultQuirks.shuffleArrays, null),
  omitZeroValues: flag.or(defaultQuirks.omitZeroValues, null),
  unknownFields: flag.or(defaultQuirks.unknownFields, null),
  serviceWording: flag.or(defaultQuirks.serviceWording, null),
};

const resetFields = { fixture: anything, keepCredentials: flag };

/** A fixture that a call sends is a fault of the caller. */
function asControl(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw error instanceof FixtureError ? badControl(`fixture: ${error.message}`) : error;
  }
}
