import { resources } from '../../lib/resources';
import { checkImportId } from '../../lib/resources/import-id';
import { accountId, zoneId } from '../support/handler-harness';

const zoneRule = 'the first part must be the ID (32 hexadecimal digits) or the name of a zone';
const accountRule = 'the first part must be the ID (32 hexadecimal digits) or the name of an account';
const jobRule = `${zoneRule} or, after accounts/, of an account`;
const ofAccounts =
  'the part after accounts/ must be the ID (32 hexadecimal digits) or the name of an account';
const ofZones = 'the part after zones/ must be the ID (32 hexadecimal digits) or the name of a zone';
const job = (owner: string, fault = '') =>
  `the part after the ${owner} ${fault}must be the job id or the job name`;
const policy = (fault = '') => `the part after the account ${fault}must be the policy id or the policy name`;
const ruleset = (fault = '') =>
  `the part after the zone ${fault}must be http_log_custom_fields or the ruleset id (32 hexadecimal digits)`;
const [missing, empty] = ['is missing: it ', 'is empty: it '];
const upper = accountId.toUpperCase();
const caseRule = `IDs are in lower case, as in ${accountId}`;

const cases: Readonly<Record<string, readonly (readonly [id: string, faults: string])[]>> = {
  edge_waf_migration: [
    ['', zoneRule],
    ['x', zoneRule],
    [`accounts/${accountId}`, zoneRule],
    [`zones/${zoneId.slice(1)}`, ofZones],
    [`${zoneId}/`, 'nothing may follow the zone'],
    [`${zoneId}/x`, 'nothing may follow the zone'],
    ['x/y', `${zoneRule}, and nothing may follow the zone`],
  ],
  edge_custom_fields_ruleset: [
    [zoneId, ruleset(missing)],
    [`${zoneId}/`, ruleset(empty)],
    [`${zoneId}/mine`, ruleset()],
    [`x/${zoneId}`, zoneRule],
    [`accounts/${accountId}/x`, zoneRule],
    ['x', `${zoneRule}, and ${ruleset(missing)}`],
  ],
  edge_logpush_job: [
    [zoneId, job('zone', missing)],
    [`${zoneId}/`, job('zone', empty)],
    [`zones/${zoneId}`, job('zone', missing)],
    [`zones/${zoneId.slice(1)}/7`, ofZones],
    [`accounts/${accountId}`, job('account', missing)],
    [`accounts/${accountId}/`, job('account', empty)],
    [`accounts/${upper}/7`, caseRule],
    ['accounts//7', ofAccounts],
    ['Example Corp/7', jobRule],
    ['/7', jobRule],
    ['', `${jobRule}, and ${job('zone', missing)}`],
  ],
  edge_pool_notification_policy: [
    [accountId, policy(missing)],
    [`${accountId}/`, policy(empty)],
    ['Example Corp/', policy(empty)],
    [`accounts/${accountId}/`, policy(empty)],
    [`accounts/${upper}/x`, caseRule],
    [`${upper}/x`, caseRule],
    ['/x', accountRule],
    [`zones/${zoneId}/x`, accountRule],
    ['', `${accountRule}, and ${policy(missing)}`],
  ],
};

const table = resources.flatMap(({ contract }) =>
  (cases[contract.typeName] ?? [['no case', '']]).map(
    ([id, faults]) => [contract.typeName, id, faults, contract] as const,
  ),
);

it.each(table)('an import ID of %s names the part that is wrong: %p', (_, id, faults, contract) => {
  expect(checkImportId(contract, id).map(({ detail }) => detail)).toEqual([
    `"${id}" is not an import ID: ${faults}. Use ${(contract.importForms ?? []).join(' or ')}.`,
  ]);
});
