import { actionModes, ruleModes, sensitivities } from '../../../waf';
import type { RuleMode, WafGroup, WafPackage, WafRule } from '../../../waf';
import { previousRefusals as refusals } from '../../previous-api/errors';
import { id } from '../../previous-api/id';
import { object, type Complete } from '../../schema/body';
import { Field } from '../../schema/field';
import { choice, filledText, list, refuseDuplicates, text } from '../../schema/values';
import { denyModes, switchModes } from './catalogue';

export const onOff = choice('on', 'off');
export const packageSettings = { sensitivity: choice(...sensitivities), action_mode: choice(...actionModes) };

const groupFields = {
  id: id.required(),
  name: filledText.required(),
  description: text.or(''),
  mode: onOff,
  default_mode: onOff,
};

const ruleFields = {
  id: id.required(),
  description: text.or(''),
  priority: text.or('0'),
  group_id: id,
  mode: choice(...ruleModes),
  allowed_modes: list(choice(...ruleModes)),
  default_mode: choice('disable', 'simulate', 'block', 'challenge'),
};

const packageMembers = object({
  id: id.required(),
  name: filledText.required(),
  description: text.or(''),
  detection_mode: choice('traditional', 'anomaly').or('traditional'),
  ...packageSettings,
  groups: list(object(groupFields)).or([]),
  rules: list(object(ruleFields)).or([]),
});

const onePackage = Field.of<WafPackage>((value, at) => {
  const { groups: sentGroups, rules: sentRules, ...sent } = packageMembers.read(value, at, refusals);
  const isAnomaly = sent.detection_mode === 'anomaly';
  for (const key of ['sensitivity', 'action_mode'] as const)
    if (!isAnomaly && sent[key] !== undefined)
      throw refusals.invalid(`${at}/${key}`, 'belongs to packages with the detection mode anomaly only');
  const groups = sentGroups.map(groupOf);
  const rules = sentRules.map((one, index) => ruleOf(one, groups, isAnomaly, `${at}/rules/${index}`));
  return { ...(isAnomaly && { sensitivity: 'high', action_mode: 'challenge' }), ...sent, groups, rules };
});

/** Packages of a fixture: as in the API, with their groups and rules inside. */
export function parsePackages(value: unknown): readonly WafPackage[] {
  const packages = list(onePackage, 'id').read(value, '', refusals);
  // Unique over all packages: changes are kept by id alone.
  const [groups, rules] = [new Set(), new Set()];
  for (const [index, one] of packages.entries()) {
    refuseDuplicates(one.groups, 'id', `/${index}/groups`, refusals, groups);
    refuseDuplicates(one.rules, 'id', `/${index}/rules`, refusals, rules);
  }
  return packages;
}

/** Each mode defaults to the other one. */
function groupOf({
  mode: sent,
  default_mode: usual = sent ?? 'on',
  ...group
}: Complete<typeof groupFields>): WafGroup {
  return { ...group, mode: sent ?? usual, default_mode: usual };
}

/** A rule in a traditional package denies, unless its mode is `on` or `off`. */
function ruleOf(
  { group_id: groupId, ...sent }: Complete<typeof ruleFields>,
  groups: readonly WafGroup[],
  isAnomaly: boolean,
  at: string,
): WafRule {
  const group = groups.find((one) => one.id === groupId);
  if (group === undefined)
    throw refusals.invalid(`${at}/group_id`, 'must be the id of a group of the package');
  const isSwitch = isAnomaly || sent.mode === 'on' || sent.mode === 'off';
  if (isSwitch && sent.default_mode !== undefined)
    throw refusals.invalid(`${at}/default_mode`, 'belongs to rules that deny in a traditional package only');
  const allowed: readonly RuleMode[] = sent.allowed_modes ?? (isSwitch ? switchModes : denyModes);
  const mode = sent.mode ?? (isSwitch ? 'on' : 'default');
  if (!allowed.includes(mode))
    throw refusals.invalid(`${at}/mode`, `is not allowed; allowed are ${allowed.join(', ')}`);
  return {
    id: sent.id,
    description: sent.description,
    priority: sent.priority,
    group: { id: group.id, name: group.name },
    mode,
    allowed_modes: allowed,
    ...(isSwitch ? {} : { default_mode: sent.default_mode ?? 'block' }),
  };
}
