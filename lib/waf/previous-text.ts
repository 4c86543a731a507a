import { plural } from '../ground/words';
import { cut, enumerateItems, named, type TextLimits } from './prose';
import type { ChangedSetting, ExpectedSetting, PreviousFinding } from './previous-settings';

/** One line, without a full stop: `2 settings of the previous WAF at their defaults: group a ("A") on, expected off; …`. */
export function describePrevious(finding: PreviousFinding, limits: TextLimits = {}): string {
  const { settings, unknown } = finding;
  const parts = [
    ...(settings.length === 0
      ? []
      : [`${headOfPrevious(finding)}: ${listed(settings.map(describeChanged), limits)}`]),
    ...(unknown.length === 0
      ? []
      : [`previous WAF without ${listed(unknown.map(describeExpected), limits)}`]),
  ];
  return parts.join('; ');
}

/** A setting for each line, then what the previous WAF does not have, as a sentence. */
export function listPrevious(
  { settings, unknown }: Pick<PreviousFinding, 'settings' | 'unknown'>,
  limits: TextLimits = {},
): string {
  const lines = settings.map((each) => `- ${describeChanged(each)}`);
  const missing =
    unknown.length === 0
      ? []
      : [
          `The previous WAF has no ${listed(unknown.map(describeExpected), limits)}: correct the ID, or leave it out.`,
        ];
  return [...(lines.length === 0 ? [] : [enumerateItems(lines, limits.most, '\n')]), ...missing].join('\n');
}

/** Why the difference matters, without the fix. */
export function explainPrevious({ code }: Pick<PreviousFinding, 'code'>): string {
  return code === 'waf.previous_reset'
    ? 'Terraform resets these settings when it destroys the resources of the previous WAF. The migration would translate the ' +
        'defaults, and cannot be repeated.'
    : 'The migration would translate these values, and cannot be repeated.';
}

export function headOfPrevious({ code, settings }: Pick<PreviousFinding, 'code' | 'settings'>): string {
  const count = plural(settings.length, 'setting');
  return code === 'waf.previous_reset'
    ? `${count} of the previous WAF at ${settings.length === 1 ? 'its default' : 'their defaults'}`
    : `${count} of the previous WAF changed`;
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
  return enumerateItems(items, most, '; ');
}
