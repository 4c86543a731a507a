/**
 * The documented limit of jobs per zone (public fact, section 2.4). For accounts none is public: the same is assumed for each of their
 * datasets, which the service names in the error. A contract may allow more.
 */
export const usualJobLimit = 4;
