import type { TerraformStack } from 'cdktf';
import { CustomFieldsRuleset, PoolNotificationPolicy } from '../../lib';
import { makeStack, zoneId } from '../constructs/support';
import { constructs, synthesized, tellMistakes } from './table';

const accountId = zoneId;
const fields = constructs(CustomFieldsRuleset, { zoneId });
const health = { accountId, name: 'Health', allPools: true, emailAddresses: ['ops@example.com'] };
const policy = constructs(PoolNotificationPolicy, health);
const recipients = (...emailAddresses: unknown[]) => policy({ emailAddresses });
const synth = (add: (stack: TerraformStack) => unknown) => synthesized(() => makeStack('edge'), add);

describe('custom fields', () => {
  tellMistakes({
    none: [
      fields({}),
      '[edge/it] requestHeaders … No custom field is named … at least one … Name at least one request header',
    ],
    'no zone': [
      fields({ zoneId: undefined, requestHeaders: ['x-id'] }),
      '[edge/it] CustomFieldsRuleset: zoneId … null or not set … and so is zoneName … Set one of them',
    ],
    'one name in place of a list': [
      fields({ cookies: 'session' }),
      'cookies … the string "session" … It must be an array of strings … Write it as an array: ["session"]',
    ],
    'a header with its colon': [
      fields({ requestHeaders: ['x-id:'] }),
      'requestHeaders … "x-id:" … is not a legal name … Remove the other characters',
    ],
    'an empty name': [
      fields({ requestHeaders: [''] }),
      'requestHeaders … A request header … has an empty name … Name it or remove it',
    ],
    'a name twice': [
      fields({ requestHeaders: ['x-id', 'x-id'] }),
      'requestHeaders … "x-id" … is named twice … Name it once',
    ],
    'objects in place of names, as the API has them': [
      fields({ requestHeaders: [{ name: 'x-id' }] }),
      'requestHeaders[0] … an object with name … It must be a string … Correct it',
    ],
    'a blank as the name of the ruleset': [
      fields({ cookies: ['a'], name: ' ' }),
      'name … name is " " … a ruleset needs a name … Set it, or omit it',
    ],
    'two rulesets of one zone': [
      synth((stack) => ['a', 'b'].map((id) => new CustomFieldsRuleset(stack, id, { zoneId, cookies: [id] }))),
      '[edge/a] zoneId … edge/b … A zone has one … add the fields there with addRequestHeaders',
    ],
  });
});

describe('a notification policy', () => {
  tellMistakes({
    'a zone in place of an account': [
      policy({ accountId: undefined, zoneId }),
      '[edge/it] PoolNotificationPolicy … zoneId … there is no prop zoneId … accountName. Set one of them',
    ],
    'no name': [policy({ name: '' }), 'name … name is empty … a policy needs a name … Set one'],
    'no recipients': [
      policy({ emailAddresses: undefined }),
      'emailAddresses … has no recipients … it needs at least one … Set emailAddresses, webhookIds',
    ],
    'an e-mail with a blank': [
      recipients('ops@example.com '),
      'emailAddresses … "ops@example.com " … is not an email address … here "ops@example.com"',
    ],
    'several e-mails in one item': [
      recipients('a@example.com, b@example.com'),
      'emailAddresses … "a@example.com, b@example.com" … one address per element … here "a@example.com", "b@example.com"',
    ],
    'several e-mails in one text': [
      policy({ emailAddresses: 'a@example.com;b@example.com' }),
      'emailAddresses … "a@example.com;b@example.com" … It must be an array of strings … ["a@example.com", "b@example.com"]',
    ],
    'an e-mail with a name': [
      recipients('Ops <ops@example.com>'),
      'emailAddresses … "Ops <ops@example.com>" … is not an email address … here "ops@example.com"',
    ],
    'a mailbox in two spellings': [
      recipients('a@example.com', 'a@Example.com'),
      'emailAddresses … "a@example.com" and "a@Example.com" … are the same mailbox … Keep one of them',
    ],
    'the URL of a webhook as its ID': [
      policy({ webhookIds: ['https://hooks.example.com/x'] }),
      'webhookIds … "https://hooks.example.com/x" … IDs have at most 36 characters … Use the ID, not the name or the URL',
    ],
    'no pools': [
      policy({ allPools: false }),
      'poolIds … covers no pools … it must cover at least one … Set poolIds or allPools',
    ],
    'an empty list of pools': [
      policy({ allPools: undefined, poolIds: [] }),
      'poolIds … poolIds is empty … at least one item … or leave it out',
    ],
    'all pools and some of them': [
      policy({ poolIds: [zoneId] }),
      'allPools … allPools and poolIds … already covers every pool … Remove one of them',
    ],
    'the name of a pool as its ID': [
      policy({ allPools: undefined, poolIds: ['eu'] }),
      'poolIds … "eu" … 32 hexadecimal digits … Copy it from the list of pools',
    ],
    'a status in lower case': [
      policy({ newHealth: ['unhealthy'] }),
      'newHealth … "unhealthy" … in this case of letters … "Unhealthy"',
    ],
    'a status of another tool': [
      policy({ newHealth: ['Down'] }),
      'newHealth … "Down" … This version knows … "Unhealthy" or "Healthy"',
    ],
    'a field of the API that is always the same': [
      policy({ alertType: 'load_balancing_health_alert' }),
      '[edge/it] PoolNotificationPolicy … alertType … alert_type is always load_balancing_health_alert here … Remove it',
    ],
    'a block of the service’s own provider': [
      policy({ emailIntegration: [{ id: 'ops@example.com' }] }),
      '[edge/it] PoolNotificationPolicy … emailIntegration … email_integration is set with … emailAddresses here',
    ],
    'two policies of one name': [
      synth((stack) => ['a', 'b'].map((id) => new PoolNotificationPolicy(stack, id, health))),
      '[edge/a] name … edge/b is another PoolNotificationPolicy … both would notify … Keep one of them',
    ],
  });
});
