/** The limit of jobs per zone (public fact, section 2.4), assumed for each dataset of an account too: none is public. A contract may allow more. */
export const usualJobLimit = 4;
