import {
  describeBy,
  findingFactory,
  findings,
  type FindingIn,
  type FindingText,
} from '../../ground/findings';
import { clearingFindings } from './clearing';
import { gainedFindings, irreversibleFindings } from './irreversible';
import type { PolicyName } from './words';
import { lossFindings } from './losses';
import { recipientFindings } from './recipients';
import { referenceFindings } from './references';
import { twinFindings } from './twins';

export { textOfClearing } from './irreversible';
export type { AddressCount, PolicyName } from './words';
export type { LosingChange } from './losses';

/** Findings of a decision on a notification policy, in the order of docs/errors.md. */
export const poolFindings = findings('pools', {
  ...irreversibleFindings,
  ...clearingFindings,
  ...gainedFindings,
  ...recipientFindings,
  ...referenceFindings,
  ...lossFindings,
  ...twinFindings,
});

type Kinds = typeof poolFindings;
export type PoolFindingCode = keyof Kinds;
export type PoolFinding<Code extends PoolFindingCode = PoolFindingCode> = FindingIn<Kinds, Code>;

export const poolFinding = findingFactory(poolFindings);

export function textOf(finding: PoolFinding, policy: PolicyName): FindingText {
  return describeBy(poolFindings, finding, policy);
}
