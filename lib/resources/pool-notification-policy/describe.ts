import {
  textOf,
  textOfClearing,
  type FindingOf,
  type FindingText,
  type PolicyName,
  type PoolFinding,
} from '../../pools';
import type { Diagnostic } from '../../schema';

/**
 * Findings as diagnostics. Headlines name the policy, because Terraform merges warnings with equal ones. What a plan clears is one
 * warning with one table, so that the plan of a policy for thousands of pools fits on a screen.
 */
export function describeAll(policy: PolicyName, findings: readonly PoolFinding[]): Diagnostic[] {
  const find = <C extends PoolFinding['code']>(code: C) =>
    findings.find((each): each is FindingOf<C> => each.code === code && each.severity === 'warning');
  const clear = find('pools.will_clear');
  if (clear === undefined) return findings.map((finding) => describePoolFinding(policy, finding));
  const [lost, gained] = [find('pools.recipients_lost'), find('pools.new_recipients')];
  const rest = findings.filter((each) => each !== clear && each !== lost && each !== gained);
  return [
    ...rest.map((each) => describePoolFinding(policy, each)),
    toDiagnostic(policy, clear, textOfClearing(clear, lost, gained)),
  ];
}

export function describePoolFinding(policy: PolicyName, finding: PoolFinding): Diagnostic {
  return toDiagnostic(policy, finding, textOf(finding, policy));
}

function toDiagnostic(
  policy: PolicyName,
  { severity }: PoolFinding,
  { at, headline, detail }: FindingText,
): Diagnostic {
  const summary = `Policy "${policy.name}" of account ${policy.account_id}: ${headline}`;
  return { severity, summary, detail, path: at === undefined ? [] : [at] };
}
