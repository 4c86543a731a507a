import { compare } from '../../ground/compare';
import type { FindingText } from '../../ground/findings';
import { getOrAdd } from '../../ground/remember';
import { listSome, plural } from '../../ground/words';
import type { Pool } from '../../client';
import { textOf, textOfClearing, type PolicyName, type PoolFinding } from '../../pools';
import { listingOf, type Diagnostic, type Listing } from '../../schema';

/** Headlines name the policy: Terraform merges warnings with equal ones. What a plan clears is one table, which fits on a screen. */
export function describeAll(policy: PolicyName, findings: readonly PoolFinding[]): Diagnostic[] {
  const find = <C extends PoolFinding['code']>(code: C) =>
    findings.find((each): each is PoolFinding<C> => each.code === code);
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

/** The most e-mails, and pools of an e-mail, that the line of a plan names. The digest tells the others apart. */
const most = { emails: 10, pools: 10 };

/** The e-mails that an apply of a plan may clear, exactly as they are, with the names of their pools. */
export function listClearing(listed: readonly Pick<Pool, 'id' | 'name' | 'notification_email'>[]): Listing {
  const byEmail = new Map<string, string[]>();
  for (const { id, name, notification_email: email } of listed)
    getOrAdd(byEmail, email, () => []).push(name === '' ? id : name);
  const groups = [...byEmail]
    .sort(([one, first], [other, second]) => second.length - first.length || compare(one, other))
    .map(([email, of]) => `${email} of ${listSome(of, most.pools)}`);
  return listingOf(
    `irreversible: clears ${plural(listed.length, 'legacy e-mail')} | ${listSome(groups, most.emails, '; ')}`,
    listed.map(({ id, notification_email: basis }) => ({ kind: 'clear-legacy-email', object: id, basis })),
  );
}
