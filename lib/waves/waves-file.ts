import {
  entries,
  flag,
  list,
  object,
  optional,
  repeatedIn,
  text,
  word,
  type DocumentForm,
  type ShapeValue,
} from '../schema/document';

const plans = ['free', 'pro', 'business', 'enterprise'] as const;

/** Settings of the previous WAF that Terraform manages, by the IDs of packages, groups and rules. */
export const expectedPrevious = object({
  package_sensitivities: entries(text()),
  package_action_modes: entries(text()),
  groups: entries(text()),
  rules: entries(text()),
});

export type ExpectedPrevious = ShapeValue<typeof expectedPrevious>;

/** A zone of a wave, or one that is left out. */
const waveZone = object({
  id: text('a zone ID: 32 hexadecimal digits in lower case', (id) => /^[0-9a-f]{32}$/.test(id)),
  /** For people. Empty where it is not known. */
  name: text(),
  /** Empty where it is not known: see {@link zonesToMigrate}. */
  plan: word(...plans, ''),
  /** Whether its migration has begun elsewhere, so that the code imports it. Left out, the wave begins it. */
  import: optional(flag),
  /** The settings that the plan of the migration compares. Left out, nothing is compared. */
  expected_previous: optional(expectedPrevious),
});

export type WaveZone = ShapeValue<typeof waveZone>;

export const waveTargets = ['validation', 'complete'] as const;
export type WaveTarget = (typeof waveTargets)[number];

/** Zones that are migrated together, by one stack. */
const wave = object({
  /** `canary`, `wave-1`, …: the name of the stack. */
  name: text('letters, digits, - and _', (name) => /^[A-Za-z0-9_-]+$/.test(name)),
  /** The first of the two confirmations of an irreversible migration, which only a person gives. */
  acknowledged: flag,
  /** Whether its Enterprise zones go through validation mode first. */
  validates: flag,
  target: word(...waveTargets),
  zones: list(waveZone),
});

export type Wave = ShapeValue<typeof wave>;

const wavesFile = object({
  version: word(1),
  /** In the order of their deployment. */
  waves: list(wave),
  /** Zones that could not be migrated when they were surveyed. */
  left_out: list(waveZone),
});

/** `waves.json`: what the code of the project, `waf review --wave` and `waf waves status` read. */
export type WavesFile = ShapeValue<typeof wavesFile>;

export const wavesFileName = 'waves.json';

/** The form of `waves.json`, for `readDocument`: it is edited by hand. */
export const wavesForm: DocumentForm<WavesFile> = {
  shape: wavesFile,
  rule: 'a file of "edge-platform waf waves" (version 1)',
  isKind: ({ version }) => version === 1,
  check: ({ waves, left_out: leftOut }) => [
    ...repeatedIn(
      // The folders of their stacks are one where a file system does not tell them apart.
      waves.map(({ name }, at) => ({ value: name, path: ['waves', at, 'name'], key: name.toLowerCase() })),
      'Rename one of them. Upper and lower case count as equal.',
    ),
    ...waves.flatMap(({ name }, at) =>
      name.startsWith('-') || Object.hasOwn(Object.prototype, name) || name.length > 80
        ? [
            `waves[${at}].name is ${JSON.stringify(name)}, which cannot be the name of a stack: it must not begin with -, have more than 80 letters, or be a word of JavaScript such as "constructor". Rename the wave.`,
          ]
        : [],
    ),
    ...repeatedIn(
      [
        ...waves.flatMap(({ zones }, at) =>
          zones.map(({ id }, index) => ({ value: id, path: ['waves', at, 'zones', index, 'id'] })),
        ),
        ...leftOut.map(({ id }, at) => ({ value: id, path: ['left_out', at, 'id'] })),
      ],
      'A zone is in one place. Keep one of them.',
    ),
    ...waves.flatMap(({ zones }, at) =>
      zones.length > 0
        ? []
        : [
            `waves[${at}].zones is empty, and a review of no zone would pass. Give the wave a zone, or remove the wave: what has been migrated stays as it is.`,
          ],
    ),
    ...waves.flatMap(({ validates, target }, at) =>
      validates || target === 'complete'
        ? []
        : [
            `waves[${at}].target is "validation", and waves[${at}].validates is false. Set "validates" to true, or "target" to "complete".`,
          ],
    ),
  ],
};

/** The plan of a zone as the file has it: empty for one that is not known here. */
export function planOf(plan: string): WaveZone['plan'] {
  return plans.find((each) => each === plan) ?? '';
}

/** All zones of a project: those of its waves, then those that are left out. */
export function zonesOf({
  waves,
  left_out: leftOut,
}: Pick<WavesFile, 'waves' | 'left_out'>): readonly WaveZone[] {
  return [...waves.flatMap((wave) => wave.zones), ...leftOut];
}

/** The name of a zone for people. */
export function titleOf({ id, name }: Pick<WaveZone, 'id' | 'name'>): string {
  return name === '' ? id : name;
}

/**
 * Only Enterprise zones have validation mode (specification 3.1, rule 4): the others wait for the next target. A zone of an
 * unknown plan may be one: its plan fails if it is none.
 */
export function zonesToMigrate({ target, zones }: Pick<Wave, 'target' | 'zones'>): readonly WaveZone[] {
  return target === 'complete' ? zones : zones.filter(({ plan }) => plan === 'enterprise' || plan === '');
}
