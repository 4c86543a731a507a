/** Target of a migration. Neither can be undone. */
export enum WafMigrationTarget {
  /** Both versions run, the new one first, so that you can compare them. Enterprise zones only. */
  VALIDATION = 'validation',
  /** Only the new managed rules run. The previous ones are disabled after the new ones are deployed. */
  COMPLETE = 'complete',
}

/** Action of a managed rule on a matching request. */
export enum WafRuleAction {
  LOG = 'log',
  BLOCK = 'block',
  MANAGED_CHALLENGE = 'managed_challenge',
  JS_CHALLENGE = 'js_challenge',
  CHALLENGE = 'challenge',
}

/** What to do if a zone cannot be migrated. */
export enum OnIneligible {
  /** The plan fails, with each reason and its fix. */
  FAIL = 'fail',
  /** The zone stays as it is, the rest of the stack is deployed, and later deploys try again. */
  SKIP = 'skip',
}
