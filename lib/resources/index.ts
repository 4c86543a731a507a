import type { EdgeClient } from '../client';
import { customFieldsRulesetContract } from './custom-fields-ruleset/contract';
import { customFieldsRulesetHandler } from './custom-fields-ruleset/handler';
import type { Resource } from './handler';
import { resource } from './resource';
import { logpushJobContract } from './logpush-job/contract';
import { logpushJobHandler } from './logpush-job/handler';
import { poolNotificationPolicyContract } from './pool-notification-policy/contract';
import { poolNotificationPolicyHandler } from './pool-notification-policy/handler';
import { wafMigrationContract } from './waf-migration/contract';
import { wafMigrationHandler } from './waf-migration/handler';

/** All resources, in the order of the docs. Both drivers use this list. */
export const resources: readonly Resource<EdgeClient>[] = [
  resource(customFieldsRulesetContract, customFieldsRulesetHandler),
  resource(logpushJobContract, logpushJobHandler),
  resource(poolNotificationPolicyContract, poolNotificationPolicyHandler),
  resource(wafMigrationContract, wafMigrationHandler),
];
