import type { EdgeClient } from '../../client';
import { mechanismIds } from '../../pools';
import { observe, noDestinations, type Observation } from '../../resources/pool-notification-policy/observe';
import { connected } from '../connection';
import { printOutcome, type ServiceOptions } from '../outcome';
import { findOwner, readName } from '../owners';
import { table } from '../report/blocks';
import { preparePage } from '../report/page-file';
import { auditPools, type PolicyRecord } from './audit';
import { depthOfAudit, withKeys, writeAuditFile } from './audit-file';
import { columnsOfPools, pageOfAudit, reportAudit } from './audit-report';

export interface AuditOptions extends ServiceOptions {
  readonly account: string;
  readonly all?: true;
  readonly html?: string;
  readonly out?: string;
}

export async function runAudit(options: AuditOptions): Promise<void> {
  const { account, all, html, out } = options;
  const write = await preparePage(html);
  const target = { option: '--account', values: [account], failure: 'cannot audit the pools' } as const;
  const { audit } = await connected(target, options.baseUrl, async ({ client, baseUrl }) => {
    const read = await readAudit(client, account);
    await write?.(pageOfAudit(read.audit, read.services), baseUrl);
    return read;
  });
  if (out !== undefined) await writeAuditFile(out, audit);
  await printOutcome(options, {
    data: withKeys(audit),
    depth: depthOfAudit,
    table: () => table(columnsOfPools, audit.pools),
    blocks: () => reportAudit(audit, all),
    all,
    isClear: audit.summary.complete,
  });
}

async function readAudit(client: EdgeClient, account: string) {
  const owner = await findOwner(client, 'account', account);
  const found = await observe(owner.id, noDestinations, { service: client }, 'fresh');
  const name = await readName(client, 'account', owner);
  return {
    audit: auditPools({ id: owner.id, name }, found),
    services: new Map(found.policies.map((policy) => [policy.id, describeServices(policy, found)])),
  };
}

/** The recipients of a policy that are no e-mail addresses: by name, since the URL of a webhook may contain its secret. */
function describeServices(
  policy: Pick<PolicyRecord, 'mechanisms'>,
  { existing, working }: Pick<Observation, 'existing' | 'working'>,
): string[] {
  return [
    ...mechanismIds(policy, 'webhooks').map(
      (id) =>
        `webhook ${existing.webhooks.get(id) ?? id}${working.webhooks.has(id) ? '' : ' (its last delivery failed)'}`,
    ),
    ...mechanismIds(policy, 'pagerduty').map((id) => `PagerDuty service ${existing.pagerduty.get(id) ?? id}`),
  ];
}
