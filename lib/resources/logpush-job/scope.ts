import {
  checkDatasetName,
  datasetNames,
  datasetOrUnlisted,
  findDataset,
  type Dataset,
  type DatasetScope,
} from '../../logs';
import { capitalize } from '../../ground/words';
import { errorAt, type Diagnostic, type ObjectValue, type Value } from '../../schema';
import { faultDiagnostics } from '../faults';
import { quoted } from '../../ground/visible';

export interface JobScope {
  readonly kind: DatasetScope;
  readonly id: string;
}

/** The attributes for the zone or account of a job: exactly one of them has a value. */
export interface ScopeAttributes {
  readonly zone_id: string | null;
  readonly account_id: string | null;
}

/** Scope of a job that passed {@link checkScope}. */
export function scopeOf({ zone_id: zoneId, account_id: accountId }: ScopeAttributes): JobScope {
  return zoneId === null ? { kind: 'account', id: accountId ?? '' } : { kind: 'zone', id: zoneId };
}

/** The scope of a job; undefined while one of the two attributes is not known yet, or if both or none have a value. */
export function knownScopeOf(values: ObjectValue): JobScope | undefined {
  const kind = scopeKindOf(values);
  const id = kind === 'zone' ? values.zone_id : values.account_id;
  return kind !== undefined && typeof id === 'string' ? { kind, id } : undefined;
}

/** The scope of the dataset, even if the id is not known yet. Undefined if both or none may have a value. */
export function scopeKindOf({ zone_id, account_id }: ObjectValue): DatasetScope | undefined {
  const [hasZone, hasAccount] = [zone_id, account_id].map((id = null) => id !== null);
  if (hasZone === hasAccount) return undefined;
  return hasZone === true ? 'zone' : 'account';
}

export function toClientScope({ kind, id }: JobScope) {
  return kind === 'zone' ? { zoneId: id } : { accountId: id };
}

export function clientScopeOf(job: ScopeAttributes) {
  return toClientScope(scopeOf(job));
}

export function scopeAttributes({ kind, id }: JobScope): ScopeAttributes {
  return { zone_id: kind === 'zone' ? id : null, account_id: kind === 'account' ? id : null };
}

/** A scope at the beginning of a sentence: `Zone 023e…`. */
export function describeScope({ kind, id }: JobScope): string {
  return `${capitalize(kind)} ${id}`;
}

export function importIdOf({ kind, id }: JobScope, jobId: number): string {
  return kind === 'zone' ? `${id}/${jobId}` : `accounts/${id}/${jobId}`;
}

/** The call that writes a challenge into a destination. A token is valid for jobs of the same zone or account. */
export function ownershipCall(kind: DatasetScope = 'zone'): string {
  return `POST /${kind}s/<${kind} id>/logpush/ownership`;
}

/** The dataset of a job or the default, with the fields of its scope. Undefined while it is not known, or if another scope has it. */
export function datasetIn(values: ObjectValue, defaultName: string): Dataset | undefined {
  const kind = scopeKindOf(values);
  const name = values.dataset ?? defaultName;
  return kind === undefined || typeof name !== 'string' ? undefined : datasetOrUnlisted(name, kind);
}

export function checkScope(values: ObjectValue, defaultName: string): readonly Diagnostic[] {
  const { dataset = null } = values;
  const name = dataset ?? defaultName;
  const faults = checkOwner(values, name);
  if (faults.length > 0) return faults;
  const kind = scopeKindOf(values);
  return typeof name !== 'string' ? [] : checkDataset(name, kind, dataset === null);
}

export function checkOwner(
  { zone_id: zoneId = null, account_id: accountId = null }: ObjectValue,
  dataset: Value = null,
): readonly Diagnostic[] {
  if (zoneId === null && accountId === null) return [neither(dataset)];
  return typeof zoneId === 'string' && typeof accountId === 'string' ? [both(zoneId, accountId)] : [];
}

function neither(dataset: Value): Diagnostic {
  const scopes = typeof dataset === 'string' ? findDataset(dataset)?.scopes : undefined;
  const [only = 'zone', ...others] = scopes ?? ['zone', 'account'];
  const fix =
    others.length > 0
      ? 'set one of them.'
      : `set ${attributeOf(only)}, because the dataset ${JSON.stringify(dataset)} belongs to ${only}s.`;
  return errorAt(
    [`${only}_id`],
    'Zone or account missing',
    `${attributeOf('zone')} and ${attributeOf('account')} are null or not set. A job belongs to a zone or to an account: ${fix}`,
  );
}

function both(zoneId: string, accountId: string): Diagnostic {
  return errorAt(
    ['account_id'],
    'Zone and account',
    `${attributeOf('zone')} is ${quoted(zoneId)}, and ${attributeOf('account')} is ${quoted(accountId)}. A job belongs to a zone or to an ` +
      'account. Remove one of them.',
  );
}

function checkDataset(
  name: string,
  kind: DatasetScope | undefined,
  isDefault: boolean,
): readonly Diagnostic[] {
  const known = findDataset(name);
  if (known === undefined) {
    const faults = checkDatasetName(name, kind === undefined ? datasetNames : namesOf(kind));
    return faultDiagnostics(['dataset'], 'Dataset', faults);
  }
  if (kind === undefined || known.scopes.includes(kind)) return [];
  const other = kind === 'zone' ? 'account' : 'zone';
  const given = isDefault
    ? `dataset is not set, and its default ${quoted(name)} is`
    : `dataset is ${quoted(name)}, which is`;
  return [
    errorAt(
      ['dataset'],
      kind === 'zone' ? 'Not a zone dataset' : 'Not an account dataset',
      `${given} available for ${other}s only. Set ${attributeOf(other)} in place of ${attributeOf(kind)}, or another ` +
        `dataset. ${capitalize(kind)} datasets are ${namesOf(kind).join(', ')}.`,
    ),
  ];
}

function namesOf(kind: DatasetScope): readonly string[] {
  return datasetNames.filter((name) => findDataset(name, kind) !== undefined);
}

/** The attribute, and the prop for messages of a plan. */
function attributeOf(kind: DatasetScope): string {
  return `${kind}_id (${kind}Id)`;
}
