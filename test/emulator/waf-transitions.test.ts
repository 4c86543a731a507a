import { plans, type Plan } from '../../lib/emulator/world';
import {
  stages,
  transitions,
  triggers,
  findTransition,
} from '../../lib/emulator/products/waf-migration/transitions';
import { start } from './support';
import { clock, entrypoint, executeRule, hour, putEntrypoint, statusOf, zoneWith } from './waf-world';

const previousOnly = ['enabled', 'disabled', 'start'];
const both = ['enabled', 'enabled', 'validation'];
const newOnly = ['disabled', 'enabled', 'complete'];

/** Stages as a fixture or a call brings a zone there. */
const places = ['default', 'start', 'validation', 'handover', 'complete'] as const;
type Place = (typeof places)[number];

async function zoneAt(place: Place, plan: Plan) {
  const time = clock();
  const migration_state = place === 'handover' ? 'start' : place;
  const emulator = await start({
    fixture: zoneWith({ plan, migration_state }),
    now: time.now,
    wafHandoverMs: hour,
  });
  if (place === 'handover') expect((await putEntrypoint(emulator, 'pending')).status).toBe(200);
  return { emulator, time };
}

/** The table of 3.1, calls alone; what follows is the status at once, and after the hand-over. */
const moves: readonly (readonly [Place, string, readonly Plan[], readonly string[], readonly string[]])[] = [
  ['start', 'validation', ['enterprise'], both, both],
  ['start', '2', ['enterprise'], both, both],
  ['start', 'pending', ['pro', 'business', 'enterprise'], ['enabled', 'enabled', 'start'], newOnly],
  ['start', '1', ['pro', 'business', 'enterprise'], ['enabled', 'enabled', 'start'], newOnly],
  ['validation', 'pending', ['enterprise'], both, newOnly],
  ['validation', '1', ['enterprise'], both, newOnly],
  // Not in the table: a caller whose reply was lost asks again.
  ['handover', 'pending', ['pro', 'business', 'enterprise'], ['enabled', 'enabled', 'start'], newOnly],
  ['handover', '1', ['pro', 'business', 'enterprise'], ['enabled', 'enabled', 'start'], newOnly],
];

const canBe = (place: Place, plan: Plan) =>
  plan === 'free' ? place === 'default' : place !== 'validation' || plan === 'enterprise';

const calls = plans.flatMap((plan) =>
  places
    .filter((place) => canBe(place, plan))
    .flatMap((place) => ['validation', '2', 'pending', '1'].map((mode) => [plan, place, mode] as const)),
);
const moveOf = ([plan, place, mode]: readonly [Plan, Place, string]) =>
  moves.find(([from, trigger, allowed]) => from === place && trigger === mode && allowed.includes(plan));

describe('the way from the previous WAF managed rules to the new ones', () => {
  it.each(calls.filter((call) => moveOf(call) !== undefined))(
    'leads a zone of %s from %s on by %s',
    async (...call) => {
      const [plan, place, mode] = call;
      const { emulator, time } = await zoneAt(place, plan);
      const [, , , soon, later] = moveOf(call) ?? [];
      const reply = await putEntrypoint(emulator, mode);
      expect([reply.status, reply.text]).toEqual([
        200,
        expect.stringContaining(executeRule.action_parameters.id),
      ]);
      expect(await statusOf(emulator)).toEqual(soon);
      time.move(hour);
      expect(await statusOf(emulator)).toEqual(later);
      await emulator.close();
    },
  );

  it.each(calls.filter((call) => moveOf(call) === undefined))(
    'fails a zone of %s at %s that asks for %s',
    async (...call) => {
      const [plan, place, mode] = call;
      const { emulator } = await zoneAt(place, plan);
      const before = [await statusOf(emulator), (await emulator.call('GET', entrypoint)).text];
      const reply = await putEntrypoint(emulator, mode, []);
      expect([reply.status, reply.text]).toEqual([
        400,
        expect.stringContaining('migration is not allowed: '),
      ]);
      expect([await statusOf(emulator), (await emulator.call('GET', entrypoint)).text]).toEqual(before);
      await emulator.close();
    },
  );

  it('refuses every pair of stage and trigger that the table lacks, for every plan', () => {
    const pairs = stages.flatMap((stage) =>
      triggers.flatMap((trigger) => plans.map((plan) => [stage, trigger, plan] as const)),
    );
    expect(pairs).toHaveLength(stages.length * triggers.length * plans.length);
    for (const [stage, trigger, plan] of pairs) {
      const allowed = transitions.find(
        (one) => one.from === stage && one.trigger === trigger && one.plans?.includes(plan) !== false,
      );
      const found = findTransition(stage, trigger, plan);
      if (allowed === undefined) expect(typeof found).toBe('string');
      else expect(found).toBe(allowed);
    }
  });

  it('never leads back', () => {
    const rank = (stage: (typeof stages)[number]) => stages.indexOf(stage);
    for (const { from, to } of transitions) expect(rank(to)).toBeGreaterThanOrEqual(rank(from));
  });

  it('starts with the previous WAF alone, or with nothing on a free zone', async () => {
    for (const plan of plans) {
      const emulator = await start({ fixture: zoneWith({ plan }) });
      expect(await statusOf(emulator)).toEqual(
        plan === 'free' ? ['disabled', 'disabled', 'default'] : previousOnly,
      );
      await emulator.close();
    }
  });
});
