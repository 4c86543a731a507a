import { getOrAdd, onceFor } from '../../ground/remember';
import type { Dataset } from '../catalogue';
import { leafJson } from './canonical';
import { checkLeaf } from './check';
import { constantFaults } from './explain';
import { leavesOf, type Filter, type Leaf } from './filter';

/**
 * Whether certainly neither `checkFilter` nor `constantFaults` finds anything in the comparisons of a filter. A stack has many filters of few
 * comparisons, so each is judged once. Comparisons of one field may decide each other: such a filter is not judged here.
 */
export function isFaultless({ where }: Filter, dataset: Dataset): boolean {
  const known = faultlessLeaves(dataset);
  const leaves = leavesOf(where);
  const keys = new Set<string>();
  for (const leaf of leaves) {
    keys.add(leaf.key);
    if (!getOrAdd(known, leafJson(leaf), () => isFaultlessLeaf(leaf, dataset))) return false;
  }
  return keys.size === leaves.length;
}

/** Whether nothing is found in a comparison, by its JSON. */
const faultlessLeaves = onceFor((_: Dataset) => new Map<string, boolean>());

function isFaultlessLeaf(leaf: Leaf, dataset: Dataset): boolean {
  return checkLeaf(leaf, dataset).length === 0 && constantFaults({ where: leaf }, dataset).length === 0;
}
