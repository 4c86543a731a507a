import type { BodyRefusals } from '../../schema/field';
import { object, type Complete } from '../../schema/body';
import { list, oneOf, texts, textWhere } from '../../schema/values';
import { hex32 } from '../../shape';
import { actions } from '../rulesets/phases';

function trip(allowed: readonly string[]) {
  return {
    rule_id: textWhere((id) => id !== '', 'must be the id of a rule').readAs(),
    /** The unmodified action of the rule. */
    action: oneOf(allowed).readAs(),
  };
}

const previousTrip = trip(['allow', 'simulate', 'challenge', 'js_challenge', 'block']);

const newTrip = {
  ...trip(actions),
  ruleset_id: textWhere(
    (id) => hex32.test(id),
    'must be the id of a ruleset (32 lower-case hexadecimal digits)',
  ).readAs(),
  /** The categories of the rule, for category overrides. */
  categories: texts.or([]),
};

const trips = object({
  previous: list(object(previousTrip)).or([], null),
  new: list(object(newTrip)).or([], null),
});

export type Trip = Complete<typeof previousTrip>;
export type NewTrip = Complete<typeof newTrip>;
/** The managed rules that an exchange matches, as listed in a line of traffic. */
export type Trips = ReturnType<typeof parseTrips>;

export function parseTrips(value: unknown, refusals: BodyRefusals) {
  return trips.read(value, '/waf', refusals);
}
