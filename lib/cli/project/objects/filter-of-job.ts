import {
  canonicalFilter,
  findDataset,
  fitFilter,
  isAboutOperators,
  isWrong,
  parseFilter,
  sameFilter,
  type Condition,
  type Dataset,
  type Leaf,
} from '../../../logs';
import { logpushJobContract } from '../../../resources/logpush-job/contract';
import type { ObjectValue } from '../../../schema';

/** The filter of a job, and the dataset that decides the types of its values. */
export interface JobFilter {
  readonly text: string;
  readonly where: Condition;
  readonly dataset: Dataset | undefined;
}

/**
 * The filter of a job, if the constructs build an equal one from its conditions. Otherwise the code has to have its text: a filter
 * that is too long is one that `where` would shorten.
 */
export function filterOfJob(job: ObjectValue): JobFilter | undefined {
  const { filter: text } = job;
  if (typeof text !== 'string') return undefined;
  const { filter } = parseFilter(text);
  if (filter === undefined) return undefined;
  const dataset = datasetOfJob(job);
  const where = flattened(filter.where);
  const written = { where: 'operator' in where ? { and: [where] } : where };
  const { text: sent, faults } =
    dataset === undefined ? { text: canonicalFilter(written), faults: [] } : fitFilter(written, dataset);
  if (faults.some((fault) => isWrong(fault) && !isAboutOperators(fault))) return undefined;
  return sameFilter(text, sent, dataset) ? { text, where, dataset } : undefined;
}

/** The dataset of a job as its scope has it; undefined if this version does not know it. */
export function datasetOfJob(job: ObjectValue): Dataset | undefined {
  const name = job.dataset ?? logpushJobContract.attributes.dataset.default;
  const scope = (job.account_id ?? null) === null ? 'zone' : 'account';
  return typeof name === 'string' ? findDataset(name, scope) : undefined;
}

/** A condition without groups of one condition, and without groups in groups of their kind. */
function flattened(condition: Condition): Condition {
  if ('operator' in condition) return condition;
  const kind = 'and' in condition ? 'and' : 'or';
  const children = childrenOf(condition).flatMap((child) => {
    const flat = flattened(child);
    return !('operator' in flat) && kind in flat ? childrenOf(flat) : [flat];
  });
  const [only, ...more] = children;
  if (only !== undefined && more.length === 0) return only;
  return kind === 'and' ? { and: children } : { or: children };
}

/** The conditions of a group; none for a condition. */
export function childrenOf(condition: Condition): readonly Condition[] {
  if ('and' in condition) return condition.and;
  return 'or' in condition ? condition.or : [];
}

/** The comparisons of a filter, in their order. */
export function leavesOf(condition: Condition): readonly Leaf[] {
  return 'operator' in condition ? [condition] : childrenOf(condition).flatMap(leavesOf);
}
