import { plural } from '../../../ground/words';
import { Identifiers, firstFree } from '../../project/identifiers';
import { SourceFile } from '../../project/source-file';
import { commentLine } from '../../project/text';
import {
  array,
  call,
  declaration,
  method,
  name as nameCode,
  object,
  plainText,
  statement,
  value,
  type Code,
} from '../../project/typescript';
import { listFew } from '../text';
import type { AccountPlan, ExistingPolicy, NewPolicy, PlannedPool } from './plan';

const library = 'cdktf-edge-platform';

/** An account in the code of the project. */
export interface AccountCode {
  /** Of the stack: `pools-example`. */
  readonly stack: string;
  /** Of the file with the policies, without its ending: `accounts/example`. */
  readonly path: string;
  /** Of the function that declares the policies. */
  readonly declare: string;
  readonly plan: AccountPlan;
}

/** Names for the accounts in the code, each another one. */
export function nameAccounts(plans: readonly AccountPlan[]): AccountCode[] {
  const identifiers = new Identifiers(['App', 'TerraformStack', 'EdgeProvider', 'app']);
  const slugs = new Set<string>();
  return plans.map((plan) => {
    const slug = freeSlug(plan.name, 'account', slugs);
    const declare = identifiers.add(`add ${plan.name} policies`, 'account');
    return { stack: `pools-${slug}`, path: `accounts/${slug}`, declare, plan };
  });
}

/** `main.ts`: a stack for each account. */
export function mainFile(accounts: readonly AccountCode[]): string {
  const file = new SourceFile();
  file.import('cdktf', 'App');
  file.import('cdktf', 'TerraformStack');
  file.import(library, 'EdgeProvider');
  file.add(declaration('const', 'app', call('new App')));
  const stacks = new Identifiers([
    'App',
    'TerraformStack',
    'EdgeProvider',
    'app',
    ...accounts.map(({ declare }) => declare),
  ]);
  for (const { stack, path, declare, plan } of accounts) {
    file.import(`./${path}`, declare);
    const constant = stacks.add(`${plan.name} stack`, 'stack');
    file.add(
      declaration('const', constant, call('new TerraformStack', nameCode('app'), plainText(stack))),
      statement(call('new EdgeProvider', nameCode(constant), plainText('edge'))),
      statement(call(declare, nameCode(constant))),
    );
  }
  file.add(statement(method(nameCode('app'), 'synth')));
  return file.toString();
}

/** The two files of an account: its policies, and the pools of each of them. */
export function accountFiles({ path, declare, plan }: AccountCode): Map<string, string> {
  const file = new SourceFile();
  const pools = new SourceFile();
  file.importType('cdktf', 'TerraformStack');
  const constants = new Identifiers(['TerraformStack', declare, 'accountId', 'stack', ...enums]);
  const ids = new Set<string>();
  const poolsOf = (text: string, planned: readonly PlannedPool[], comment: string): Code => {
    const constant = constants.add(`${text} pools`, 'pools');
    pools.add(commentLine(comment), declaration('export const', constant, poolObject(planned)));
    file.import(`./${path.replace(/^.*\//, '')}.pools`, constant);
    return call('Object.values', nameCode(constant));
  };
  const blocks = [
    ...plan.policies.map((policy) => newPolicy(policy, ids, poolsOf)),
    ...plan.existing.map((existing) => existingPolicy(existing, plan.id, ids, poolsOf)),
  ];
  file.import(library, 'ClearLegacyEmail');
  file.import(library, 'PoolNotificationPolicy');
  if (plan.existing.some(hasFewerEvents('new_health', 2))) file.import(library, 'HealthStatus');
  if (plan.existing.some(hasFewerEvents('event_sources', 2))) file.import(library, 'HealthEventSource');
  file.add(declaration('const', 'accountId', value(plan.id)));
  file.add(
    commentLine(`The policies for the pools of the account ${plan.name}.`),
    `export function ${declare}(stack: TerraformStack): void {`,
    blocks.map((lines) => lines.join('\n')).join('\n\n'),
    '}',
  );
  return new Map([
    [`${path}.ts`, file.toString()],
    [`${path}.pools.ts`, pools.toString()],
  ]);
}

const enums = ['ClearLegacyEmail', 'PoolNotificationPolicy', 'HealthStatus', 'HealthEventSource'];

type PoolsOf = (text: string, pools: readonly PlannedPool[], comment: string) => Code;

function newPolicy({ name, emailAddresses, pools }: NewPolicy, ids: Set<string>, poolsOf: PoolsOf): string[] {
  const [first = '', ...more] = emailAddresses;
  const readable = more.length === 0 ? first : `${first} and ${more.length} more`;
  const props = object({
    accountId: nameCode('accountId'),
    name: value(name),
    poolIds: poolsOf(readable, pools, emailAddresses.join(', ')),
    emailAddresses: array(emailAddresses.map((address) => value(address))),
    clearLegacyEmail: nameCode('ClearLegacyEmail.COVERED'),
  });
  return [
    `  ${commentLine(`${plural(pools.length, 'pool')}.`)}`,
    statement(construct(freeSlug(readable, 'policy', ids), props), 2),
  ];
}

function existingPolicy(
  { policy, pools, clears, waitsFor }: ExistingPolicy,
  accountId: string,
  ids: Set<string>,
  poolsOf: PoolsOf,
): string[] {
  const waits = waitsFor.length > 0;
  const list = (texts: readonly string[]) =>
    texts.length === 0 ? undefined : array(texts.map((each) => value(each)));
  const props = object({
    accountId: nameCode('accountId'),
    name: value(policy.name),
    description: policy.description === '' ? undefined : value(policy.description),
    poolIds: poolsOf(policy.name, pools, policy.name),
    newHealth: enumItems('HealthStatus', policy.new_health, 2),
    eventSources: enumItems('HealthEventSource', policy.event_sources, 2),
    emailAddresses: list(policy.email_addresses),
    webhookIds: list(policy.webhook_ids),
    pagerdutyIds: list(policy.pagerduty_ids),
    clearLegacyEmail: nameCode(waits ? 'ClearLegacyEmail.NONE' : 'ClearLegacyEmail.COVERED'),
  });
  const created = construct(freeSlug(`existing ${policy.name}`, 'policy', ids), props);
  const importId = plainText(`${accountId}/${policy.id}`);
  return [
    `  ${commentLine(`Exists, and notifies all recipients of ${plural(clears.length, 'pool')}: imported, so that it clears their e-mails.`)}`,
    ...(waits
      ? [
          `  ${commentLine(`Does not notify all recipients of ${listFew(waitsFor)}: once the policies above exist, set COVERED and deploy again.`)}`,
        ]
      : []),
    statement(method(created, 'importFrom', importId), 2),
  ];
}

function construct(id: string, props: Code): Code {
  return call('new PoolNotificationPolicy', nameCode('stack'), plainText(id), props);
}

/** Both values are the default. */
function enumItems(type: string, values: readonly string[], all: number): Code | undefined {
  if (new Set(values).size >= all) return undefined;
  return array(values.map((each) => nameCode(`${type}.${each.toUpperCase()}`)));
}

function hasFewerEvents(key: 'new_health' | 'event_sources', all: number) {
  return ({ policy }: ExistingPolicy) => new Set(policy[key]).size < all;
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

/** Of letters and digits, for ids of constructs and names of files. */
function freeSlug(text: string, noun: string, taken: Set<string>): string {
  const slug = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  const free = firstFree(slug === '' ? noun : slug, (each) => taken.has(each), '-');
  taken.add(free);
  return free;
}
