import {
  cveNames,
  decodeRetired,
  isRetiredKind,
  kindOf,
  successorOf,
  UnreadableState,
  type RetiredKind,
} from '../../lib/retired';
import { makeWorld, readOldObjects, successors, versions, type OldObjects } from '../support/retired-states';

const names = Object.keys(successors) as (keyof OldObjects)[];
const decode = (kind: RetiredKind, attributes: object) => decodeRetired(kind, { ...attributes }).body;

function expectedOf(version: (typeof versions)[number]) {
  const { accounts: [account] = [], zones: [zone] = [] } = makeWorld(version);
  const [requests, errors] = zone?.jobs ?? [];
  const [fields, managed] = zone?.rulesets ?? [];
  return {
    ...{ requests, errors, fields, managed },
    audit: account?.jobs?.[0],
    pools: account?.policies?.[0],
  } as Readonly<Record<keyof OldObjects, object>>;
}

describe('a state of the service’s provider', () => {
  it.each(versions.flatMap((version) => names.map((name) => [version, name] as const)))(
    'of version %s has %s as the API has it',
    (version, name) => {
      const { type, schema_version, attributes } = readOldObjects(version)[name];
      const kind = kindOf(type);
      if (!isRetiredKind(kind)) throw new Error(kind);
      const object = decodeRetired(kind, attributes, schema_version);
      expect(object.body).toMatchObject(expectedOf(version)[name]);
      expect(object.body).not.toHaveProperty('ownership_challenge');
      expect(successorOf(object)).toEqual({ type: successors[name] });
    },
  );

  it('has the same objects in every version', () => {
    for (const name of ['errors', 'audit', 'fields', 'managed'] as const) {
      const bodies = versions.map((version) => {
        const { type, attributes } = readOldObjects(version)[name];
        const { output_options: options, ...body } = decode(kindOf(type) as RetiredKind, attributes);
        // Versions 3 and 4 write every text, version 5 those that are set.
        return {
          ...body,
          ...(options === undefined ? {} : { output_options: expect.any(Object) as object }),
        };
      });
      expect(bodies[1]).toEqual(bodies[0]);
      expect(bodies[2]).toEqual(bodies[0]);
    }
  });

  it.each(cveNames)('has the option for CVE-2021-44228 under the name %s', (name) => {
    const options = (value: unknown) => decode('logpush_job', { output_options: { [name]: value } });
    expect(options(true)).toEqual({ output_options: { 'CVE-2021-44228': true } });
    expect(options(false)).toEqual({ output_options: {} });
  });

  it('keeps output options that this version does not know', () => {
    expect(decode('logpush_job', { output_options: [{ new_option: 'x', batch_prefix: '' }] })).toEqual({
      output_options: { new_option: 'x', batch_prefix: '' },
    });
  });

  it('has no text, list or block where the provider writes an empty one', () => {
    const attributes = { name: '', filter: '', logpull_options: '', kind: '', output_options: [] };
    expect(decode('logpush_job', attributes)).toEqual({});
    expect(decode('notification_policy', { filters: [], mechanisms: null, email_integration: [] })).toEqual({
      enabled: true,
      mechanisms: { email: [], webhooks: [], pagerduty: [] },
    });
  });

  it.each<[RetiredKind, object, string]>([
    ['logpush_job', { enabled: 'true' }, 'enabled is a text, and a bool is expected'],
    ['logpush_job', { id: 'abc' }, 'id is a text, and a number is expected'],
    ['logpush_job', { output_options: 'csv' }, 'output_options is a text, and an object is expected'],
    ['logpush_job', { output_options: [{}, {}] }, 'output_options has 2 blocks, and one is expected'],
    [
      'logpush_job',
      { output_options: { cve_2021_4428: 'on' } },
      'output_options.cve_2021_4428 is a text, and a bool is expected',
    ],
    ['ruleset', { rules: {} }, 'rules is an object, and a list is expected'],
    ['ruleset', { rules: ['x'] }, 'rules[0] is a text, and an object is expected'],
    [
      'ruleset',
      { rules: [{ action: 'log_custom_field', action_parameters: { cookie_fields: [7] } }] },
      'rules[0].action_parameters.cookie_fields has a field without a name',
    ],
    [
      'ruleset',
      { rules: [{ action: 'rewrite', action_parameters: [{ uri: [{ path: [{ value: '/' }] }] }] }] },
      'rules with the action rewrite of provider 3 or 4 are not translated',
    ],
    [
      'notification_policy',
      { mechanisms: { email: 'a@b.example' } },
      'mechanisms.email is a text, and a list is expected',
    ],
    [
      'load_balancer_pool',
      { check_regions: [1] },
      'check_regions is a list, and a list of texts is expected',
    ],
  ])('fails for %s with %j', (kind, attributes, message) => {
    expect(() => decode(kind, attributes)).toThrow(new UnreadableState(message));
  });
});
