import { messageOf } from '../../../ground/words';

/** A zone of a wave, or one that is left out. */
export interface WaveZone {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
}

export const waveTargets = ['validation', 'complete'] as const;
export type WaveTarget = (typeof waveTargets)[number];

/** Zones that are migrated together, by one stack. */
export interface Wave {
  /** `canary`, `wave-1`, …: the name of the stack. */
  readonly name: string;
  /** The first of the two confirmations of an irreversible migration, which only a person gives. */
  readonly acknowledged: boolean;
  /** Whether its Enterprise zones go through validation mode first. */
  readonly validates: boolean;
  readonly target: WaveTarget;
  readonly zones: readonly WaveZone[];
}

/** `waves.json`: what the code of the project, `waf review --wave` and `waf waves status` read. */
export interface WavesFile {
  /** Of the format. */
  readonly version: 1;
  /** In the order of their deployment. */
  readonly waves: readonly Wave[];
  /** Zones that could not be migrated when they were surveyed. */
  readonly left_out: readonly WaveZone[];
}

export const wavesFileName = 'waves.json';

/** With one line for each zone, so that a diff shows what changed. */
export function printWavesFile({ version, waves, left_out: leftOut }: WavesFile): string {
  const lines = (items: readonly object[], indent: string) =>
    items.length === 0
      ? '[]'
      : `[\n${items.map((each) => `${indent}  ${printObject(each)}`).join(',\n')}\n${indent}]`;
  const blocks = waves.map(({ zones, ...wave }) =>
    [
      '    {',
      ...Object.entries(wave).map(
        ([key, value]) => `      ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
      ),
      `      "zones": ${lines(zones, '      ')}`,
      '    }',
    ].join('\n'),
  );
  const list = blocks.length === 0 ? '[]' : `[\n${blocks.join(',\n')}\n  ]`;
  return `{\n  "version": ${version},\n  "waves": ${list},\n  "left_out": ${lines(leftOut, '  ')}\n}\n`;
}

/** On one line, as formatters write it. */
function printObject(object: object): string {
  const members = Object.entries(object).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `{ ${members.join(', ')} }`;
}

/** @throws an Error that names the place of a fault: the file is edited by hand */
export function parseWavesFile(text: string, path: string): WavesFile {
  const fault = (what: string) => new Error(`${path}: ${what}`);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw fault(`it is not JSON: ${messageOf(error)}`);
  }
  const { version, waves, left_out: leftOut = [] } = (document ?? {}) as Record<string, unknown>;
  if (version !== 1 || !Array.isArray(waves) || !Array.isArray(leftOut))
    throw fault('it is no file of "edge-platform waf waves" (version 1)');
  const read = {
    version: 1 as const,
    waves: waves.map((wave, at) => readWave(wave, `waves[${at}]`, fault)),
    left_out: leftOut.map((zone, at) => readZone(zone, `left_out[${at}]`, fault)),
  };
  const names = read.waves.map(({ name }) => name);
  const twice = duplicateIn(names);
  if (twice !== undefined) throw fault(`two waves have the name ${twice}`);
  const zone = duplicateIn(read.waves.flatMap(({ zones }) => zones.map(({ id }) => id)));
  if (zone !== undefined) throw fault(`zone ${zone} is in two places. Keep one of them`);
  return read;
}

type Fault = (what: string) => Error;

function readWave(value: unknown, place: string, fault: Fault): Wave {
  const { name, acknowledged, validates = false, target, zones } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || !/^[A-Za-z0-9_-]+$/.test(name))
    throw fault(`${place}.name must be letters, digits, - and _`);
  if (typeof acknowledged !== 'boolean' || typeof validates !== 'boolean')
    throw fault(`${place}: acknowledged and validates must be true or false`);
  const found = waveTargets.find((each) => each === target);
  if (found === undefined) throw fault(`${place}.target must be "validation" or "complete"`);
  if (!validates && found === 'validation')
    throw fault(`${place}.target is "validation" without "validates": true`);
  if (!Array.isArray(zones)) throw fault(`${place}.zones must be a list`);
  return {
    name,
    acknowledged,
    validates,
    target: found,
    zones: zones.map((zone, at) => readZone(zone, `${place}.zones[${at}]`, fault)),
  };
}

function readZone(value: unknown, place: string, fault: Fault): WaveZone {
  const { id, name = '', plan = '' } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id))
    throw fault(`${place}.id must be 32 hexadecimal digits`);
  if (typeof name !== 'string' || typeof plan !== 'string')
    throw fault(`${place}: name and plan must be texts`);
  return { id, name, plan };
}

function duplicateIn(values: readonly string[]): string | undefined {
  return values.find((each, at) => values.indexOf(each) !== at);
}

/** The name of a zone for people. */
export function titleOf({ id, name }: Pick<WaveZone, 'id' | 'name'>): string {
  return name === '' ? id : name;
}

/** Only Enterprise zones have validation mode (specification 3.1, rule 4): the others wait for the next target. */
export function zonesToMigrate({ target, zones }: Pick<Wave, 'target' | 'zones'>): readonly WaveZone[] {
  return target === 'complete' ? zones : zones.filter(({ plan }) => plan === 'enterprise');
}
