import fc from 'fast-check';
import type { EdgeClient } from '../../lib/client';
import type { Handler } from '../../lib/resources/handler';
import type { Settings } from '../../lib/resources/settings';
import {
  isListValue,
  isSettable,
  type Attributes,
  type Contract,
  type Desired,
  type ObjectValue,
} from '../../lib/schema';
import { contextOf, type World } from './handler-harness';

/** A resource, any of its configurations, and how to update an object of the first one to the second one. */
export interface Agreement<A extends Attributes> {
  readonly contract: Contract<A>;
  readonly handler: Handler<A, EdgeClient>;
  readonly configs: fc.Arbitrary<Desired<A>>;
  readonly changeTo: (second: Desired<A>, first: Desired<A>) => Desired<A>;
  /** An attribute that keeps its value in the update. */
  readonly stable: string;
  /** @default - those of a provider without configuration */
  readonly settings?: Settings;
}

/** Every setting is the same after a create, a read and an update to any other one. */
export async function expectAgreement<A extends Attributes>(
  world: World,
  { contract, handler, configs, changeTo, stable, settings: given }: Agreement<A>,
): Promise<void> {
  const context = () => contextOf<A>(world, undefined, undefined, given);
  const settings = (values: ObjectValue) => settingsOf(contract.attributes, values);
  await fc.assert(
    fc.asyncProperty(configs, configs, async (first, second) => {
      const made = await handler.create(first, context());
      let left = made;
      try {
        expect(settings(made)).toEqual(settings(first));
        expect(await handler.read(made, context())).toEqual(made);

        const desired = changeTo(second, first);
        const changed = await handler.update({ prior: made, desired }, context());
        left = changed;
        expect(settings(changed)).toEqual(settings(desired));
        expect(await handler.read(changed, context())).toEqual(changed);
        const [before, after]: ObjectValue[] = [made, changed];
        expect(after?.[stable]).toBe(before?.[stable]);
      } catch (error) {
        // What a failed run leaves would be the cause of the next failure, while the property shrinks.
        await handler.delete(left, context()).catch(() => undefined);
        throw error;
      }
      await handler.delete(left, context());
    }),
    { numRuns: 40 },
  );
}

/** What a plan compares: everything that a user may set and the state may hold. Sets have no order. */
function settingsOf(attributes: Attributes, values: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => isSettable(attribute))
      .map(([name, { writeOnly }]) => {
        const value = values[name] ?? null;
        if (writeOnly === true) return [name, null];
        return [name, isListValue(value) ? [...value].map(String).sort() : value];
      }),
  );
}
