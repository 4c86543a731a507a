import {
  customFieldsRulesetContract as contract,
  type CustomFieldsRulesetAttributes,
} from '../../lib/resources/custom-fields-ruleset/contract';
import { customFieldsRulesetHandler as customFields } from '../../lib/resources/custom-fields-ruleset/handler';
import type { Desired, State } from '../../lib/schema';
import {
  accountId,
  at,
  contextOf,
  describeAll,
  failureOf,
  worlds,
  zoneId,
  type World,
} from '../support/handler-harness';
import { omitted } from '../support/sample-values';
import * as policies from './pool-notification-policy/support';

const start = worlds();
const members = ['priority', 'sampling', 'next'];
const service = { service: { rule_members: members } };

type Wanted = Desired<CustomFieldsRulesetAttributes>;
const wanted = (given: Partial<Wanted> = {}): Wanted => ({
  ...omitted(contract.attributes),
  zone_id: zoneId,
  request_headers: ['x-a', 'x-b'],
  description: 'fields',
  ...given,
});

/** A rule of the service of next year, as this version would write it otherwise. */
const fieldsRule = {
  action: 'log_custom_field',
  expression: 'true',
  description: 'fields',
  priority: 3,
  action_parameters: {
    sampling: { rate: 0.5 },
    request_fields: [{ name: 'x-a', next: ['deep'] }, { name: 'x-b' }],
  },
};
const withFields = (...rules: readonly object[]) => ({
  rulesets: [{ name: 'mine', kind: 'zone', phase: 'http_log_custom_fields', description: 'fields', rules }],
});

const phase = `/zones/${zoneId}/rulesets/phases/http_log_custom_fields/entrypoint`;
const storedRules = async (world: World) =>
  at(await world.api('GET', phase), 'rules') as readonly Record<string, unknown>[];

/** A resource that has read the zone's ruleset, with what it remembers. */
async function imported(world: World) {
  const by = contextOf<CustomFieldsRulesetAttributes>(world);
  const found = await customFields.import(`${zoneId}/http_log_custom_fields`, by);
  const state = await customFields.read(found as unknown as State<CustomFieldsRulesetAttributes>, by);
  if (state === undefined) throw new Error('no ruleset');
  return { state, by };
}

describe('members of a rule that this version does not know', () => {
  it('have the value that another client gave them after the plan', async () => {
    const world = await start(withFields(fieldsRule), {}, service);
    const { state, by } = await imported(world);
    await world.api('PUT', `/zones/${zoneId}/rulesets/${state.id ?? ''}`, {
      rules: [{ ...fieldsRule, id: state.rule_id, priority: 4 }],
    });
    await customFields.update({ prior: state, desired: wanted({ name: state.name, cookies: ['id'] }) }, by);
    expect(await storedRules(world)).toMatchObject([{ priority: 4 }]);
  });

  it('stay in the rules of others', async () => {
    const world = await start(withFields(fieldsRule, { ...fieldsRule, priority: 5 }), {}, service);
    const { state, by } = await imported(world);
    const [, others] = await storedRules(world);
    await customFields.update({ prior: state, desired: wanted({ name: state.name, cookies: ['id'] }) }, by);
    expect(await storedRules(world)).toEqual([expect.objectContaining({ priority: 3 }), others]);
  });

  it('are not sent again where the service says that a request cannot have them', async () => {
    const add = { path: `/zones/*/rulesets/**`, at: '/result/rules/*', add: { computed_by_service: 1 } };
    const world = await start(withFields(fieldsRule), {}, { ...service, quirks: [add] });
    const { state, by } = await imported(world);
    await world.calls();
    const once = await customFields.update(
      { prior: state, desired: wanted({ name: state.name, cookies: ['id'] }) },
      by,
    );
    const puts = async () => (await world.calls()).filter((call) => call.startsWith('PUT')).length;
    expect(await puts()).toBe(2);
    await customFields.update({ prior: once, desired: wanted({ name: state.name }) }, by);
    expect(await puts()).toBe(1);
    expect(await storedRules(world)).toMatchObject([{ priority: 3 }]);
  });

  it('stay when a ruleset is deleted and created again with another name', async () => {
    const world = await start(withFields(fieldsRule), {}, service);
    const { state, by } = await imported(world);
    await customFields.update({ prior: state, desired: wanted({ name: 'renamed', cookies: ['id'] }) }, by);
    expect(await world.api('GET', phase)).toMatchObject({
      name: 'renamed',
      rules: [
        { priority: 3, action_parameters: { sampling: { rate: 0.5 }, cookie_fields: [{ name: 'id' }] } },
      ],
    });
  });

  it('fail an update that the service refuses because of one, by its name', async () => {
    const world = await start(withFields(fieldsRule), {}, service);
    const { state, by } = await imported(world);
    const before = await storedRules(world);
    await world.fail({
      kind: 'status',
      status: 400,
      code: 20100,
      message: "'3' is not a valid value for priority because it is read-only",
      match: { method: 'PUT' },
    });
    const desired = wanted({ name: state.name, cookies: ['id'] });
    expect(describeAll(await failureOf(customFields.update({ prior: state, desired }, by)))).toEqual([
      expect.stringMatching(
        /Member of a rule refused by the API: The rule has the member "priority".*Nothing was changed\. Use a version/,
      ),
    ]);
    expect(await storedRules(world)).toEqual(before);
  });
});

describe('members of a policy that this version does not know', () => {
  it('are reported once, and are left out where the service says that a request cannot have them', async () => {
    const quirk = (at: string) => ({ path: '/accounts/*/alerting/**', at, add: { next: 1 } });
    const world = await start(
      {},
      { pools: policies.somePools(1, () => ({})) },
      { quirks: [quirk('/result'), quirk('/result/*')] },
    );
    const by = policies.context(world);
    const created = await policies.create(world, {}, by);
    const read = async () => policies.read(world, created, by);
    await read();
    await read();
    expect(by.warnings.map(({ summary, detail }) => `${summary}: ${detail}`)).toEqual([
      expect.stringMatching(/^Members unknown to this version: Account \w+: policy \w+ has next\. /),
    ]);
    await world.calls();
    await policies.update(world, created, { description: 'changed' }, by);
    const puts = (await world.calls()).filter((call) => call.startsWith('PUT'));
    expect(puts).toHaveLength(2);
    await policies.update(world, created, { description: 'changed again' }, by);
    expect((await world.calls()).filter((call) => call.startsWith('PUT'))).toHaveLength(1);
    expect(
      await world.api('GET', `/accounts/${accountId}/alerting/v3/policies/${created.id ?? ''}`),
    ).toMatchObject({ description: 'changed again' });
  });
});
