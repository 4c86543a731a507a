import type { ResourceCode } from '../code';
import { logpushJobContract } from './contract';

export const logpushJobCode = {
  contract: logpushJobContract,
  construct: 'LogpushJob',
  nouns: ['log job', 'log jobs'],
  title: 'jobs',
  reading: 'log jobs',
  idNoun: 'job',
  foreignTypes: { _job: 'id' },
  permissions: [
    { of: 'zone', path: 'logpush/jobs', read: (client, zoneId) => client.logpush.list({ zoneId }) },
    { of: 'account', path: 'logpush/jobs', read: (client, accountId) => client.logpush.list({ accountId }) },
  ],
} as const satisfies ResourceCode;
