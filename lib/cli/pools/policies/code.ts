import { plural } from '../../../ground/words';
import { poolNotificationPolicyContract } from '../../../resources/pool-notification-policy/contract';
import type { ObjectValue } from '../../../schema';
import type { Host } from '../../project/host';
import { addressSlugOf, Identifiers, slugOf, takeFree } from '../../project/identifiers';
import { mainFile } from '../../project/main-file';
import { constructLines } from '../../project/objects/construct';
import type { Note } from '../../project/objects/object-code';
import { SourceFile } from '../../project/source-file';
import { commentLine } from '../../project/text';
import { call, declaration, name as nameCode, object, value, type Code } from '../../project/typescript';
import { writtenValues } from '../../project/written-values';
import type { AccountPlan, ExistingPolicy, NewPolicy, PlannedPool } from './plan';

export interface AccountCode {
  readonly stack: string;
  /** Path of the file with the policies, without its ending: `accounts/example`. */
  readonly path: string;
  /** Name of the function that declares the policies. */
  readonly declare: string;
  readonly plan: AccountPlan;
}

export function nameAccounts(plans: readonly AccountPlan[]): AccountCode[] {
  const identifiers = new Identifiers(['App', 'TerraformStack', 'EdgeProvider', 'app']);
  const slugs = new Set<string>();
  return plans.map((plan) => {
    const slug = takeFree(slugOf(plan.name, 'account'), slugs);
    const declare = identifiers.add(`add ${plan.name} policies`, 'account');
    return { stack: `pools-${slug}`, path: `accounts/${slug}`, declare, plan };
  });
}

export function policiesMainFile(accounts: readonly AccountCode[], host: Host): string {
  const declared = accounts.map(({ declare }) => declare);
  const stacks = new Identifiers(['App', 'TerraformStack', 'EdgeProvider', 'app', ...declared]);
  return mainFile(
    host,
    accounts.map(({ stack, path, declare, plan }) => ({
      constant: stacks.add(`${plan.name} stack`, 'stack'),
      id: stack,
      calls: [{ from: `./${path}`, callee: declare }],
    })),
  );
}

export function accountFiles({ path, declare, plan }: AccountCode, host: Host): Map<string, string> {
  const file = new SourceFile(host);
  const pools = new SourceFile(host);
  const stack = file.importType('cdktf', 'TerraformStack');
  const constants = new Identifiers([stack, declare, 'accountId', 'stack', ...enums]);
  const ids = new Set<string>();
  const linesOf = (policy: PolicyCode): string => {
    const { id, config, notes, importId } = policy;
    const constant = constants.add(`${policy.words} pools`, 'pools');
    pools.add(commentLine(policy.comment), declaration('export const', constant, poolObject(policy.pools)));
    file.import(`./${path.replace(/^.*\//, '')}.pools`, constant);
    const namedValues = {
      account_id: { name: 'accountId', code: nameCode('accountId') },
      pool_ids: { name: 'poolIds', code: call('Object.values', nameCode(constant)) },
    };
    return constructLines(
      { typeName: poolNotificationPolicyContract.typeName, config: writtenValues(config), notes },
      { id: takeFree(addressSlugOf(id, 'policy'), ids), ...(importId !== undefined && { importId }) },
      { file, scope: 'stack', identifiers: constants, namedValues },
    ).join('\n');
  };
  const blocks = [
    ...plan.policies.map((each) => newPolicy(each, plan.id)),
    ...plan.existing.map((each) => existingPolicy(each, plan.id)),
  ];
  file.add(declaration('const', 'accountId', value(plan.id)));
  file.add(
    commentLine(`The policies for the pools of the account ${plan.name}.`),
    `export function ${declare}(stack: ${stack}): void {`,
    blocks.map(linesOf).join('\n\n'),
    '}',
  );
  return new Map([
    [`${path}.ts`, file.toString()],
    [`${path}.pools.ts`, pools.toString()],
  ]);
}

const enums = ['ClearLegacyEmail', 'PoolNotificationPolicy', 'HealthStatus', 'HealthEventSource'];

interface PolicyCode {
  /** Words from which the names of its pools and its id are derived. */
  readonly words: string;
  readonly id: string;
  readonly config: ObjectValue;
  readonly notes: readonly Note[];
  readonly pools: readonly PlannedPool[];
  /** On the pools. */
  readonly comment: string;
  readonly importId?: string;
}

function newPolicy({ name, emailAddresses, pools }: NewPolicy, accountId: string): PolicyCode {
  const [first = '', ...more] = emailAddresses;
  const words = more.length === 0 ? first : `${first} and ${more.length} more`;
  return {
    words,
    id: words,
    config: {
      account_id: accountId,
      name,
      pool_ids: pools.map(({ id }) => id),
      email_addresses: emailAddresses,
      clear_legacy_email: 'covered',
    },
    notes: [{ lines: [`${plural(pools.length, 'pool')}.`] }],
    pools,
    comment: emailAddresses.join(', '),
  };
}

function existingPolicy({ policy, pools, clears }: ExistingPolicy, accountId: string): PolicyCode {
  const { id, name, description } = policy;
  const given = Object.entries({
    email_addresses: policy.email_addresses,
    webhook_ids: policy.webhook_ids,
    pagerduty_ids: policy.pagerduty_ids,
  });
  // All values are the default.
  const events = Object.entries({ new_health: policy.new_health, event_sources: policy.event_sources });
  return {
    words: name,
    id: `existing ${name}`,
    config: {
      account_id: accountId,
      name,
      ...(description !== '' && { description }),
      pool_ids: pools.map((pool) => pool.id),
      ...Object.fromEntries(events.filter(([, values]) => new Set(values).size < 2)),
      ...Object.fromEntries(given.filter(([, texts]) => texts.length > 0)),
      clear_legacy_email: 'covered',
    },
    notes: [
      {
        lines: [
          `Exists, and notifies all recipients of ${plural(clears.length, 'pool')}: imported, so that it clears their e-mails.`,
        ],
      },
    ],
    pools,
    comment: name,
    importId: `${accountId}/${id}`,
  };
}

/** Ids by name, one a line: a reader checks names, and a diff shows which pools are new. */
function poolObject(pools: readonly PlannedPool[]): Code {
  const names = new Set<string>();
  return object(
    pools.map(({ id, name }) => {
      const key = names.has(name) || name === '' ? `${name} ${id}`.trim() : name;
      names.add(key);
      return { name: key, code: value(id) };
    }),
  );
}
