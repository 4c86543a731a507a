import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodeText } from '../../ground/decode-text';
import { compare } from '../../ground/compare';
import { asFields, filledTextOf, listOf, parseJson, textsOf, type JsonObject } from '../../ground/json';
import { messageOf, whyUnreadable } from '../../ground/words';
import { groupByRecipients, isAddress, type RecipientSet } from '../../pools';
import { isExpression } from '../expressions';
import { isIdentifier } from '../identifiers';
import { unknownProp } from '../props';
import { describeValue } from '../../schema';
import { assignKeys, policyName, setKeyPattern } from './set-keys';
import { own } from '../../ground/record';

/** The props that decide which policies there are, from JavaScript of any shape. */
export type PoliciesInput = Readonly<
  Record<'accountId' | 'accountName' | 'namePrefix' | 'pools' | 'auditFile' | 'fallbackRecipients', unknown>
>;

export function planPolicies(question: PoliciesInput) {
  const faults: string[] = [];
  const namePrefix = readPrefix(question.namePrefix, faults);
  const fallback = readFallback(question.fallbackRecipients, faults);
  const pools = readPools(question, namePrefix, faults);
  const complete = pools
    .map((pool) => (isNotified(pool) ? pool : { ...pool, recipients: fallback }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
  const sets = groupByRecipients(complete.filter(isNotified));
  if (faults.length === 0 && sets.length === 0) faults.push(describeNothing(question, pools.length));
  return {
    plans: faults.length > 0 ? [] : planSets(sets, namePrefix),
    withoutRecipients: complete.filter((pool) => !isNotified(pool)).map(({ name }) => name),
    /** Faults in the question, one line each: place, value, rule and fix. If there are any, there are no plans. */
    faults,
  };
}

interface PoolEntry {
  /** An id or, in code, an expression. */
  readonly id: string;
  readonly name: string;
  readonly recipients: readonly string[];
  readonly key: string | undefined;
  /** The id or, where only Terraform knows that, the name. */
  readonly identity: string | undefined;
}

function isNotified({ recipients }: PoolEntry): boolean {
  return recipients.length > 0;
}

/** Plans one policy for each set. The policies do not depend on the order of the pools. */
function planSets(sets: readonly RecipientSet<PoolEntry>[], namePrefix: string) {
  const ids = assignKeys(sets);
  return sets.map(({ key, addresses, pools }, index) => ({
    // Of the construct. It stays when addresses change.
    id: ids[index] ?? '',
    name: policyName(namePrefix, key, addresses),
    emailAddresses: [...addresses],
    poolIds: pools.map(({ id }) => id),
  }));
}

function readPrefix(given: unknown, faults: string[]): string {
  if (typeof given === 'string' && given.trim() !== '') return given;
  faults.push(
    `namePrefix: ${show(given)} is not a text that policies can be named by. Set one, or leave it out.`,
  );
  return '';
}

function readFallback(given: unknown, faults: string[]): readonly string[] {
  if (given === undefined || given === null) return [];
  const fix = 'Set one address per item, or leave fallbackRecipients out.';
  if (Array.isArray(given) && given.length > 0)
    return readAddresses(given, 'fallbackRecipients', fix, faults);
  faults.push(`fallbackRecipients: ${show(given)} is not a list of e-mail addresses. ${fix}`);
  return [];
}

function readPools(question: PoliciesInput, namePrefix: string, faults: string[]): readonly PoolEntry[] {
  const { pools, auditFile } = question;
  const [hasPools, hasFile] = [pools, auditFile].map((each) => each !== undefined && each !== null);
  if (hasPools === hasFile) {
    const state = hasPools === true ? 'both set' : 'both missing';
    faults.push(
      `pools, auditFile: they are ${state}. Set exactly one of them: it says who gets the notifications of which pool.`,
    );
    return [];
  }
  if (hasFile === true) return readAuditFile(question, namePrefix, faults);
  const isId = (id: string) => isExpression(id) || isIdentifier(id);
  return readList(
    pools,
    { place: 'pools', fix: 'Give each pool as { id, name, recipients }.', isId, members: poolMembers },
    faults,
  );
}

function readAuditFile(
  { auditFile, accountId, accountName }: PoliciesInput,
  namePrefix: string,
  faults: string[],
): readonly PoolEntry[] {
  if (typeof auditFile !== 'string' || auditFile === '' || isExpression(auditFile)) {
    faults.push(`auditFile: ${show(auditFile)} is not a path. Set the path of a file that exists at synth.`);
    return [];
  }
  const account =
    typeof accountId === 'string' && isIdentifier(accountId) ? accountId : '<account id or name>';
  const fix = `Write the file with: edge-platform pools audit --account ${account} --out ${auditFile}`;
  const refuse = (fault: string) => {
    faults.push(`auditFile ${auditFile}: ${fault} ${fix}`);
    return [];
  };
  let text: string;
  try {
    text = decodeText(readFileSync(resolve(auditFile)));
  } catch (error) {
    const place = `A relative path starts in the working directory, ${process.cwd()}.`;
    return refuse(`cannot be read: ${whyUnreadable(error)} ${place}`);
  }
  let document: unknown;
  try {
    document = parseJson(text);
  } catch (error) {
    return refuse(`${messageOf(error)}.`);
  }
  const audit = asFields(document);
  if (audit === undefined) return refuse(`${show(document)} is not an audit, which is a JSON object.`);
  if (typeof audit.account_id !== 'string')
    return refuse(`account_id: ${show(audit.account_id)} is not the id of an account.`);
  const other = findOtherAccount(audit, { accountId, accountName });
  if (other !== undefined) return refuse(other);
  const source = {
    place: `auditFile ${auditFile}: pools`,
    fix: `Correct the pool and the file. ${fix}`,
    isId: isIdentifier,
    ownPolicies: findOwnPolicies(audit.policies, namePrefix),
  };
  return readList(audit.pools, source, faults);
}

/** The fault of an audit of another account. Credentials that cannot read accounts leave its name empty. */
function findOtherAccount(
  { account_id: id, account_name: name }: JsonObject,
  { accountId, accountName }: Pick<PoliciesInput, 'accountId' | 'accountName'>,
): string | undefined {
  if (accountName === undefined) {
    if (isExpression(accountId) || id === accountId) return undefined;
    return `account_id: ${show(id)} is not ${show(accountId)}, the account of accountId.`;
  }
  if (isExpression(accountName) || typeof name !== 'string' || name === '' || name === accountName)
    return undefined;
  return `account_name: ${show(name)} is not ${show(accountName)}, the account of accountName.`;
}

/** The addresses of policies that an earlier apply has made, by id: their names tell. Once the e-mails are cleared, only these policies have them. */
function findOwnPolicies(policies: unknown, namePrefix: string): ReadonlyMap<string, readonly string[]> {
  if (!Array.isArray(policies)) return new Map();
  return new Map(
    policies.flatMap((policy: unknown) => {
      const { id, name, email_addresses } = asFields(policy) ?? {};
      const recipients = textsOf(email_addresses);
      const [set] = groupByRecipients([{ recipients }]);
      const isOwn = set !== undefined && name === policyName(namePrefix, set.key, set.addresses);
      return isOwn && typeof id === 'string' ? [[id, recipients] as const] : [];
    }),
  );
}

interface Source {
  readonly place: string;
  readonly fix: string;
  readonly isId: (id: string) => boolean;
  readonly ownPolicies?: ReadonlyMap<string, readonly string[]>;
  /** Members that a pool may have. A file may be written by a later version of this package, with more. */
  readonly members?: readonly string[];
}

const poolMembers = ['id', 'name', 'recipients', 'key'];

function readList(list: unknown, source: Source, faults: string[]): readonly PoolEntry[] {
  if (!Array.isArray(list)) {
    faults.push(`${source.place}: ${show(list)} is not a list of pools. ${source.fix}`);
    return [];
  }
  const places = new Map<string, number>();
  // Also the holes of a sparse array, which flatMap() would skip.
  return Array.from(list as unknown[]).flatMap((item, index) => {
    const place = `${source.place}[${index}]`;
    const pool = readPool(item, place, source, faults);
    if (pool === undefined) return [];
    const first = places.get(pool.id);
    places.set(pool.id, first ?? index);
    if (first === undefined) return [pool];
    faults.push(
      `${place} (${pool.name}): the pool is in the list twice, first at [${first}]. Keep one of them.`,
    );
    return [];
  });
}

function readPool(item: unknown, place: string, source: Source, faults: string[]): PoolEntry | undefined {
  const fields = asFields(item);
  const { id, name, key } = fields ?? {};
  const label = typeof name === 'string' && name !== '' ? name : id;
  const at = typeof label === 'string' ? `${place} (${label})` : place;
  const refuse = (fault: string): PoolEntry | undefined => {
    faults.push(`${at}${fault} ${source.fix}`);
    return undefined;
  };
  if (fields === undefined) return refuse(`: ${show(item)} is not a pool.`);
  for (const name of Object.keys(fields))
    if (source.members?.includes(name) === false && own(fields, name) !== undefined)
      faults.push(unknownProp([at, name], source.members));
  if (typeof id !== 'string' || !source.isId(id))
    return refuse(`.id: ${show(id)} is not an ID: IDs are 32 hexadecimal digits in lower case.`);
  if (name !== undefined && typeof name !== 'string') return refuse(`.name: ${show(name)} is not a text.`);
  if (key !== undefined && (typeof key !== 'string' || !setKeyPattern.test(key)))
    return refuse(`.key: ${show(key)} is not a key: letters, digits, "-" and "_", at most 80 in all.`);
  if (!Array.isArray(fields.recipients))
    return refuse(`.recipients: ${show(fields.recipients)} is not a list of e-mail addresses.`);
  const recipients = recipientsOf(fields, fields.recipients, source);
  return {
    id,
    name: name === undefined || name === '' ? id : name,
    key,
    identity: isExpression(id) ? filledTextOf(name) : id,
    recipients: readAddresses(recipients, `${at}.recipients`, source.fix, faults),
  };
}

/** Recipients of a pool: those of its legacy e-mail, and those of own policies, which stay after the e-mail is cleared. */
function recipientsOf(
  { covered_by: coveredBy }: JsonObject,
  recipients: readonly unknown[],
  { ownPolicies }: Source,
): readonly unknown[] {
  const covering = listOf(coveredBy).flatMap(
    (policy) => ownPolicies?.get(String(asFields(policy)?.id)) ?? [],
  );
  return [...recipients, ...covering];
}

function readAddresses(list: readonly unknown[], place: string, fix: string, faults: string[]): string[] {
  return Array.from(list).flatMap((address, index) => {
    if (typeof address === 'string' && !isExpression(address) && isAddress(address)) return [address];
    const rule = isExpression(address)
      ? 'is only known to Terraform, and policies are made of the addresses at synth.'
      : 'is not one e-mail address.';
    faults.push(`${place}[${index}]: ${show(address)} ${rule} ${fix}`);
    return [];
  });
}

function describeNothing({ auditFile }: PoliciesInput, count: number): string {
  const [place, fix] =
    typeof auditFile === 'string'
      ? [
          `auditFile ${auditFile}`,
          'Take the file from before the legacy e-mails were cleared, or set fallbackRecipients.',
        ]
      : ['pools', 'Add the recipients of the pools, or set fallbackRecipients.'];
  return `${place}: none of ${count} pools has recipients, so there is no policy to make. ${fix}`;
}

function show(value: unknown): string {
  if (typeof value !== 'string') return describeValue(value);
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
