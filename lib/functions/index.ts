import { destination } from './destination';
import { filter } from './filter';
import { filterExplain } from './filter-explain';
import { filterMatches } from './filter-matches';
import { filterSql } from './filter-sql';
import { logFields } from './log-fields';
import { logpullOptions } from './logpull-options';
import type { ProviderFunction } from './provider-function';

/** All functions, in the order of the docs. */
export const functions: readonly ProviderFunction[] = [
  destination,
  filter,
  filterExplain,
  filterMatches,
  filterSql,
  logFields,
  logpullOptions,
];
