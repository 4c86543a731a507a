import { Facts, Id, Notice, Time } from '../../html/parts';
import { renderPage } from '../../html/render';
import type { PoolsAudit } from '../audit';
import { formatSummary } from '../text';
import { AllPools } from './all-pools';
import { Figures } from './figures';
import { Losing } from './losing';
import { NotMigrated } from './not-migrated';
import { Policies, type PolicyRecipients } from './policies';

/** What the page of an account shows. */
export interface AuditPage {
  readonly audit: PoolsAudit;
  /** Whom each policy notifies, by the id of the policy. */
  readonly recipients: PolicyRecipients;
  /** The API endpoint. */
  readonly baseUrl: string;
  /** ISO 8601, UTC. */
  readonly readAt: string;
}

/** Who is notified about the pools of an account, and who would no longer be, as a page for a change request. */
export function renderAudit({ audit, recipients, baseUrl, readAt }: AuditPage): string {
  const { account_id: id, account_name: name, summary } = audit;
  return renderPage({
    title: `Pool notifications of ${name === '' ? id : name}`,
    command: 'edge-platform pools audit',
    readAt,
    orientation: 'landscape',
    children: (
      <>
        <Notice tone={summary.complete ? 'good' : 'warning'} texts={formatSummary(summary)} />
        <Figures summary={summary} />
        <Facts
          facts={[
            ['Account ID', <Id id={id} />],
            ['API', baseUrl],
            ['Read at', <Time at={readAt} />],
          ]}
        />
        <Losing audit={audit} />
        <NotMigrated audit={audit} />
        <Policies audit={audit} recipients={recipients} />
        <AllPools audit={audit} />
      </>
    ),
  });
}
