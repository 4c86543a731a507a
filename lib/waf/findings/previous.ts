import type { FindingKind } from '../../ground/findings';
import { plural } from '../../ground/words';
import type { UnknownValue } from '../previous';
import { cut, enumerate, named, type TextLimits } from '../prose';
import { listing, type Parts, type Severity } from './kind';

const ofValues = listing<{ values: readonly UnknownValue[] }>(({ values }) =>
  values.map(({ kind, id, field, value }) => `${field} "${value}" of ${kind} ${id}`),
);

export const unknownKinds = {
  previous_unknown: ofValues({
    severity: 'error',
    meaning:
      'packages, groups, rules or page rules of the previous WAF have values that this package does not know, so what they migrate ' +
      'to cannot be judged',
    head: (count) => `${plural(count, 'unknown value')} in the previous WAF`,
  }),
};

/** `package` is the sensitivity of a package, `action` its action mode. */
export interface ExpectedSetting {
  readonly kind: 'package' | 'action' | 'group' | 'rule';
  readonly id: string;
  readonly expected: string;
}

export interface ChangedSetting extends ExpectedSetting {
  /** Empty if the object has none. */
  readonly name: string;
  readonly found: string;
  readonly isDefault: boolean;
}

export interface DifferentSettings {
  readonly severity: Severity;
  readonly settings: readonly ChangedSetting[];
  readonly unknown: readonly ExpectedSetting[];
  readonly unchanged: readonly ExpectedSetting[];
}

/** In one line: `2 settings of the previous WAF at their defaults: group a ("A") on, expected off; …`. */
function ofSettings<P extends Parts>(parts: P): P & FindingKind<DifferentSettings, TextLimits, string> {
  return {
    ...parts,
    describe: ({ settings, unknown }, limits) =>
      [
        ...(settings.length === 0
          ? []
          : [`${parts.head(settings.length)}: ${listed(settings.map(describeChanged), limits)}`]),
        ...(unknown.length === 0
          ? []
          : [`previous WAF without ${listed(unknown.map(describeExpected), limits)}`]),
      ].join('; '),
  };
}

/** Settings of the previous WAF that are not as expected. `explanation`: why the difference matters, without the fix. */
export const settingKinds = {
  /** All settings that differ are at their defaults, as after the resources of the previous WAF were destroyed. */
  previous_reset: ofSettings({
    severity: 'error; a warning without `expected_previous`',
    meaning:
      'settings of the previous WAF are at their defaults, and not as `expected_previous` or the backup in the state says',
    head: (count) =>
      `${plural(count, 'setting')} of the previous WAF at ${count === 1 ? 'its default' : 'their defaults'}`,
    explanation:
      'Terraform resets these settings when it destroys the resources of the previous WAF. The migration would translate the ' +
      'defaults, and cannot be repeated.',
  }),
  /** At least one has another value. */
  previous_changed: ofSettings({
    severity: 'error',
    meaning: 'settings of the previous WAF are not as `expected_previous` says, or are unknown',
    head: (count) => `${plural(count, 'setting')} of the previous WAF changed`,
    explanation: 'The migration would translate these values, and cannot be repeated.',
  }),
};

/** A setting for each line, then what the previous WAF does not have, as a sentence. */
export function listPrevious(
  { settings, unknown }: Pick<DifferentSettings, 'settings' | 'unknown'>,
  limits: TextLimits = {},
): string {
  const lines = settings.map((each) => `- ${describeChanged(each)}`);
  const missing =
    unknown.length === 0
      ? []
      : [
          `The previous WAF has no ${listed(unknown.map(describeExpected), limits)}: correct the ID, or leave it out.`,
        ];
  return [...(lines.length === 0 ? [] : [enumerate(lines, limits.most, '\n')]), ...missing].join('\n');
}

function describeChanged(setting: ChangedSetting): string {
  const { id, name, found, expected } = setting;
  return `${subjectOf(setting)} ${cut(named(id, name), {})}: ${found}, expected ${expected}`;
}

function describeExpected(setting: ExpectedSetting): string {
  return `${setting.kind === 'action' ? 'package' : setting.kind} ${setting.id} (expected ${setting.expected})`;
}

function subjectOf({ kind }: ExpectedSetting): string {
  if (kind === 'package') return 'sensitivity of package';
  return kind === 'action' ? 'action mode of package' : kind;
}

function listed(items: readonly string[], { most }: TextLimits): string {
  return enumerate(items, most, '; ');
}
