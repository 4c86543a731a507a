import type { EdgeClient } from '../../client';
import { connected } from '../connection';
import { preparePage } from '../html/page-file';
import { printOutcome, type ServiceOptions } from '../outcome';
import { findOwner, readName } from '../owners';
import { auditPools } from './audit';
import { formatAuditCsv } from './audit-csv';
import { formatAuditJson, withKeys, writeAuditFile } from './audit-file';
import { formatAudit } from './audit-report';
import { describeServices, readPoolAccount } from './read-account';

export interface AuditOptions extends ServiceOptions {
  readonly account: string;
  readonly all?: true;
  readonly html?: string;
  readonly out?: string;
}

export async function runAudit(options: AuditOptions): Promise<void> {
  const { account, all, html, out } = options;
  const page = await preparePage(html, async () => (await import('./audit-page.js')).renderAudit);
  const target = { option: '--account', values: [account], failure: 'cannot audit the pools' } as const;
  const { audit } = await connected(target, options.baseUrl, async ({ client, baseUrl }) => {
    const read = await readAudit(client, account);
    await page?.(read, baseUrl);
    return read;
  });
  if (out !== undefined) await writeAuditFile(out, audit);
  await printOutcome(options, {
    json: () => formatAuditJson(withKeys(audit)),
    csv: () => formatAuditCsv(audit),
    text: (width) => formatAudit(audit, { width, all }),
    isClear: audit.summary.complete,
  });
}

async function readAudit(client: EdgeClient, account: string) {
  const owner = await findOwner(client, 'account', account);
  const { pools, policies, destinations, destinationNames } = await readPoolAccount(client, owner.id);
  const name = await readName(client, 'account', owner);
  return {
    audit: auditPools({ id: owner.id, name }, pools, policies, destinations),
    recipients: new Map(
      policies.map((policy) => [policy.id, describeServices(policy, destinations, destinationNames)]),
    ),
  };
}
