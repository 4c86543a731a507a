import { withoutKeys } from '../addresses';
import type { PlannedChange } from '../../../terraform/plan';
import { codes } from '../../../resources';
import { wafMigrationContract } from '../../../resources/waf-migration/contract';
import type { Conversion, ResourceOutcome } from '../model';
import { staysInConfiguration } from '../dropped-blocks';

/** The plan of the new code, with the migrations of the WAF acknowledged. */
export interface VerifiedPlan {
  readonly changes: ReadonlyMap<string, PlannedChange>;
  /** The errors of blocks whose resources cannot be planned, by address without keys. */
  readonly errors: ReadonlyMap<string, string>;
  /** The addresses of migrations whose adjustments are deployed already, so that their update writes the state alone. */
  readonly stateOnly: ReadonlySet<string>;
}

/**
 * The result of an old resource. `unchanged`: it stays in the code. `adopted`: a resource of ours takes the object over, and its plan changes nothing. `changed`: its
 * plan changes the object. `lost`: nothing does it any more.
 */
export type Result = 'unchanged' | 'adopted' | 'changed' | 'lost';

/** The outcome of an old resource in the plan. */
export interface VerifiedOutcome {
  readonly address: string;
  readonly result: Result;
  /** Whether the conversion has the same outcome: a migration of the WAF, a replacement. A loss is never expected. */
  readonly isExpected: boolean;
  /** The full addresses of the objects that replace it. */
  readonly to: readonly string[];
  readonly attributes: readonly string[];
  readonly reason: string;
}

/** Compares the outcome of each old resource in the conversion with the plan. */
export function verifyOutcomes(
  { outcomes, findings, edits }: Conversion,
  plan: VerifiedPlan,
): readonly VerifiedOutcome[] {
  // Pools that give up their e-mail in the code: a policy that covers them clears it.
  const clearsPools = edits.some(({ without }) => without.includes('notification_email'));
  const expected = clearsPools ? ['clear_legacy_email'] : [];
  return outcomes.map((converted) => {
    const { address, to, outcome } = converted;
    const losses = converted.findings
      .flatMap((at) => findings[at] ?? [])
      .filter(({ severity }) => severity === 'lost');
    const results =
      outcome === 'lost' || losses.length > 0
        ? [lost(losses.map(({ text }) => text).join(' '))]
        : to.length === 0 && staysInConfiguration(converted)
          ? [unchanged]
          : to.map((each) => resultOf(each, { outcome, expected }, plan));
    const [first = lost('Nothing replaces it.')] = results;
    const worst = results.reduce((a, b) => (severityOf(b) > severityOf(a) ? b : a), first);
    return { address, to, ...worst };
  });
}

/** Whether nothing is lost or changed unexpectedly. */
export function isFaithful(outcomes: readonly VerifiedOutcome[]): boolean {
  return outcomes.every(({ result, isExpected }) => result !== 'lost' && isExpected);
}

interface Intent {
  readonly outcome: ResourceOutcome['outcome'];
  /** The attributes that it changes on purpose. */
  readonly expected: readonly string[];
}

type ResultOfOne = Pick<VerifiedOutcome, 'result' | 'isExpected' | 'attributes' | 'reason'>;

const unchanged: ResultOfOne = {
  result: 'unchanged',
  isExpected: true,
  attributes: [],
  reason: 'stays in the code',
};

function lost(reason: string): ResultOfOne {
  return { result: 'lost', isExpected: false, attributes: [], reason };
}

function severityOf({ result, isExpected }: ResultOfOne): number {
  return ['unchanged', 'adopted', 'changed', 'lost'].indexOf(result) + (isExpected ? 0 : 10);
}

/** The result of an old resource in one of the objects that replace it. */
function resultOf(to: string, intent: Intent, { changes, errors, stateOnly }: VerifiedPlan): ResultOfOne {
  const error = errors.get(withoutKeys(to));
  const change = changes.get(to);
  if (error !== undefined) return lost(`${to} cannot be planned: ${error}`);
  if (change === undefined) return lost(`${to} is not in the plan.`);
  return describeChange(change, intent, stateOnly.has(to));
}

/** Whether a changed attribute has no effect at the service. `clear_legacy_email` clears e-mails of pools, unless it is `none`. */
function hasNoEffectAtService({ type, after }: PlannedChange, name: string, isSilent: boolean): boolean {
  if (isSilent && ['rule_overrides', 'skip_rules'].includes(name)) return true;
  if (name === 'clear_legacy_email') return after?.clear_legacy_email === 'none';
  return codes.some(
    ({ contract, providerOnly }) => contract.typeName === type && providerOnly?.includes(name),
  );
}

function describeChange(
  change: PlannedChange,
  { outcome, expected }: Intent,
  isSilent: boolean,
): ResultOfOne {
  const { action, type, attributes } = change;
  if (action === 'import')
    return { result: 'adopted', isExpected: true, attributes: [], reason: 'no change' };
  if (action === 'create') return describeCreation(type, outcome);
  if (action !== 'update')
    return { result: 'changed', isExpected: false, attributes, reason: `would be ${verbs[action]}` };
  const atService = attributes.filter((name) => !hasNoEffectAtService(change, name, isSilent));
  return atService.length === 0
    ? { result: 'adopted', isExpected: true, attributes, reason: 'no change at the service' }
    : {
        result: 'changed',
        isExpected: atService.every((name) => expected.includes(name)),
        attributes: atService,
        reason: 'would be changed',
      };
}

const verbs: Readonly<Record<Exclude<PlannedChange['action'], 'import' | 'create' | 'update'>, string>> = {
  replace: 'replaced',
  delete: 'deleted',
  read: 'read during the apply',
  forget: 'removed from the state',
  move: 'moved',
};

function describeCreation(type: string, outcome: ResourceOutcome['outcome']): ResultOfOne {
  const isMigration = type === wafMigrationContract.typeName;
  const reason =
    outcome === 'converted'
      ? 'would be created, although it exists: no `moved` or `import` block names it, or its id is not known without --state'
      : isMigration
        ? 'migrated in the second deploy'
        : 'a new object does it';
  return { result: 'changed', isExpected: outcome !== 'converted', attributes: [], reason };
}
