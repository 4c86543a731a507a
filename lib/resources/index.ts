import type { EdgeClient } from '../client';
import type { ResourceCode } from './code';
import { customFieldsRulesetCode } from './custom-fields-ruleset/code';
import { customFieldsRulesetHandler } from './custom-fields-ruleset/handler';
import type { Resource } from './handler';
import { logpushJobCode } from './logpush-job/code';
import { logpushJobHandler } from './logpush-job/handler';
import { poolNotificationPolicyCode } from './pool-notification-policy/code';
import { poolNotificationPolicyHandler } from './pool-notification-policy/handler';
import { describedResource } from './resource';
import { wafMigrationCode } from './waf-migration/code';
import { wafMigrationHandler } from './waf-migration/handler';

const slices = [
  describedResource(customFieldsRulesetCode, customFieldsRulesetHandler),
  describedResource(logpushJobCode, logpushJobHandler),
  describedResource(poolNotificationPolicyCode, poolNotificationPolicyHandler),
  describedResource(wafMigrationCode, wafMigrationHandler),
];

/** All resources, in the order of the docs. Both drivers use this list. */
export const resources: readonly Resource<EdgeClient>[] = slices;

export type ResourceType = (typeof slices)[number]['code']['contract']['typeName'];

export const codes: readonly ResourceCode<ResourceType>[] = slices.map(({ code }) => code);
