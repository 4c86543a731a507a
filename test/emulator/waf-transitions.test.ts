import { plans, type Plan } from '../../lib/emulator/world';
import { stages, transitions } from '../../lib/emulator/products/waf-migration/transitions';
import { sample } from '../support/exhaustive';
import { start, zoneId, type Running } from './support';
import {
  clock,
  entrypoint,
  executeRule,
  hour,
  migration,
  putEntrypoint,
  statusOf,
  zoneWith,
  type Clock,
} from './waf-world';

const previousOnly = ['enabled', 'disabled', 'start'];
const both = ['enabled', 'enabled', 'validation'];
const newOnly = ['disabled', 'enabled', 'complete'];

const disabled = { rules: [{ ...executeRule, enabled: false }] };

/** Stages as a fixture or a call brings a zone there. */
const places = ['default', 'start', 'validation', 'cutover', 'complete'] as const;
type Place = (typeof places)[number];

async function zoneAt(place: Place, plan: Plan) {
  const time = clock();
  const migration_state = place === 'cutover' ? 'start' : place;
  const emulator = await start({
    fixture: zoneWith({ plan, migration_state }),
    now: time.now,
    wafCutoverMs: hour,
  });
  if (place === 'cutover') expect((await putEntrypoint(emulator, 'pending')).status).toBe(200);
  return { emulator, time };
}

/** The table of 3.1, calls alone; what follows is the status at once, and after the cutover. */
const moves: readonly (readonly [Place, string, readonly Plan[], readonly string[], readonly string[]])[] = [
  ['start', 'validation', ['enterprise'], both, both],
  ['start', '2', ['enterprise'], both, both],
  ['start', 'pending', ['pro', 'business', 'enterprise'], ['enabled', 'enabled', 'start'], newOnly],
  ['start', '1', ['pro', 'business', 'enterprise'], ['enabled', 'enabled', 'start'], newOnly],
  ['validation', 'pending', ['enterprise'], both, newOnly],
  ['validation', '1', ['enterprise'], both, newOnly],
  // Not in the table: a caller whose reply was lost asks again.
  ['cutover', 'pending', ['pro', 'business', 'enterprise'], ['enabled', 'enabled', 'start'], newOnly],
  ['cutover', '1', ['pro', 'business', 'enterprise'], ['enabled', 'enabled', 'start'], newOnly],
];

const canBe = (place: Place, plan: Plan) =>
  plan === 'free' ? place === 'default' : place !== 'validation' || plan === 'enterprise';

const zones = plans.flatMap((plan) =>
  places.filter((place) => canBe(place, plan)).map((place) => [plan, place] as const),
);
const modes = ['validation', '2', 'pending', '1'];
const calls = modes.map((mode) => zones.map((zone) => [...zone, mode] as const));
const moveOf = ([plan, place, mode]: readonly [Plan, Place, string]) =>
  moves.find(([from, trigger, allowed]) => from === place && trigger === mode && allowed.includes(plan));

describe('transitions from the previous WAF managed rules to the new ones', () => {
  it.each(calls.flat().filter((call) => moveOf(call) !== undefined))(
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
    },
  );

  const refused = calls.flatMap((ofMode) =>
    sample(
      ofMode.filter((call) => moveOf(call) === undefined),
      4,
    ),
  );
  it.each(refused)('fails a zone of %s at %s that asks for %s', async (...call) => {
    const [plan, place, mode] = call;
    const { emulator } = await zoneAt(place, plan);
    const before = [await statusOf(emulator), (await emulator.call('GET', entrypoint)).text];
    const reply = await putEntrypoint(emulator, mode, []);
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('migration is not allowed: ')]);
    expect([await statusOf(emulator), (await emulator.call('GET', entrypoint)).text]).toEqual(before);
  });

  const steps: readonly (readonly [string, (emulator: Running, time: Clock) => Promise<unknown>])[] = [
    [
      'time',
      (_emulator, time) => {
        time.move(1000 * hour);
        return Promise.resolve();
      },
    ],
    ['a write of disabled rules', (emulator) => emulator.call('PUT', entrypoint, disabled)],
    [
      'a write with phase_two only',
      (emulator) => emulator.call('PUT', `${entrypoint}?phase_two=1`, disabled),
    ],
    [
      'a dry run',
      (emulator) => emulator.call('PUT', `${entrypoint}?waf_migration=1&phase_two=1&dry_run=true`, disabled),
    ],
    ['a check', (emulator) => emulator.call('GET', `${migration}/check?phase_two=1`)],
    ['reading the configuration', (emulator) => emulator.call('GET', `${migration}/config?phase_two=1`)],
    [
      'switching the previous WAF on',
      (emulator) => emulator.call('PATCH', `/zones/${zoneId}/settings/waf`, { value: 'on' }),
    ],
  ];
  const stays = steps.flatMap((step) => sample(zones, 3).map((zone) => [...zone, ...step] as const));
  it.each(stays)('keep a zone of %s at %s after %s', async (_plan, place, what, act) => {
    const { emulator, time } = await zoneAt(place, _plan);
    const before = await statusOf(emulator);
    await act(emulator, time);
    const ends = place === 'cutover' && what === 'time';
    expect(await statusOf(emulator)).toEqual(ends ? newOnly : before);
  });

  /** From, by, to; for Enterprise alone where it is said. */
  const table = [
    'start validation validation enterprise',
    'start pending cutover',
    'validation pending cutover',
    'cutover pending cutover',
    'cutover previous-disabled complete',
  ];
  it('are exactly these, and none is reversible', () => {
    expect(
      transitions.map(({ from, trigger, to, plans: only = [] }) =>
        [from, trigger.replace(' ', '-'), to, ...only].join(' '),
      ),
    ).toEqual(table);
    for (const { from, to } of transitions)
      expect(stages.indexOf(to)).toBeGreaterThanOrEqual(stages.indexOf(from));
  });

  it('start with the previous WAF only, or with none on a free zone', async () => {
    for (const plan of plans) {
      const emulator = await start({ fixture: zoneWith({ plan }) });
      expect(await statusOf(emulator)).toEqual(
        plan === 'free' ? ['disabled', 'disabled', 'default'] : previousOnly,
      );
      await emulator.close();
    }
  });
});
