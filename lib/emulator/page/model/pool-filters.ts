/** What the list of pools can be filtered by: `silent` are pools without notifications. */
export const poolFilters = ['all', 'attention', 'legacy', 'covered', 'silent', 'unhealthy'] as const;
export type PoolFilter = (typeof poolFilters)[number];
