import { isEdgeError, mayHaveBeenApplied } from '../../client';
import {
  checkConfig,
  DiagnosticError,
  errorAt,
  isDiagnosticError,
  type Attributes,
  type Diagnostic,
  type ObjectValue,
} from '../../schema';
import type { Memo } from './memory';
import { idOf, noMemoWarning, nameInUse, type Plan } from './objects';
import { find, locateObject, locateForDelete, deleteReplaced, settle, adopt } from './locate-object';
import { readAttributes, secretsTrigger } from './request';
import { fieldsToRenew, renewableAttributes } from './secrets';
import {
  begin,
  claimObject,
  saveMemo,
  memoKeyOf,
  reportAll,
  attributesFrom,
  type Run,
  type Work,
} from './operation';

/** Carries out a command. Throws what went wrong; what is to be said besides goes to the report. */
export async function runCommand<S>(given: Run<S>): Promise<void> {
  switch (given.command) {
    case 'create':
      await create(begin(given, configurationOf(given)));
      return;
    case 'apply':
      await apply(begin(given, configurationOf(given)));
      return;
    case 'remember':
      saveMemo(given, { before: given.triggers });
      return;
    case 'delete':
      await remove(begin(given, attributesFrom(given, given.triggers)));
  }
}

/** The first deploy: what is there already and is not of this construct is treated as a stranger's. */
async function create<S>(work: Work<S>): Promise<void> {
  const { memory, triggers } = work;
  const left = memory.recall(memoKeyOf(work));
  const begun = left?.next === undefined ? undefined : await settle(work, left);
  const id = begun === undefined ? await createOrAdopt(work) : await bring(work, begun);
  // Should the apply behind it fail, the next one may be told something else.
  saveMemo(work, { before: triggers, ...(id !== undefined && { id }) });
}

async function createOrAdopt<S>(work: Work<S>): Promise<string | undefined> {
  const { config, identity, objects } = work;
  const found = await find(work, identity, config);
  if (found !== undefined) {
    const plan = await objects.plan(found, config);
    if (plan.matchesConfig) {
      adopt(work, found);
      return change(work, {}, found, plan, givenSecrets(work));
    }
    if (!identity.key.isUnique) throw new DiagnosticError([nameInUse(identity, found, plan.differs)]);
    objects.disown();
  }
  return make(work, {});
}

/** A later deploy: the object is of this construct. Also ends the first one, where there is nothing left to do. */
async function apply<S>(work: Work<S>): Promise<void> {
  const { memory, identity, report } = work;
  const left = memory.recall(memoKeyOf(work));
  if (left === undefined) report.tell(noMemoWarning(identity));
  await bring(work, left === undefined ? {} : ((await settle(work, left)) ?? {}));
  memory.forget(memoKeyOf(work));
}

/** Brings the construct's own object to what is wanted, whatever its name was before. Gives its id. */
async function bring<S>(work: Work<S>, memo: Memo): Promise<string | undefined> {
  const { resource, identity, triggers, config, objects, report } = work;
  const { before } = memo;
  const prior = await locateObject(work, memo);
  if (prior === undefined) {
    if (before === undefined) return make(work, {});
    report.say(`${identity.label} is gone: it is made again.`);
    return make(work, { before });
  }
  const renewed =
    before === undefined ? givenSecrets(work) : fieldsToRenew(resource.contract, before, triggers);
  const id = idOf(prior);
  const known = {
    ...memo,
    // Once secrets were sent nobody knows which ones the object has, until the apply comes to its end.
    ...(renewed.length > 0 && { before: { ...before, [secretsTrigger]: null } }),
    ...(id !== undefined && { id }),
  };
  const plan = await objects.plan(prior, config);
  // By its id it is found again, should nothing be heard of the change of its name.
  saveMemo(work, known);
  return change(work, known, prior, plan, renewed);
}

/** The secrets to send where nothing tells which the object has: it does not show them. */
function givenSecrets<S>({ resource, config }: Work<S>): string[] {
  return renewableAttributes(resource.contract).filter((name) => (config[name] ?? null) !== null);
}

/** Gives the id of the new object. `known` is what stays true should it not be made. */
async function make<S>(work: Work<S>, known: Memo): Promise<string | undefined> {
  const { config, identity, objects, report } = work;
  const { diagnostics, desired } = await objects.plan(null, config);
  reportAll(report, diagnostics);
  const id = await createWithMemo(work, desired, known);
  report.say(`${identity.label} is made.`);
  return id;
}

/**
 * Where names need not be unique, what is being made is noted before it is: if nothing is heard of it, the next try has
 * to know it for its own.
 */
async function createWithMemo<S>(
  work: Work<S>,
  desired: ObjectValue,
  known: Memo,
): Promise<string | undefined> {
  const { identity, objects, triggers, memory, hasKept } = work;
  if (identity.key.isUnique) return objects.create(desired);
  saveMemo(work, { ...known, next: { triggers } });
  try {
    const id = await objects.create(desired);
    saveMemo(work, { ...known, next: { triggers, ...(id !== undefined && { id }) } });
    return id;
  } catch (error) {
    const isNothingMade = isRefusal(error) && !hasKept();
    if (isNothingMade && Object.keys(known).length === 0) memory.forget(memoKeyOf(work));
    else if (isNothingMade) saveMemo(work, known);
    throw error;
  }
}

/** Whether it is sure that nothing was written. */
function isRefusal(error: unknown): boolean {
  return isDiagnosticError(error) || (isEdgeError(error) && !mayHaveBeenApplied(error));
}

/** Gives the id that the object has then. */
async function change<S>(
  work: Work<S>,
  known: Memo,
  prior: ObjectValue,
  { desired, diagnostics, isNoop, replaces }: Plan,
  renewed: readonly string[],
): Promise<string | undefined> {
  const { identity, objects, report } = work;
  reportAll(report, diagnostics);
  if (replaces.length > 0 && !(isNoop && renewed.length === 0)) return replace(work, known, prior, replaces);
  if (isNoop && renewed.length === 0) {
    report.say(`${identity.label} is as wanted.`);
  } else {
    await objects.update(prior, desired, renewed);
    report.say(`${identity.label} is changed.`);
  }
  return idOf(prior);
}

/** Where the service allows it, the new object is there before the old one goes. */
async function replace<S>(
  work: Work<S>,
  known: Memo,
  prior: ObjectValue,
  replaces: readonly string[],
): Promise<string | undefined> {
  const { config, identity, objects, report } = work;
  const { desired, diagnostics } = await objects.plan(null, config);
  reportAll(
    report,
    diagnostics.filter(({ severity }) => severity === 'error'),
  );
  if (identity.key.isUnique) await objects.delete(prior);
  const id = await createWithMemo(work, desired, known);
  if (!identity.key.isUnique) await deleteReplaced(work, identity, prior);
  report.say(`${identity.label} is replaced, since ${replaces.join(' and ')} changed.`);
  return id;
}

async function remove<S>(work: Work<S>): Promise<void> {
  const { memory, objects, report } = work;
  const place = memoKeyOf(work);
  const { identity, state } = await locateForDelete(work);
  const holder = state === undefined ? undefined : claimObject(work, state);
  if (state === undefined) {
    report.say(`${identity.label} is gone already.`);
  } else if (holder !== undefined) {
    report.say(`${identity.label} is left to ${holder}, which has taken it over.`);
  } else {
    reportAll(report, await objects.planDeletion(state));
    try {
      await objects.delete(state);
    } finally {
      memory.release(place, idOf(state) ?? '');
    }
    report.say(`${identity.label} is let go.`);
  }
  memory.forget(place);
}

/** What the user wants, checked: nothing is unknown any more. */
function configurationOf<S>({ resource, triggers, secrets }: Run<S>): ObjectValue {
  const { contract } = resource;
  const { values, faults } = readAttributes(contract.attributes, { ...triggers, ...secrets });
  const found = faults.length > 0 ? faults : checkConfig(contract, values);
  const errors = [...found, ...missing(contract.attributes, values, faults)].filter(
    ({ severity }) => severity === 'error',
  );
  if (errors.length > 0) throw new DiagnosticError(errors);
  return values;
}

/** What Terraform refuses where it knows the schema: an expression may have come to nothing. */
function missing(attributes: Attributes, values: ObjectValue, faults: readonly Diagnostic[]): Diagnostic[] {
  const isTold = (name: string) => faults.some(({ path }) => path?.[0] === name);
  return Object.entries(attributes)
    .filter(([name, { presence }]) => presence === 'required' && (values[name] ?? null) === null)
    .filter(([name]) => !isTold(name))
    .map(([name]) =>
      errorAt(
        [name],
        'Missing attribute',
        `${name} is required, and is null. Give it a value, or correct the expression that it comes from.`,
      ),
    );
}
