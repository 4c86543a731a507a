import type { PageRule } from '../../../waf';
import { previousRefusals } from '../../previous-api/errors';
import { body, object, type Complete, type Patch } from '../../schema/body';
import { Field } from '../../schema/field';
import { choice, filledText, integer, list } from '../../schema/values';

const targetMembers = object({
  target: choice('url').required(),
  constraint: object({ operator: choice('matches').or('matches'), value: filledText }),
});

const target = Field.of<PageRule['targets'][number]>((value, at, refusals) => {
  const { target: kind, constraint } = targetMembers.read(value, at, refusals);
  if (constraint?.value === undefined) throw refusals.missing(`${at}/constraint/value`);
  return { target: kind, constraint: { operator: constraint.operator, value: constraint.value } };
});

const switched = choice('on', 'off');
const actionMembers = object({ id: filledText.required(), value: Field.of<unknown>((value) => value) });

/** Only the WAF settings of a page rule are validated; all other settings are kept as sent. */
const action = Field.of<PageRule['actions'][number]>((value, at, refusals) => {
  const sent = actionMembers.read(value, at, refusals);
  if (sent.id === 'disable_security' && sent.value !== undefined)
    throw refusals.invalid(`${at}/value`, 'does not go with disable_security, which has none');
  if (sent.id === 'waf') switched.read(sent.value, `${at}/value`, refusals);
  return sent;
});

export const pageRuleBody = body(
  previousRefusals,
  {
    targets: list(target)
      .that((targets) => targets.length > 0, 'must have at least one target')
      .required(),
    actions: list(action, 'id')
      .that((actions) => actions.length > 0, 'must have at least one action')
      .required(),
    priority: integer(1, 1_000_000_000).or(1),
    status: choice('active', 'disabled').or('disabled'),
  },
  { readOnly: ['id', 'created_on', 'modified_on'] },
);

export type PageRuleSettings = Complete<typeof pageRuleBody.fields>;
export type PageRulePatch = Patch<typeof pageRuleBody.fields>;
