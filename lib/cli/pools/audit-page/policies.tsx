import { Name, Names, Section, Table } from '../../html/parts';
import type { PoolsAudit } from '../audit';
import { nameOf } from '../text';

/** Destinations in words, by the id of the policy. */
export type PolicyRecipients = ReadonlyMap<string, readonly string[]>;

/** The policies that cover pools with their recipients, and those that cover nothing with the reason. */
export function Policies({
  audit,
  recipients,
}: {
  readonly audit: PoolsAudit;
  readonly recipients: PolicyRecipients;
}) {
  const { policies, disregarded_policies: disregarded, pools } = audit;
  const covered = new Map<string, number>();
  for (const pool of pools) for (const { id } of pool.covered_by) covered.set(id, (covered.get(id) ?? 0) + 1);
  return (
    <Section id="policies" title="Who is notified by policies">
      {policies.length === 0 ? (
        <p>No policy covers pools.</p>
      ) : (
        <Table
          caption="Pool health policies with their recipients"
          headings={['Policy', 'Recipients', 'Pools covered']}
          rows={policies.map((policy) => [
            <Name text={nameOf(policy)} />,
            <Names names={[...policy.email_addresses, ...(recipients.get(policy.id) ?? [])]} />,
            String(covered.get(policy.id) ?? 0),
          ])}
        />
      )}
      {disregarded.length === 0 ? null : (
        <>
          <h3>Policies that cover nothing</h3>
          <ul>
            {disregarded.map((policy) => (
              <li key={policy.id}>
                <Name text={`The policy ${nameOf(policy)} covers nothing: ${policy.reason}.`} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
