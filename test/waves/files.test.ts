import { formatDocument } from '../../lib/cli/document';
import { readDocument } from '../../lib/schema/document';
import { gatesForm, printGatesFile, type Gate, type GatesFile } from '../../lib/waves/gates';
import { wavesForm, zonesToMigrate, type WavesFile } from '../../lib/waves/waves-file';

const id = (at: number) => String(at).padStart(32, '0');
const zone = (at: number) => ({ id: id(at), name: `zone-${at}.example`, plan: 'enterprise' as const });
const file: WavesFile = {
  version: 1,
  waves: [
    { name: 'canary', acknowledged: true, validates: true, target: 'validation', zones: [zone(1), zone(2)] },
    { name: 'wave-1', acknowledged: false, validates: false, target: 'complete', zones: [zone(3)] },
  ],
  left_out: [zone(4)],
};
const gate: Gate = {
  wave: 'canary',
  target: 'validation',
  passed: true,
  reviewed_at: '2026-01-02T03:04:05.000Z',
  assertions: ['incomplete<=0'],
  figures: { zones: 2 },
  events_from: '2026-01-01T03:04:05.000Z',
  events_to: null,
  failures: [],
  zones: [id(1), id(2)],
};
const gates: GatesFile = { version: 1, gates: [gate] };

/** The file with another value at a path; without it for undefined. */
function edited(document: object, path: string, value: unknown): string {
  const copy = JSON.parse(JSON.stringify(document)) as object;
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const parent = steps.reduce<object>((each, step) => Reflect.get(each, step) as object, copy);
  Reflect.set(parent, last, value);
  return JSON.stringify(copy);
}

describe('waves.json', () => {
  it('is read as it is written, with a byte order mark too', () => {
    expect(readDocument(wavesForm, formatDocument(file, 2), 'waves.json')).toEqual(file);
    expect(readDocument(wavesForm, `\ufeff${formatDocument(file, 2)}`, 'waves.json')).toEqual(file);
  });

  it.each<[string, unknown, string]>([
    [
      'waves.0.target',
      'completed',
      'waves[0].target is the string "completed". It must be "validation" or "complete". Correct it.',
    ],
    [
      'waves.0.target',
      undefined,
      'waves[0].target is missing. Add it: it must be "validation" or "complete".',
    ],
    ['waves.1.target', 'validation', 'waves[1].target is "validation", and waves[1].validates is false.'],
    ['waves.0.acknowledged', 'true', 'waves[0].acknowledged is the string "true". It must be true or false.'],
    ['waves.0.acknowledge', true, 'waves[0].acknowledge is the boolean true, and there is no such member.'],
    ['waves.0.validates', undefined, 'waves[0].validates is missing.'],
    ['waves.0.name', 'wave 1', 'waves[0].name is the string "wave 1". It must be letters, digits, - and _.'],
    ['waves.0.name', 'wave-1', 'waves[1].name is "wave-1", and so is waves[0].name. Rename one of them.'],
    [
      'waves.0.name',
      'WAVE-1',
      'waves[1].name is "wave-1", and waves[0].name is "WAVE-1". Rename one of them. Upper and lower case count as equal.',
    ],
    ...['__proto__', 'constructor', 'toString', '-1', 'a'.repeat(81)].map(
      (name): [string, string, string] => [
        'waves.0.name',
        name,
        `waves[0].name is "${name}", which cannot be the name of a stack: it must not begin with -,`,
      ],
    ),
    [
      'waves.0.zones',
      [],
      'waves[0].zones is empty, and a review of no zone would pass. Give the wave a zone, or',
    ],
    ['waves.0.zones.1.id', 'x', 'waves[0].zones[1].id is the string "x". It must be a zone ID'],
    ['waves.0.zones.1.id', id(1), 'waves[0].zones[1].id is'],
    ['waves.1.zones.0.id', id(1), 'and so is waves[0].zones[0].id. A zone is in one place.'],
    ['left_out.0.id', id(3), 'and so is waves[1].zones[0].id. A zone is in one place.'],
    ['waves.0.zones.0.plan', 'Enterprise', 'waves[0].zones[0].plan is the string "Enterprise".'],
    ['waves.0.zones.0.name', 5, 'waves[0].zones[0].name is the number 5.'],
    [
      'waves.0.zones.0.target',
      'complete',
      'waves[0].zones[0].target is the string "complete", and there is no',
    ],
    ['wave', [], 'wave is an empty array, and there is no such member. Remove it, or correct its name:'],
    ['left_out', undefined, 'left_out is missing.'],
    ['version', 2, 'It must be a file of "edge-platform waf waves" (version 1).'],
  ])('fails with file, place, value, rule and fix: %s = %j', (path, value, fault) => {
    const read = () => readDocument(wavesForm, edited(file, path, value), 'project/waves.json');
    expect(read).toThrow(fault);
    expect(read).toThrow(/^project\/waves\.json: /);
  });

  it('fails with every fault at once', () => {
    const text = edited(
      JSON.parse(edited(file, 'waves.0.target', 'x')) as object,
      'waves.1.acknowledged',
      'yes',
    );
    expect(() => readDocument(wavesForm, text, 'waves.json')).toThrow(
      /^waves\.json: waves\[0\]\.target .*\nwaves\.json: waves\[1\]\.acknowledged /,
    );
  });

  it('fails for a member that a merge has left twice, of which JSON keeps one', () => {
    const text = formatDocument(file, 2).replace(
      '"acknowledged": false,',
      '"acknowledged": false, "acknowledged": true,',
    );
    expect(() => readDocument(wavesForm, text, 'waves.json')).toThrow(
      'waves.json: an object has the member "acknowledged" twice. Keep one of them.',
    );
  });

  it.each(['{', '', 'null', '[]', '"waves"', '{}'])('fails for another file: %s', (text) => {
    expect(() => readDocument(wavesForm, text, 'waves.json')).toThrow(/^waves\.json: it is /);
  });

  it('has zones of an unknown plan go through validation mode: they may be Enterprise zones', () => {
    const zones = [zone(1), { ...zone(2), plan: '' as const }, { ...zone(3), plan: 'pro' as const }];
    expect(zonesToMigrate({ target: 'validation', zones }).map((each) => each.id)).toEqual([id(1), id(2)]);
    expect(zonesToMigrate({ target: 'complete', zones })).toHaveLength(3);
  });
});

describe('gates.json', () => {
  it('is read as it is written', () => {
    expect(readDocument(gatesForm, printGatesFile(gates), 'gates.json')).toEqual(gates);
  });

  it.each<[string, unknown, string]>([
    ['gates.0.passed', 'yes', 'gates[0].passed is the string "yes". It must be true or false. Correct it.'],
    ['gates.0.passed', false, 'gates[0].passed is false, and gates[0].failures has 0 items.'],
    ['gates.0.failures', ['incomplete'], 'gates[0].passed is true, and gates[0].failures has 1 items.'],
    ['gates.0.target', 'completed', 'gates[0].target is the string "completed".'],
    ['gates.0.zones.0', 5, 'gates[0].zones[0] is the number 5.'],
    ['gates.0.reviewed_at', 'yesterday', 'gates[0].reviewed_at is the string "yesterday". It must be a time'],
    ['gates.0.figures.zones', '2', 'gates[0].figures.zones is the string "2".'],
    ['gates.0.force', true, 'gates[0].force is the boolean true, and there is no such member.'],
    ['gates.1', { ...gate, passed: false, failures: ['x'] }, 'A wave has one record for each target.'],
    ['version', '1', 'It must be a file of "edge-platform waf review --wave" (version 1).'],
  ])('fails with file, place, value, rule and fix: %s = %j', (path, value, fault) => {
    const read = () => readDocument(gatesForm, edited(gates, path, value), 'gates.json');
    expect(read).toThrow(fault);
    expect(read).toThrow(/^gates\.json: /);
  });
});
