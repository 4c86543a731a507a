import fc from 'fast-check';
import {
  checkLimits,
  contractWith,
  customFieldsRulesetContract as contract,
  type CustomFieldsRulesetAttributes,
} from '../../../lib/resources/custom-fields-ruleset/contract';
import { customFieldsRulesetHandler as handler } from '../../../lib/resources/custom-fields-ruleset/handler';
import { checkConfig, unknown, type Desired, type ObjectValue } from '../../../lib/schema';
import { everyQuirk } from '../../emulator/support';
import { describeAll, worlds, zoneId } from '../../support/handler-harness';
import { expectAgreement } from '../../support/agreement';

const valid: ObjectValue = { zone_id: zoneId, request_headers: ['x-trace'] };
const problems = (config: ObjectValue) =>
  describeAll(checkConfig(contractWith('specification'), { ...valid, ...config }));
const names = (count: number, prefix = 'x-') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe('the custom fields contract', () => {
  it.each<[string, ObjectValue]>([
    ['one kind alone', {}],
    ['sets that are not known yet', { request_headers: unknown }],
    ['a set that is known in part', { request_headers: ['x-a', unknown] }],
    ['nothing but an unknown set', { request_headers: null, cookies: unknown }],
    ['39 names and one that is not known yet', { request_headers: [...names(39), unknown] }],
    ['a zone that is not known yet', { zone_id: unknown }],
    ['a name and a description', { name: 'Ours', description: '' }],
  ])('accepts %s', (_, config) => {
    expect(problems(config)).toEqual([]);
  });

  it.each(
    Object.entries<[ObjectValue, string]>({
      'an empty name of the ruleset': [{ name: ' ' }, 'error at name: Empty name: name is " "'],
      'only empty sets': [
        { request_headers: [], cookies: [] },
        'error at request_headers: Custom fields: No custom field is named.',
      ],
      '41 names where only cookies are given': [
        { request_headers: null, cookies: names(41) },
        'error at cookies: Custom fields: 41 custom fields are named; a zone has 40 at most, headers and cookies together. Remove 1.',
      ],
      '41 known names beside an unknown one': [
        { cookies: [...names(40), unknown] },
        'error at request_headers: Custom fields: 41 custom fields are named',
      ],
      'a request header in capitals': [
        { request_headers: ['X-Trace'] },
        'error at request_headers: Custom fields: The request header "X-Trace" has capital letters; header names are logged in lower case. Write "x-trace".',
      ],
      'a header in capitals in a set that is known in part': [
        { request_headers: ['X-A', unknown] },
        'error at request_headers: Custom fields: The request header "X-A" has capital letters',
      ],
    }),
  )('fails for %s', (_, [config, message]) => {
    expect(problems(config)).toEqual([expect.stringContaining(message)]);
  });
});

describe('the custom fields contract with the current limits', () => {
  it('accepts duplicates of headers that are not known yet', () => {
    const config = { zone_id: zoneId, response_headers: unknown, preserve_duplicates: ['a'] };
    expect(describeAll(checkConfig(contractWith('current'), config))).toEqual([]);
  });

  it.each(['transformed_request_headers', 'raw_response_headers', 'preserve_duplicates'])(
    'has %s, which fail without them',
    (attribute) => {
      const config = { ...valid, response_headers: ['b'], [attribute]: ['b'] };
      expect(describeAll(checkLimits(config, 'specification'))).toEqual([
        expect.stringMatching(
          new RegExp(
            `^error at ${attribute}: Custom fields: .*needs the current limits.*CustomFieldLimits\\.CURRENT`,
          ),
        ),
      ]);
    },
  );

  it('leaves limits to those who know them', () => {
    expect(describeAll(checkConfig(contract, { ...valid, cookies: names(41) }))).toEqual([]);
  });
});

type Wanted = Desired<CustomFieldsRulesetAttributes>;

const token = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,12}$/);
const someNames = (name: fc.Arbitrary<string>) =>
  fc.option(fc.uniqueArray(name, { maxLength: 13 }), { nil: null });

/** No header is raw and transformed, and only response headers preserve duplicates. */
function withDistinctNames(config: Wanted): Wanted {
  const {
    request_headers: requests,
    response_headers: responses,
    raw_response_headers: raws,
    preserve_duplicates: preserved,
  } = config;
  const without = (names: readonly string[] | null, others: readonly string[] | null) =>
    names?.filter((name) => others?.includes(name) !== true) ?? null;
  const raw = without(raws, responses);
  return {
    ...config,
    transformed_request_headers: without(config.transformed_request_headers, requests),
    raw_response_headers: raw,
    preserve_duplicates:
      preserved === null
        ? null
        : [...(responses ?? []), ...(raw ?? [])].filter((_name, index) => index % 3 === 0),
  };
}

const configs: fc.Arbitrary<Wanted> = fc
  .record({
    zone_id: fc.constant(zoneId),
    request_headers: someNames(token),
    transformed_request_headers: someNames(token),
    response_headers: someNames(token),
    raw_response_headers: someNames(token),
    preserve_duplicates: someNames(token),
    cookies: someNames(fc.stringMatching(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,12}$/)),
    enabled: fc.boolean(),
    name: fc.constantFrom('Ours', 'Ours too'),
    description: fc.constantFrom('', 'for billing', 'ünïcode "quoted"'),
  })
  .map(withDistinctNames)
  .filter((config) => checkConfig(contractWith('current'), config).length === 0);

describe('contract and handler', () => {
  const start = worlds();

  it.each([{}, everyQuirk])(
    'agree on every value after a create, a read and an update to any other value, with the quirks %j',
    async (quirks) => {
      const world = await start({ custom_field_limits: 'current' });
      await world.setQuirks(quirks);
      await expectAgreement(world, {
        settings: { customFieldLimits: 'current' },
        contract,
        handler,
        configs,
        changeTo: (second, first) => ({ ...second, name: first.name }),
        stable: 'rule_id',
      });
    },
  );
});
