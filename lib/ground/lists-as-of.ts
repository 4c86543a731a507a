/**
 * The month of the public pages from which all lists of this version are: datasets, fields, destinations, options, values. What the
 * service has added since is unknown here, and not wrong.
 */
export const listsAsOf = '2026-07';
