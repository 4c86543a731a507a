/** The limits of custom log fields, which the service has raised since its specification was written. */
export enum CustomFieldLimits {
  /**
   * 40 names in all: request headers, response headers and cookies. Lines have the first instance of each header as it was
   * before transform rules, and at most 8 KB of values.
   */
  SPECIFICATION = 'specification',
  /**
   * As the service documents them now: 100 names of each kind, raw and transformed headers on both sides, and duplicates of
   * response headers.
   */
  CURRENT = 'current',
}
