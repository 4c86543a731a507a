import { Testing, type TerraformStack } from 'cdktf';
import { CustomFieldsRuleset, PoolNotificationPolicy } from '../../lib';
import { makeStack, zoneId } from '../constructs/support';
import { constructs, tellMistakes } from './table';

const accountId = zoneId;
const names = (count: number) => Array.from({ length: count }, (_, index) => `x-${index}`);
const fields = constructs(CustomFieldsRuleset, { zoneId });
const policy = constructs(PoolNotificationPolicy, {
  accountId,
  name: 'Health',
  allPools: true,
  emailAddresses: ['ops@example.com'],
});
const recipients = (...emailAddresses: unknown[]) => policy({ emailAddresses });
const synth = (add: (stack: TerraformStack) => unknown) => () => {
  const stack = makeStack('edge');
  add(stack);
  Testing.synth(stack, true);
};

describe('custom fields', () => {
  tellMistakes([
    {
      mistake: 'none',
      make: fields({}),
      says: [
        '[edge/it] requestHeaders',
        'No custom field is named',
        'at least one',
        'Name at least one request header',
      ],
    },
    {
      mistake: 'no zone',
      make: fields({ zoneId: undefined, requestHeaders: ['x-id'] }),
      says: [
        '[edge/it] CustomFieldsRuleset: zoneId',
        'null or not set',
        'and so is zoneName',
        'Set one of them',
      ],
    },
    {
      mistake: 'more than the service has',
      make: fields({ requestHeaders: names(41) }),
      says: ['requestHeaders', '41 custom fields', '40 at most', 'Remove 1'],
    },
    {
      mistake: 'one name in place of a list',
      make: fields({ cookies: 'session' }),
      says: [
        'cookies',
        'the string "session"',
        'It must be an array of strings',
        'Write it as an array: ["session"]',
      ],
    },
    {
      mistake: 'a header with its colon',
      make: fields({ requestHeaders: ['x-id:'] }),
      says: ['requestHeaders', '"x-id:"', 'is not a legal name', 'Remove the other characters'],
    },
    {
      mistake: 'an empty name',
      make: fields({ requestHeaders: [''] }),
      says: ['requestHeaders', 'A request header', 'has an empty name', 'Name it or remove it'],
    },
    {
      mistake: 'a cookie with its value',
      make: fields({ cookies: ['session=1'] }),
      says: ['cookies', '"session=1"', 'is not a legal name', 'Remove the other characters'],
    },
    {
      mistake: 'a name twice',
      make: fields({ requestHeaders: ['x-id', 'x-id'] }),
      says: ['requestHeaders', '"x-id"', 'is named twice', 'Name it once'],
    },
    {
      mistake: 'objects in place of names, as the API has them',
      make: fields({ requestHeaders: [{ name: 'x-id' }] }),
      says: ['requestHeaders[0]', 'an object with name', 'It must be a string', 'Correct it'],
    },
    {
      mistake: 'a prop in the singular',
      make: fields({ requestHeader: ['x-id'] }),
      says: [
        '[edge/it] CustomFieldsRuleset',
        'requestHeader',
        'there is no prop',
        'Did you mean requestHeaders?',
      ],
    },
    {
      mistake: 'a kind of field that needs the current limits',
      make: fields({ transformedRequestHeaders: ['x-id'] }),
      says: ['transformedRequestHeaders', 'needs the current limits', 'customFieldLimits', 'or remove it'],
    },
    {
      mistake: 'a blank as the name of the ruleset',
      make: fields({ cookies: ['a'], name: ' ' }),
      says: ['name', 'name is " "', 'a ruleset needs a name', 'Set it, or omit it'],
    },
    {
      mistake: 'two rulesets of one zone',
      make: synth((stack) =>
        ['a', 'b'].map((id) => new CustomFieldsRuleset(stack, id, { zoneId, cookies: [id] })),
      ),
      says: ['[edge/a] zoneId', 'edge/b', 'A zone has one', 'add the fields there with addRequestHeaders'],
    },
  ]);
});

describe('a notification policy', () => {
  tellMistakes([
    {
      mistake: 'the name of an account as its ID',
      make: policy({ accountId: 'Example' }),
      says: [
        'accountId',
        '"Example"',
        '32 hexadecimal digits',
        'Copy it from the overview page of the account',
      ],
    },
    {
      mistake: 'a zone in place of an account',
      make: policy({ accountId: undefined, zoneId }),
      says: [
        '[edge/it] PoolNotificationPolicy',
        'zoneId',
        'there is no prop zoneId',
        'accountName. Set one of them',
      ],
    },
    {
      mistake: 'no name',
      make: policy({ name: '' }),
      says: ['name', 'name is empty', 'a policy needs a name', 'Set one'],
    },
    {
      mistake: 'no recipients',
      make: policy({ emailAddresses: undefined }),
      says: [
        'emailAddresses',
        'has no recipients',
        'it needs at least one',
        'Set emailAddresses, webhookIds',
      ],
    },
    {
      mistake: 'an e-mail with a blank',
      make: recipients('ops@example.com '),
      says: ['emailAddresses', '"ops@example.com "', 'is not an email address', 'here "ops@example.com"'],
    },
    {
      mistake: 'several e-mails in one item',
      make: recipients('a@example.com, b@example.com'),
      says: [
        'emailAddresses',
        '"a@example.com, b@example.com"',
        'one address per element',
        'here "a@example.com", "b@example.com"',
      ],
    },
    {
      mistake: 'several e-mails in one text',
      make: policy({ emailAddresses: 'a@example.com;b@example.com' }),
      says: [
        'emailAddresses',
        '"a@example.com;b@example.com"',
        'It must be an array of strings',
        '["a@example.com", "b@example.com"]',
      ],
    },
    {
      mistake: 'an e-mail with a name',
      make: recipients('Ops <ops@example.com>'),
      says: [
        'emailAddresses',
        '"Ops <ops@example.com>"',
        'is not an email address',
        'here "ops@example.com"',
      ],
    },
    {
      mistake: 'a mailbox in two spellings',
      make: recipients('a@example.com', 'a@Example.com'),
      says: [
        'emailAddresses',
        '"a@example.com" and "a@Example.com"',
        'are the same mailbox',
        'Keep one of them',
      ],
    },
    {
      mistake: 'a prop of another name',
      make: policy({ emails: ['a@example.com'] }),
      says: [
        '[edge/it] PoolNotificationPolicy',
        'emails',
        'there is no prop emails',
        'Did you mean emailAddresses?',
      ],
    },
    {
      mistake: 'the URL of a webhook as its ID',
      make: policy({ webhookIds: ['https://hooks.example.com/x'] }),
      says: [
        'webhookIds',
        '"https://hooks.example.com/x"',
        'IDs have at most 36 characters',
        'Use the ID, not the name or the URL',
      ],
    },
    {
      mistake: 'an e-mail as a PagerDuty service',
      make: policy({ pagerdutyIds: ['ops@example.com'] }),
      says: [
        'pagerdutyIds',
        '"ops@example.com"',
        'IDs have at most 36 characters',
        'Use the ID, not the name or the URL',
      ],
    },
    {
      mistake: 'no pools',
      make: policy({ allPools: false }),
      says: ['poolIds', 'covers no pools', 'it must cover at least one', 'Set poolIds or allPools'],
    },
    {
      mistake: 'an empty list of pools',
      make: policy({ allPools: undefined, poolIds: [] }),
      says: ['poolIds', 'poolIds is empty', 'at least one item', 'or leave it out'],
    },
    {
      mistake: 'all pools and some of them',
      make: policy({ poolIds: [zoneId] }),
      says: ['allPools', 'allPools and poolIds', 'already covers every pool', 'Remove one of them'],
    },
    {
      mistake: 'the name of a pool as its ID',
      make: policy({ allPools: undefined, poolIds: ['eu'] }),
      says: ['poolIds', '"eu"', '32 hexadecimal digits', 'Copy it from the list of pools'],
    },
    {
      mistake: 'a status in lower case',
      make: policy({ newHealth: ['unhealthy'] }),
      says: ['newHealth', '"unhealthy"', 'in this case of letters', '"Unhealthy"'],
    },
    {
      mistake: 'a status of another tool',
      make: policy({ newHealth: ['Down'] }),
      says: ['newHealth', '"Down"', 'This version knows', '"Unhealthy" or "Healthy"'],
    },
    {
      mistake: 'a switch in place of a word',
      make: policy({ clearLegacyEmail: true }),
      says: ['clearLegacyEmail', 'the boolean true', 'It must be "covered" or "none"', 'leave it out'],
    },
    {
      mistake: 'a field of the API that is always the same',
      make: policy({ alertType: 'load_balancing_health_alert' }),
      says: [
        '[edge/it] PoolNotificationPolicy',
        'alertType',
        'alert_type is always load_balancing_health_alert here',
        'Remove it',
      ],
    },
    {
      mistake: 'a block of the service’s own provider',
      make: policy({ emailIntegration: [{ id: 'ops@example.com' }] }),
      says: [
        '[edge/it] PoolNotificationPolicy',
        'emailIntegration',
        'email_integration is set with',
        'emailAddresses here',
      ],
    },
    {
      mistake: 'two policies of one name',
      make: synth((stack) =>
        ['a', 'b'].map(
          (id) =>
            new PoolNotificationPolicy(stack, id, {
              accountId,
              name: 'Health',
              allPools: true,
              emailAddresses: ['ops@example.com'],
            }),
        ),
      ),
      says: [
        '[edge/a] name',
        'edge/b is another PoolNotificationPolicy',
        'both would notify',
        'Keep one of them',
      ],
    },
  ]);
});
