import { finderOf, findings, type FindingIn } from '../../../ground/findings';
import { previousFindings, wafFindings, type PreviousFinding, type WafFinding } from '../../../waf';
import { barrierKinds } from './barriers';
import { effectKinds, noteKinds } from './rules';
import { zoneKinds } from './zone';

export { reasonOf, type Barrier } from './barriers';
export { describeDeploys, recordsOf } from './rules';

/** What a plan or an apply reports of its own about a zone. */
export const diagnosed = findings('waf', { ...zoneKinds, ...barrierKinds, ...effectKinds });

/** What is in `changes` only. */
export const noted = findings('waf', noteKinds);

/** What docs/errors.md lists as findings of a plan or an apply. */
export const migrationFindings = { ...diagnosed, ...noted, ...previousFindings };

export const migrationFinding = finderOf({ ...diagnosed, ...noted, ...wafFindings });

/** What a decision reports about a zone: also judgements about its rules, and settings that are not as expected. */
export type MigrationFinding =
  | FindingIn<typeof diagnosed>
  | FindingIn<typeof noted>
  | WafFinding
  | PreviousFinding;
