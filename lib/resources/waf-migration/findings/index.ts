import { findingFactory, findings, type FindingIn } from '../../../ground/findings';
import { previousFindings, wafFindings, type WafFinding } from '../../../waf';
import { barrierKinds } from './barriers';
import { effectKinds, noteKinds } from './rules';
import { zoneKinds } from './zone';

export { reasonOf, type Barrier } from './barriers';
export { describeDeploys, recordsOf } from './rules';

export const diagnosed = findings('waf', { ...zoneKinds, ...barrierKinds, ...effectKinds });

/** The findings that only `changes` has. */
export const noted = findings('waf', noteKinds);

export const migrationFindings = { ...diagnosed, ...noted, ...previousFindings };

export const migrationFinding = findingFactory({ ...diagnosed, ...noted, ...wafFindings });

/** A finding of a decision on a zone: also judgements about its rules, and settings that are not as expected. */
export type MigrationFinding = FindingIn<typeof diagnosed> | FindingIn<typeof noted> | WafFinding;
