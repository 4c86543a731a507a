import type { JsonObject } from '../../../ground/json';
import type { PageRule } from '../../../waf';
import type { Reader } from '../../values';
import { previousRefusals as refusals } from '../../previous-api/errors';
import {
  readChoice,
  readFilledText,
  readInteger,
  readList,
  readMembers,
  readObject,
} from '../../previous-api/values';

export type PageRulePatch = Partial<Omit<PageRule, 'id'>>;
export type NewPageRule = PageRulePatch & Pick<PageRule, 'targets' | 'actions'>;

export const pageRuleDefaults = { priority: 1, status: 'disabled' } as const;

export function parsePageRulePatch(body: JsonObject): PageRulePatch {
  return readObject(body, '', pageRuleReaders, ['id', 'created_on', 'modified_on']);
}

/** The body of a create or a replacement. */
export function parsePageRule(body: JsonObject): NewPageRule {
  const { targets, actions, ...rest } = parsePageRulePatch(body);
  if (targets === undefined) throw refusals.missing('/targets');
  if (actions === undefined) throw refusals.missing('/actions');
  return { targets, actions, ...rest };
}

const readConstraint = readMembers({ operator: readChoice(['matches']), value: readFilledText });

const readTarget: Reader<PageRule['targets'][number]> = (value, at) => {
  const { target, constraint } = readMembers({ target: readChoice(['url']), constraint: readConstraint })(
    value,
    at,
  );
  if (target === undefined) throw refusals.missing(`${at}/target`);
  if (constraint?.value === undefined) throw refusals.missing(`${at}/constraint/value`);
  return { target, constraint: { operator: constraint.operator ?? 'matches', value: constraint.value } };
};

/** Only the WAF settings of a page rule are validated; all other settings are kept as sent. */
const readAction: Reader<PageRule['actions'][number]> = (value, at) => {
  const sent = readMembers({ id: readFilledText, value: (member: unknown) => member })(value, at);
  const { id } = sent;
  if (id === undefined) throw refusals.missing(`${at}/id`);
  if (id === 'disable_security' && sent.value !== undefined)
    throw refusals.invalid(`${at}/value`, 'does not go with disable_security, which has none');
  if (id === 'waf') return { id, value: readChoice(['on', 'off'])(sent.value, `${at}/value`) };
  return sent.value === undefined ? { id } : { id, value: sent.value };
};

const readActions: Reader<PageRule['actions']> = (value, at) => {
  const actions = readList(readAction)(value, at);
  if (actions.length === 0) throw refusals.invalid(at, 'must have at least one action');
  for (const [index, { id }] of actions.entries())
    if (actions.findIndex((one) => one.id === id) < index)
      throw refusals.invalid(`${at}/${index}/id`, `is used twice: ${id}`);
  return actions;
};

const readTargets: Reader<PageRule['targets']> = (value, at) => {
  const targets = readList(readTarget)(value, at);
  if (targets.length === 0) throw refusals.invalid(at, 'must have at least one target');
  return targets;
};

const pageRuleReaders = {
  targets: readTargets,
  actions: readActions,
  priority: readInteger(1, 1_000_000_000),
  status: readChoice(['active', 'disabled'] as const),
};
