import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TerraformStack, Testing } from 'cdktf';
import { Construct } from 'constructs';
import fc from 'fast-check';
import { EdgeProvider, WafMigration, WafMigrationTarget } from '../../lib';
import { formatDocument } from '../../lib/cli/document';
import { readWaves } from '../../lib/waves';
import { printGatesFile, type Gate } from '../../lib/waves/gates';
import { type Wave, type WaveZone } from '../../lib/waves/waves-file';
import { runs } from '../support/exhaustive';
import { makeFolder } from '../support/folder';

const zone = (at: number, more: Partial<WaveZone> = {}): WaveZone => ({
  id: String(at).padStart(32, '0'),
  name: `zone-${at}.example`,
  plan: 'enterprise',
  ...more,
});
const { id } = zone(1);
const wave = (name: string, zones: readonly WaveZone[], more: Partial<Wave> = {}): Wave => ({
  name,
  acknowledged: true,
  validates: false,
  target: 'complete',
  zones,
  ...more,
});
const gate = (name: string, zones: readonly WaveZone[], more: Partial<Gate> = {}): Gate => ({
  wave: name,
  target: 'complete',
  passed: true,
  reviewed_at: '2026-01-02T03:04:05.000Z',
  assertions: [],
  figures: {},
  events_from: null,
  events_to: null,
  failures: [],
  zones: zones.map(({ id }) => id),
  ...more,
});

describe('the waves of a project', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });

  const write = (waves: readonly Wave[], gates: readonly Gate[] = [], leftOut: readonly WaveZone[] = []) => {
    writeFileSync(join(folder, 'waves.json'), formatDocument({ version: 1, waves, left_out: leftOut }, 2));
    writeFileSync(join(folder, 'gates.json'), printGatesFile({ version: 1, gates }));
  };
  const closures = () => readWaves(folder).map(({ closedBecause }) => closedBecause ?? 'open');

  it('have the zones of the target, with their settings', () => {
    const [first, second] = [zone(1, { import: true }), zone(2, { plan: 'pro' })];
    write([wave('canary', [first, second], { validates: true, target: 'validation' })]);
    expect(readWaves(folder, { [first.id]: { adopt: true } })).toEqual([
      {
        name: 'canary',
        closedBecause: undefined,
        target: 'validation',
        acknowledged: true,
        zones: [
          {
            constructId: `${first.name}-${first.id}`,
            id: first.id,
            isImported: true,
            settings: { adopt: true },
          },
        ],
      },
    ]);
  });

  it('have no zone before they are acknowledged, and say so', () => {
    write([wave('canary', [zone(1)], { acknowledged: false })]);
    expect(readWaves(folder)[0]?.zones).toEqual([]);
    expect(closures()).toEqual([
      expect.stringContaining('set "acknowledged" of canary to true in waves.json'),
    ]);
  });

  it('stay closed until the wave before has passed for every zone that it has', () => {
    const [one, two] = [[zone(1)], [zone(2)]];
    write([wave('canary', one), wave('wave-1', two)]);
    const closed = ['open', expect.stringContaining('The review of canary for "complete" has not passed')];
    expect(closures()).toEqual(closed);
    write([wave('canary', one), wave('wave-1', two)], [gate('canary', [])]);
    expect(closures()).toEqual(closed);
    write(
      [wave('canary', one), wave('wave-1', two)],
      [gate('canary', one, { passed: false, failures: ['x'] })],
    );
    expect(closures()).toEqual(closed);
    write([wave('canary', one), wave('wave-1', two)], [gate('canary', one)]);
    expect(closures()).toEqual(['open', 'open']);
  });

  it('are not completed before their validation has passed, zones of an unknown plan included', () => {
    const zones = [zone(1), zone(2, { plan: '' }), zone(3, { plan: 'free' })];
    const validating = wave('canary', zones, { validates: true });
    write([validating], [gate('canary', zones.slice(0, 1), { target: 'validation' })]);
    expect(closures()).toEqual([
      expect.stringContaining('The review of canary for "validation" has not passed'),
    ]);
    write([validating], [gate('canary', zones.slice(0, 2), { target: 'validation' })]);
    expect(closures()).toEqual(['open']);
  });

  it.each([
    ['shop.example.com', `shop.example.com-${id}`],
    ['1und1.example', `zone1und1.example-${id}`],
    ['bücher.example', `bücher.example-${id}`],
    ['日本.example', `zone日本.example-${id}`],
    ['__proto__', `zone__proto__-${id}`],
    ['', `zone-${id}`],
  ])('name the construct of %j by its ID too', (name, expected) => {
    write([wave('canary', [zone(1, { name })])]);
    expect(readWaves(folder)[0]?.zones.map(({ constructId }) => constructId)).toEqual([expected]);
  });

  it('have addresses that are distinct, and stay when zones are added, whatever the names', () => {
    const label = fc.oneof(
      fc.constantFrom(
        'shop.example',
        'shopexample',
        'sh-op.example',
        'bücher.example',
        'bcher.example',
        'BCHER.example',
      ),
      fc.constantFrom('__proto__', 'constructor', 'gate', 'edge', 'is_open', 'Default', '', '1.example', '-'),
      fc.domain(),
      fc.string({ unit: 'grapheme', maxLength: 253 }),
      fc.string({ unit: fc.constantFrom('a', 'z', '0', '9', '.', '-'), minLength: 240, maxLength: 253 }),
    );
    const addresses = (zones: readonly WaveZone[]) => {
      write([wave('canary', zones)]);
      const stack = new TerraformStack(Testing.app(), 'canary');
      new EdgeProvider(stack, 'edge');
      for (const id of ['gate', 'is_open']) new Construct(stack, id);
      const migrations = (readWaves(folder)[0]?.zones ?? []).map(
        ({ constructId, id }) =>
          new WafMigration(stack, constructId, {
            zoneId: id,
            target: WafMigrationTarget.COMPLETE,
            acknowledgeIrreversible: true,
          }),
      );
      Testing.synth(stack, true);
      return new Map(migrations.map(({ zoneId, resource }) => [zoneId, resource.friendlyUniqueId]));
    };
    fc.assert(
      fc.property(
        fc.array(label, { minLength: 2, maxLength: 6 }),
        fc.infiniteStream(fc.boolean()),
        (names, coins) => {
          const zones = names.map((name, at) => zone(at + 1, { name }));
          const some = zones.filter((_, at) => at === 0 || coins.next().value);
          const [before, after] = [addresses(some), addresses(zones)];
          expect(new Set(after.values()).size).toBe(names.length);
          for (const [id, address] of before) expect(after.get(id)).toBe(address);
          for (const address of after.values()) expect(address).toMatch(/^[A-Za-z_][\w-]*$/);
        },
      ),
      { numRuns: runs(50) },
    );
  });

  it('fails for a file that the commands refuse', () => {
    write([wave('canary', [zone(1)], { target: 'completed' as Wave['target'] })]);
    expect(() => readWaves(folder)).toThrow('waves.json: waves[0].target is the string "completed".');
    write([wave('canary', [zone(1)])], [gate('canary', [], { passed: 'yes' as unknown as boolean })]);
    expect(() => readWaves(folder)).toThrow('gates.json: gates[0].passed is the string "yes".');
    rmSync(join(folder, 'gates.json'));
    expect(() => readWaves(folder)).toThrow(/^gates\.json: cannot be read/);
  });

  it.each<[string, Readonly<Record<string, object>>, string]>([
    ['of no zone', { [zone(9).id]: {} }, 'is of no zone in waves.json. Correct the zone ID'],
    ['of a name', { 'zone-1.example': {} }, 'settings["zone-1.example"] is of no zone in waves.json.'],
    ['that are a list', { [zone(1).id]: [] }, 'must be an object'],
    ['with a target', { [zone(1).id]: { target: 'complete' } }, '.target is decided by the wave of the zone'],
    [
      'with a confirmation',
      { [zone(1).id]: { acknowledgeIrreversible: true } },
      '.acknowledgeIrreversible is',
    ],
  ])('fails for settings %s, which would not be applied', (_, settings, fault) => {
    write([wave('canary', [zone(1)])]);
    expect(() => readWaves(folder, settings)).toThrow(fault);
  });

  it('takes settings of zones that have no wave yet', () => {
    write([wave('canary', [zone(1)])], [], [zone(2)]);
    expect(readWaves(folder, { [zone(2).id]: {} })).toHaveLength(1);
  });
});
