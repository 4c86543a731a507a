import fc from 'fast-check';
import { AnswersReader, type AnswersReport, type Difference } from '../../../lib/client/answers';
import type { AnswerQuirk } from '../../../lib/emulator/fixture/fixture';
import { datasetNames } from '../../../lib/logs';
import { start } from '../../emulator/support';
import { runs } from '../../support/exhaustive';
import { accountId, answersWorld, canaries, freeZoneId, migratedZoneId, plainZoneId, zoneId } from './world';

async function reportOf(quirks: readonly AnswerQuirk[], zoneIds: readonly string[]): Promise<AnswersReport> {
  const emulator = await start({ fixture: { ...answersWorld, quirks } });
  const reader = new AnswersReader({ baseUrl: emulator.url, credentials: { apiToken: emulator.token } });
  try {
    return await reader.read({
      zoneIds,
      accountIds: [accountId],
      words: { dataset: datasetNames },
    });
  } finally {
    await reader.close();
    await emulator.close();
  }
}

/** An object of an answer: its keys that are always there, by type, and the words of some. */
interface Target {
  /** With placeholders. */
  readonly path: string;
  /** The objects. */
  readonly at: string;
  readonly texts?: readonly string[];
  readonly numbers?: readonly string[];
  readonly flags?: readonly string[];
  readonly lists?: readonly string[];
  readonly words?: readonly string[];
}

const ofZone = '/zones/{zone_id}';
const ofAccount = '/accounts/{account_id}';
const poolKeys = {
  texts: ['id', 'name', 'description', 'created_on', 'modified_on'],
  numbers: ['minimum_origins'],
  flags: ['enabled'],
  lists: ['origins'],
};
const ruleKeys = { texts: ['expression', 'description', 'action'], words: ['action'] };

const targets: readonly Target[] = [
  {
    path: ofZone,
    at: '/result',
    texts: ['id', 'name', 'created_on'],
    flags: ['paused'],
    words: ['status', 'type'],
  },
  { path: ofZone, at: '/result/account', texts: ['id', 'name'] },
  {
    path: ofZone,
    at: '/result/plan',
    texts: ['legacy_id', 'currency'],
    numbers: ['price'],
    words: ['legacy_id'],
  },
  { path: '/zones', at: '/result/*', texts: ['id', 'name'], words: ['status'] },
  { path: '/accounts', at: '/result/*', texts: ['id', 'name'], words: ['type'] },
  { path: ofAccount, at: '/result', texts: ['id', 'name'], words: ['type'] },
  { path: ofAccount, at: '/result/settings', flags: ['enforce_twofactor'] },
  {
    path: `${ofZone}/rulesets`,
    at: '/result/*',
    texts: ['id', 'name', 'description', 'version', 'last_updated'],
    words: ['kind', 'phase'],
  },
  {
    path: `${ofZone}/rulesets/{ruleset_id}`,
    at: '/result',
    texts: ['id', 'name', 'version'],
    lists: ['rules'],
    words: ['kind', 'phase'],
  },
  { path: `${ofZone}/rulesets/{ruleset_id}`, at: '/result/rules/*', ...ruleKeys },
  { path: `${ofZone}/rulesets/phases/http_log_custom_fields/entrypoint`, at: '/result/rules/*', ...ruleKeys },
  {
    path: `${ofZone}/rulesets/phases/http_log_custom_fields/entrypoint`,
    at: '/result/rules/*/action_parameters/cookie_fields/*',
    texts: ['name'],
  },
  {
    path: `${ofZone}/logpush/jobs`,
    at: '/result/*',
    texts: ['destination_conf', 'dataset'],
    numbers: ['id', 'max_upload_bytes'],
    flags: ['enabled'],
    words: ['dataset', 'frequency', 'kind'],
  },
  { path: `${ofZone}/logpush/jobs/{job_id}`, at: '/result', texts: ['destination_conf'], numbers: ['id'] },
  { path: `${ofZone}/logpush/jobs/{job_id}`, at: '/result/output_options', words: ['output_type'] },
  { path: `${ofZone}/waf_migration/check`, at: '/result', flags: ['compatible'], words: ['migration_state'] },
  { path: `${ofZone}/waf_migration/config`, at: '/result/rules/*', ...ruleKeys },
  {
    path: `${ofZone}/waf_migration/status`,
    at: '/result',
    texts: ['created'],
    words: ['old_waf_status', 'new_waf_status', 'source'],
  },
  { path: `${ofZone}/settings/waf`, at: '/result', flags: ['editable'], words: ['value'] },
  {
    path: `${ofZone}/firewall/waf/packages`,
    at: '/result/*',
    texts: ['id', 'name'],
    words: ['detection_mode'],
  },
  {
    path: `${ofZone}/firewall/waf/packages/{package_id}/groups`,
    at: '/result/*',
    texts: ['id', 'name'],
    numbers: ['rules_count'],
    lists: ['allowed_modes'],
    words: ['mode'],
  },
  {
    path: `${ofZone}/firewall/waf/packages/{package_id}/rules`,
    at: '/result/*',
    texts: ['id', 'priority'],
    lists: ['allowed_modes'],
    words: ['mode'],
  },
  {
    path: `${ofZone}/firewall/waf/overrides`,
    at: '/result/*',
    texts: ['id'],
    numbers: ['priority'],
    flags: ['paused'],
    lists: ['urls'],
  },
  { path: `${ofZone}/firewall/rules`, at: '/result/*', texts: ['id'], flags: ['paused'], words: ['action'] },
  { path: `${ofZone}/firewall/rules`, at: '/result/*/filter', texts: ['id', 'expression'] },
  { path: `${ofZone}/pagerules`, at: '/result/*', texts: ['id'], numbers: ['priority'], words: ['status'] },
  { path: `${ofZone}/pagerules`, at: '/result/*/targets/*/constraint', texts: ['value'] },
  { path: `${ofAccount}/load_balancers/pools`, at: '/result/*', ...poolKeys },
  { path: `${ofAccount}/load_balancers/pools/{pool_id}`, at: '/result', ...poolKeys },
  {
    path: `${ofAccount}/load_balancers/pools/{pool_id}`,
    at: '/result/origins/*',
    texts: ['name', 'address'],
    numbers: ['weight', 'port'],
    flags: ['enabled'],
  },
  {
    path: `${ofAccount}/alerting/v3/policies`,
    at: '/result/*',
    texts: ['id', 'alert_type'],
    flags: ['enabled'],
  },
  { path: `${ofAccount}/alerting/v3/policies`, at: '/result/*/mechanisms/email/*', texts: ['id'] },
  {
    path: `${ofAccount}/alerting/v3/destinations/webhooks`,
    at: '/result/*',
    texts: ['id', 'url'],
    words: ['type'],
  },
  {
    path: `${ofAccount}/alerting/v3/destinations/webhooks/{webhook_id}`,
    at: '/result',
    texts: ['id', 'created_at'],
    words: ['type'],
  },
  { path: `${ofAccount}/alerting/v3/destinations/pagerduty`, at: '/result/*', texts: ['id', 'name'] },
  { path: `${ofAccount}/alerting/v3/available_alerts`, at: '/result/*/*', texts: ['type', 'display_name'] },
  { path: '/zones', at: '/result_info', numbers: ['page', 'per_page', 'total_pages', 'total_count'] },
];

/** A quirk, and the difference that it must make. */
interface Case {
  readonly quirk: AnswerQuirk;
  readonly expected: Partial<Difference>;
}

const patternOf = (path: string) => {
  const pattern = path.replaceAll(/\{\w+\}/g, '*');
  // Without a star it would be a prefix.
  return pattern.includes('*') ? pattern : `${pattern}*`;
};

const names = fc.constantFrom(
  'added',
  'canary',
  'canary@canary.example',
  'x-canary',
  'ab12cd34ab12cd34',
  'Ünknown',
);
const words = fc.constantFrom(
  'brand_new',
  'canary.example',
  'Canary words',
  'c0ffee00c0ffee00',
  'canary-pool',
  'x',
);

function casesOf({ path, at, words: wordKeys = [], ...keys }: Target): fc.Arbitrary<Case> {
  const pattern = { path: patternOf(path), method: 'GET' };
  const { texts = [], numbers = [], flags = [], lists = [] } = keys;
  const required = [...texts, ...numbers, ...flags, ...lists];
  const others = [
    ...texts.map((key) => [key, 7] as const),
    ...numbers.map((key) => [key, 'canary'] as const),
    ...flags.map((key) => [key, 'canary'] as const),
    ...lists.map((key) => [key, { canary: 'canary' }] as const),
  ];
  const unknownKey = fc
    .tuple(names, fc.constantFrom<unknown>('canary', 1, { canary: 'canary' }, ['canary']))
    .map(([name, value]): Case => ({
      quirk: { ...pattern, at, add: { [name]: value } },
      expected: { path, kind: 'unknown_key', at: name === 'added' ? `${at}/added` : `${at}/*` },
    }));
  const missingKey = () =>
    fc.constantFrom(...required, ...wordKeys.slice(0, required.length === 0 ? 0 : 1)).map((key): Case => ({
      quirk: { ...pattern, at, omit: [key] },
      expected: { path, kind: 'missing_key', at: `${at}/${key}` },
    }));
  const otherType = () =>
    fc.constantFrom(...others).map(([key, value]): Case => ({
      quirk: { ...pattern, at: `${at}/${key}`, value },
      expected: { path, kind: at === '/result_info' ? 'envelope' : 'type', at: `${at}/${key}` },
    }));
  const otherWord = () =>
    fc.tuple(fc.constantFrom(...wordKeys), words).map(([key, value]): Case => ({
      quirk: { ...pattern, at: `${at}/${key}`, value },
      expected: {
        path,
        kind: 'value',
        at: `${at}/${key}`,
        found: value === 'brand_new' || value === 'x' ? value : 'a text',
      },
    }));
  const refusal = fc
    .tuple(fc.constantFrom(400, 401, 403, 404, 405, 500, 503), fc.constantFrom(1, 7003, 10000, 10007))
    .map(([status, code]): Case => {
      const isNoPath = status === 405 || (status === 404 && code === 7003);
      return {
        quirk: { ...pattern, status, code },
        expected: { path, kind: isNoPath ? 'unknown_path' : 'status', found: String(status) },
      };
    });
  const otherHeader = fc
    .constantFrom<[Record<string, string | null>, string]>(
      [{ 'content-type': 'text/canary' }, 'content-type'],
      [{ ratelimit: null, 'x-ratelimit-remaining': null }, 'ratelimit'],
      [{ ratelimit: 'canary', 'x-ratelimit-remaining': 'canary' }, 'ratelimit'],
      [{ 'retry-after': 'canary' }, 'retry-after'],
      [{ 'cf-ray': null }, 'cf-ray'],
      [{ 'cf-ray': 'canary?' }, 'cf-ray'],
    )
    .map(([headers, name]): Case => ({
      quirk: { ...pattern, headers },
      expected: { path, kind: 'header', at: name },
    }));
  const otherEnvelope = fc
    .constantFrom<[Omit<AnswerQuirk, 'path'>, Partial<Difference>]>(
      [
        { at: '', omit: ['success'] },
        { kind: 'missing_key', at: '/success' },
      ],
      [
        { at: '', omit: ['messages'] },
        { kind: 'missing_key', at: '/messages' },
      ],
      [
        { at: '', add: { canary: 1 } },
        { kind: 'unknown_key', at: '/*' },
      ],
      [
        { at: '/errors', value: 'canary' },
        { kind: 'envelope', at: '/errors' },
      ],
      [
        { at: '', value: ['canary'] },
        { kind: 'envelope', at: '' },
      ],
      [{ at: '/result', value: 'canary' }, {}],
    )
    .map(([quirk, expected]): Case => ({ quirk: { ...pattern, ...quirk }, expected: { path, ...expected } }));
  return fc.oneof(
    unknownKey,
    ...(required.length === 0 ? [] : [missingKey(), otherType()]),
    ...(wordKeys.length === 0 ? [] : [otherWord()]),
    refusal,
    otherHeader,
    otherEnvelope,
  );
}

describe('answers', () => {
  it('do not differ where the service answers as this version expects', async () => {
    const { answers, paths, differences } = await reportOf(
      [],
      [zoneId, plainZoneId, migratedZoneId, freeZoneId],
    );
    expect(differences).toEqual([]);
    expect(answers).toBeGreaterThan(70);
    expect(targets.map(({ path }) => path).filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('show every quirk of the service, and nothing of the account', async () => {
    const cases = fc.constantFrom(...targets).chain(casesOf);
    await fc.assert(
      fc.asyncProperty(cases, async ({ quirk, expected }) => {
        const { differences } = await reportOf([quirk], [zoneId, plainZoneId]);
        expect(differences).toContainEqual(expect.objectContaining(expected));
        const text = JSON.stringify(differences).toLowerCase();
        expect(canaries.filter((each) => text.includes(each))).toEqual([]);
      }),
      { numRuns: runs(10) },
    );
  });
});
