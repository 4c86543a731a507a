import { findReplacements, planState } from '../../../lib/drivers/state/planned-state';
import { logpushJobContract as contract } from '../../../lib/resources/logpush-job/contract';
import { adviseOnSettings, settingAttributes } from '../../../lib/resources/logpush-job/settings';
import { PassThroughMembers } from '../../../lib/resources/members';
import { checkConfig, unknown, type ObjectValue } from '../../../lib/schema';
import { describeAll } from '../../support/handler-harness';
import { noSettings, wantedJob } from './support';

const settings = new PassThroughMembers(settingAttributes);
const check = (given: ObjectValue) => describeAll(checkConfig(contract, { ...wantedJob(), ...given }));

describe('upload limits', () => {
  it.each([
    ['max_upload_bytes', 4_999_999, 5_000_000, 1e9, 1e9 + 1],
    ['max_upload_interval_seconds', 29, 30, 300, 301],
    ['max_upload_records', 999, 1000, 1e6, 1e6 + 1],
  ])('%s fails beyond its range, and takes 0', (name, tooLow, least, most, tooHigh) => {
    for (const value of [0, least, most, null, unknown]) expect(check({ [name]: value })).toEqual([]);
    for (const value of [tooLow, tooHigh, least + 0.5, -1])
      expect(check({ [name]: value })).toEqual([expect.stringContaining(`${name} is ${value}`)]);
  });
});

describe('a job of the kind edge', () => {
  it('is one of http_requests, without upload limits', () => {
    expect(check({ kind: 'edge' })).toEqual([]);
    expect(check({ kind: 'edge', max_upload_records: 0, max_upload_bytes: unknown })).toEqual([]);
    expect(check({ kind: 'edge', dataset: unknown })).toEqual([]);
    expect(check({ kind: 'edge', dataset: 'dns_logs', fields: ['ColoCode'] })).toEqual([
      expect.stringContaining('Edge Log Delivery is for "http_requests" only'),
    ]);
    expect(check({ kind: 'edge', max_upload_records: 1000 })).toEqual([
      expect.stringContaining('Edge Log Delivery has no upload limits'),
    ]);
  });
});

describe('the filter of attack traffic', () => {
  it('fails for a dataset without any', () => {
    expect(check({ filter_attack_traffic: true })).toEqual([]);
    expect(check({ filter_attack_traffic: true, dataset: 'dns_logs', fields: ['ColoCode'] })).toEqual([
      expect.stringContaining('http_requests, firewall_events, network_analytics_logs'),
    ]);
  });
});

describe('an omitted setting', () => {
  const ofService = { max_upload_bytes: 5_000_000, frequency: 'low', kind: 'edge', max_upload_records: 0 };

  it('keeps its value in a plan, also the kind, whose change would replace the job', () => {
    const prior = { ...wantedJob(), id: '1', ...settings.toState(ofService, noSettings, 'read') };
    const planned = planState(settingAttributes, { prior, config: noSettings });
    expect(planned).toMatchObject({ max_upload_bytes: 5_000_000, frequency: 'low', kind: 'edge' });
  });

  it.each([
    ['kind', ''],
    ['frequency', 'high'],
    ['max_upload_bytes', 0],
    ['filter_attack_traffic', false],
  ])('that is then set to its default, as %s to %p, replaces and sends nothing', (name, value) => {
    const planned = planState(settingAttributes, {
      prior: noSettings,
      config: { ...noSettings, [name]: value },
    });
    expect(settings.toChanges(noSettings, planned)).toEqual({});
    expect(findReplacements(settingAttributes, noSettings, planned)).toEqual([]);
  });
});

it('names the successors of frequency', () => {
  expect(adviseOnSettings(noSettings)).toEqual([]);
  expect(describeAll(adviseOnSettings({ frequency: 'low' }))).toEqual([
    expect.stringMatching(/deprecates frequency.*max_upload_bytes/),
  ]);
});
