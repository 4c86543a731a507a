/** The documented limit of jobs per zone (public fact, section 2.4). A contract may allow more. */
export const usualJobLimit = 4;
