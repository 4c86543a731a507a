import { plural } from '../../ground/words';
import type { AuditSummary, SurveyedAccount } from './survey/file';

export function describeSummary(summary: AuditSummary): string[] {
  const { pools, legacy, clearable, uncovered, unwatched, complete } = summary;
  if (pools === 0) return ['0 pools: the account has no pools to migrate.'];
  const count = plural(pools, 'pool');
  return [
    legacy === 0
      ? `${count}: none has a legacy e-mail.${complete ? ' The migration is complete.' : ''}`
      : `${count}: ${legacy} still ${have(legacy)} a legacy e-mail (${describeProgress(legacy, clearable, uncovered)}).`,
    ...describeLosses(summary),
    ...(unwatched === 0
      ? []
      : [
          `${unwatched} ${have(unwatched)} neither a legacy e-mail nor a policy, so no notification is sent when ${unwatched === 1 ? 'it fails. Add it' : 'they fail. Add them'} to a policy.`,
        ]),
  ];
}

function describeLosses({ losing_recipients: losing }: AuditSummary): string[] {
  if (losing === 0) return [];
  const pools = plural(losing, 'covered pool has', 'covered pools have');
  return [
    `${pools} legacy addresses that no policy notifies: clearing ends their notifications. Add them to a policy.`,
  ];
}

function describeProgress(legacy: number, clearable: number, uncovered: number): string {
  if (uncovered === 0) return `${legacy === 1 ? 'it is' : 'all of them are'} covered and can be cleared`;
  if (clearable === 0) return legacy === 1 ? 'it is not covered' : 'none of them is covered';
  return `${clearable} of them ${are(clearable)} covered and can be cleared, ${uncovered} ${are(uncovered)} not covered`;
}

export function nameOfAccount(account: Pick<SurveyedAccount, 'account_id' | 'account_name'>): string {
  return nameOf({ id: account.account_id, name: account.account_name });
}

export function nameOf({ id, name }: { readonly id: string; readonly name: string }): string {
  return name === '' ? id : name;
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}

function have(count: number): string {
  return count === 1 ? 'has' : 'have';
}
