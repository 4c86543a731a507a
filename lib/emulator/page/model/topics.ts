/** What an event says has changed. The page reads its view again that shows it. */
export const topics = [
  /** Accounts, zones, the clock, quirks. A reset changes all topics. */
  'world',
  /** The WAF of zones and their migration. */
  'zones',
  'rulesets',
  'jobs',
  /** Lines that were delivered or dropped. */
  'traffic',
  /** Pools, policies and their destinations. */
  'pools',
  'notifications',
  /** Calls of the API, faults, the request limit. */
  'requests',
] as const;
export type Topic = (typeof topics)[number];
