import { isObject, type JsonObject } from '../../../ground/json';
import { actionModes, ruleModes, sensitivities } from '../../../waf';
import type { RuleMode, WafGroup, WafPackage, WafRule } from '../../../waf';
import type { Reader } from '../../values';
import { denyModes, switchModes } from './catalogue';
import { previousRefusals as refusals } from '../../previous-api/errors';
import type { OverrideSettings } from './overrides';
import type { PackageSettings } from './state';
import {
  readChoice,
  readFilledText,
  readFlag,
  readId,
  readInteger,
  readList,
  readMembers,
  readObject,
  readText,
  refuseDuplicates,
} from '../../previous-api/values';

const onOff = ['on', 'off'] as const;
const denyingModes = ['disable', 'simulate', 'block', 'challenge'] as const;

export function parsePackagePatch(body: JsonObject): PackageSettings {
  const sent = readObject(body, '', packageSettings, []);
  if (Object.keys(sent).length === 0) throw refusals.nothingSent(Object.keys(packageSettings));
  return sent;
}

export function parseGroupPatch(body: JsonObject): WafGroup['mode'] {
  const { mode } = readObject(body, '', { mode: readChoice(onOff) }, []);
  if (mode === undefined) throw refusals.missing('/mode');
  return mode;
}

export function parseRulePatch(body: JsonObject): string {
  const { mode } = readObject(body, '', { mode: readText }, []);
  if (mode === undefined) throw refusals.missing('/mode');
  return mode;
}

export function parseSetting(body: JsonObject): 'on' | 'off' {
  const { value } = readObject(body, '', { value: readChoice(onOff) }, []);
  if (value === undefined) throw refusals.missing('/value');
  return value;
}

/** The body of a create or a replacement: absent keys get their defaults. */
export function parseOverride(body: JsonObject): OverrideSettings {
  const sent = readObject(body, '', overrideReaders, ['id']);
  if (sent.urls === undefined) throw refusals.missing('/urls');
  if (sent.urls.length === 0) throw refusals.invalid('/urls', 'must have at least one URL');
  if (sent.groups === undefined && sent.rules === undefined) throw refusals.nothingSent(['groups', 'rules']);
  return {
    description: '',
    priority: 0,
    groups: {},
    rules: {},
    rewrite_action: {},
    paused: false,
    ...sent,
    urls: sent.urls,
  };
}

/** Packages of a fixture: as in the API, with their groups and rules inside; absent keys get their defaults. */
export function parsePackages(value: unknown, at: string): readonly WafPackage[] {
  const packages = readList(readPackage)(value, at);
  refuseDuplicates(ids(packages), at);
  // Unique over all packages: changes are kept by id alone.
  const [groups, rules] = [new Set<string>(), new Set<string>()];
  for (const [index, one] of packages.entries()) {
    refuseDuplicates(ids(one.groups), `${at}/${index}/groups`, groups);
    refuseDuplicates(ids(one.rules), `${at}/${index}/rules`, rules);
  }
  return packages;
}

const packageSettings = { sensitivity: readChoice(sensitivities), action_mode: readChoice(actionModes) };

/** An object whose keys are ids, or actions. */
function readMap(
  keys: readonly string[] | undefined,
  values: readonly string[],
): Reader<Readonly<Record<string, string>>> {
  const readValue = readChoice(values);
  return (value, at) => {
    if (!isObject(value)) throw refusals.invalid(at, 'must be an object');
    const entries = Object.entries(value).map(([key, member]) => {
      if (keys?.includes(key) === false) throw refusals.unknownField(`${at}/${key}`);
      return [key, readValue(member, `${at}/${key}`)] as const;
    });
    return Object.fromEntries(entries);
  };
}

const overrideReaders = {
  description: readText,
  urls: readList(readFilledText),
  priority: readInteger(-1_000_000_000, 1_000_000_000),
  groups: readMap(undefined, ['default', 'disable']),
  rules: readMap(undefined, denyModes),
  rewrite_action: readMap(denyModes, denyModes),
  paused: readFlag,
};

const groupReaders = {
  id: readId,
  name: readFilledText,
  description: readText,
  mode: readChoice(onOff),
  default_mode: readChoice(onOff),
};

const ruleReaders = {
  id: readId,
  description: readText,
  priority: readText,
  group_id: readId,
  mode: readChoice(ruleModes),
  allowed_modes: readList(readChoice(ruleModes)),
  default_mode: readChoice(denyingModes),
};

const packageReaders = {
  id: readId,
  name: readFilledText,
  description: readText,
  detection_mode: readChoice(['traditional', 'anomaly'] as const),
  ...packageSettings,
  groups: readList(readMembers(groupReaders)),
  rules: readList(readMembers(ruleReaders)),
};

const readPackage: Reader<WafPackage> = (value, at) => {
  const sent = readMembers(packageReaders)(value, at);
  const { id, name, detection_mode = 'traditional', sensitivity, action_mode } = sent;
  if (id === undefined) throw refusals.missing(`${at}/id`);
  if (name === undefined) throw refusals.missing(`${at}/name`);
  const isAnomaly = detection_mode === 'anomaly';
  for (const key of ['sensitivity', 'action_mode'] as const)
    if (!isAnomaly && sent[key] !== undefined)
      throw refusals.invalid(`${at}/${key}`, 'belongs to packages with the detection mode anomaly only');
  const groups = (sent.groups ?? []).map((one, index) => groupOf(one, `${at}/groups/${index}`));
  const rules = (sent.rules ?? []).map((one, index) =>
    ruleOf(one, groups, isAnomaly, `${at}/rules/${index}`),
  );
  return {
    id,
    name,
    description: sent.description ?? '',
    detection_mode,
    ...(isAnomaly ? { sensitivity: sensitivity ?? 'high', action_mode: action_mode ?? 'challenge' } : {}),
    groups,
    rules,
  };
};

function groupOf(
  sent: ReturnType<ReturnType<typeof readMembers<typeof groupReaders>>>,
  at: string,
): WafGroup {
  const { id, name, description = '', mode = sent.default_mode ?? 'on', default_mode = mode } = sent;
  if (id === undefined) throw refusals.missing(`${at}/id`);
  if (name === undefined) throw refusals.missing(`${at}/name`);
  return { id, name, description, mode, default_mode };
}

/** A rule in a traditional package denies, unless its mode is `on` or `off`. */
function ruleOf(
  sent: ReturnType<ReturnType<typeof readMembers<typeof ruleReaders>>>,
  groups: readonly WafGroup[],
  isAnomaly: boolean,
  at: string,
): WafRule {
  const { id, group_id: groupId, description = '', priority = '0' } = sent;
  if (id === undefined) throw refusals.missing(`${at}/id`);
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
    id,
    description,
    priority,
    group: { id: group.id, name: group.name },
    mode,
    allowed_modes: allowed,
    ...(isSwitch ? {} : { default_mode: sent.default_mode ?? 'block' }),
  };
}

function ids(items: readonly { readonly id: string }[]): readonly string[] {
  return items.map(({ id }) => id);
}
