import { isDeepStrictEqual } from 'node:util';
import { isEdgeError, mayHaveBeenApplied } from '../../client';
import { checkConfig, checkForm, DiagnosticError, isDiagnosticError } from '../../schema';
import type { Contract, Diagnostic, ObjectValue } from '../../schema';
import {
  deleteReplaced,
  finishPendingCreate,
  isLeftInOtherScope,
  locateForDelete,
  locateObject,
  refuseExisting,
} from './locate-object';
import type { Memo } from './memo-store';
import { noMemoWarning } from './messages';
import { idOf, type Plan } from '../engine';
import { attributesFrom, memoKeyOf, reportAll, saveMemo, startOperation } from './operation';
import type { Operation, Request } from './operation';
import { secretsTrigger } from '../triggers';
import { readAttributes } from './request';
import { fieldsToRenew, renewableAttributes } from './secrets';
import { own } from '../../ground/record';

/** Runs a command. Errors are thrown; warnings and progress go to the report. */
export async function runCommand<S>(request: Request<S>): Promise<void> {
  const { command, triggers } = request;
  if (command === 'remember') {
    saveMemo(request, { before: triggers });
    return;
  }
  const values = command === 'delete' ? attributesFrom(request, triggers) : configurationOf(request);
  await { create, update, apply, delete: remove }[command](startOperation(request, values));
}

/** Makes the object, at the first deploy. What an interrupted one has made is this construct's own: its memo has the id. */
async function create<S>(operation: Operation<S>): Promise<void> {
  const memo = await loadMemo(operation);
  const isOwn = memo?.id !== undefined && !(await isLeftInOtherScope(operation, memo));
  const id = await (isOwn ? reconcile(operation, memo) : createNew(operation));
  // If the apply that follows fails, the next deploy may have another configuration.
  saveMemo(operation, { before: operation.triggers, id });
}

/** Updates the object at a later deploy, after `remember`; after `create` a no-op. Without their memo, `apply` does it. */
async function update<S>(operation: Operation<S>): Promise<void> {
  const memo = await loadMemo(operation);
  if (memo === undefined) return;
  const id = await continueDeploy(operation, memo);
  saveMemo(operation, { before: operation.triggers, id, isDone: true });
}

/** Ends a deploy, and does what is left to do where Terraform was killed before `create` or `update` has ended. */
async function apply<S>(operation: Operation<S>): Promise<void> {
  const { memory, identity, report, triggers } = operation;
  const memo = await loadMemo(operation);
  if (memo === undefined) report.diagnose(noMemoWarning(identity));
  const isDone = memo?.isDone === true && isDeepStrictEqual(memo.before, triggers);
  if (!isDone) await (memo === undefined ? reconcile(operation, {}) : continueDeploy(operation, memo));
  memory.forget(memoKeyOf(operation));
}

/** Continues a deploy that was interrupted. A memo without an object is that of a `create` which has made none. */
function continueDeploy<S>(operation: Operation<S>, memo: Memo): Promise<string> {
  const isBegun = memo.before !== undefined || memo.id !== undefined;
  return isBegun ? reconcile(operation, memo) : createNew(operation);
}

async function createNew<S>(operation: Operation<S>): Promise<string> {
  // If Terraform is killed now, `update` or `apply` comes next: an object of this name would not be the construct's.
  saveMemo(operation, {});
  await refuseExisting(operation);
  return createObject(operation, {});
}

async function loadMemo<S>(operation: Operation<S>): Promise<Memo | undefined> {
  const memo = operation.memory.load(memoKeyOf(operation));
  return memo === undefined ? undefined : finishPendingCreate(operation, memo);
}

/** Makes the construct's object match the configuration, whatever its name was before. Returns its id. */
async function reconcile<S>(operation: Operation<S>, memo: Memo): Promise<string> {
  const { resource, identity, triggers, config, objects, report } = operation;
  const { before } = memo;
  const deployed: Memo = before === undefined ? {} : { before };
  const prior = await locateObject(operation, memo);
  if (prior === undefined) {
    report.print(`${identity.label} no longer exists. Creating it again.`);
    return createObject(operation, deployed);
  }
  const renewed =
    before === undefined ? configuredSecrets(operation) : fieldsToRenew(resource.contract, before, triggers);
  const known = {
    ...deployed,
    // While secrets are being sent it is unknown which ones the object has, until the apply ends.
    ...(before !== undefined && renewed.length > 0 && { before: { ...before, [secretsTrigger]: null } }),
    id: idOf(prior),
  };
  const plan = await objects.plan(prior, config);
  // If the reply to a rename is lost, the id still finds the object.
  saveMemo(operation, known);
  return updateObject(operation, known, prior, plan, renewed);
}

/** The secrets to send where it is unknown which ones the object has: the service does not return them. */
function configuredSecrets<S>({ resource, config }: Operation<S>): string[] {
  return renewableAttributes(resource.contract).filter((name) => (own(config, name) ?? null) !== null);
}

/** Returns the id of the new object. `known` is what stays true if the create fails. */
async function createObject<S>(operation: Operation<S>, known: Memo): Promise<string> {
  const { config, identity, objects, report } = operation;
  const { diagnostics, desired } = await objects.plan(null, config);
  reportAll(report, diagnostics);
  const id = await createWithMemo(operation, desired, known);
  report.print(`Created ${identity.label}.`);
  return id;
}

/** Saves what is being created first, and its id as soon as it exists: if the reply is lost, the next call can recognize it. */
async function createWithMemo<S>(
  operation: Operation<S>,
  desired: ObjectValue,
  known: Memo,
): Promise<string> {
  const { objects, triggers, memory } = operation;
  let isKept = false;
  const keep = (id: string) => {
    isKept = true;
    saveMemo(operation, { ...known, next: { triggers, id } });
  };
  saveMemo(operation, { ...known, next: { triggers } });
  try {
    return await objects.create(desired, keep);
  } catch (error) {
    const isNothingCreated = isRefusal(error) && !isKept;
    if (isNothingCreated && Object.keys(known).length === 0) memory.forget(memoKeyOf(operation));
    else if (isNothingCreated) saveMemo(operation, known);
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  if (isDiagnosticError(error)) return !mayHaveBeenApplied(error.cause);
  return isEdgeError(error) && !mayHaveBeenApplied(error);
}

async function updateObject<S>(
  operation: Operation<S>,
  known: Memo,
  prior: ObjectValue,
  { desired, diagnostics, isNoop, replaces }: Plan,
  renewed: readonly string[],
): Promise<string> {
  const { identity, objects, report } = operation;
  reportAll(report, diagnostics);
  const isUnchanged = isNoop && renewed.length === 0;
  if (replaces.length > 0 && !isUnchanged) return replace(operation, known, prior, replaces);
  if (isUnchanged) {
    report.print(`${identity.label} is unchanged.`);
    return idOf(prior);
  }
  const id = await objects.update(prior, desired, renewed, (id) => saveMemo(operation, { ...known, id }));
  report.print(`Updated ${identity.label}.`);
  return id;
}

/** Creates the new object before it deletes the old one. */
async function replace<S>(
  operation: Operation<S>,
  known: Memo,
  prior: ObjectValue,
  replaces: readonly string[],
): Promise<string> {
  const { config, identity, objects, report } = operation;
  const { desired, diagnostics } = await objects.plan(null, config);
  reportAll(
    report,
    diagnostics.filter(({ severity }) => severity === 'error'),
  );
  const id = await createWithMemo(operation, desired, known);
  await deleteReplaced(operation, identity, prior);
  report.print(`Replaced ${identity.label} because of the change of ${replaces.join(' and ')}.`);
  return id;
}

async function remove<S>(operation: Operation<S>): Promise<void> {
  const { memory, objects, report } = operation;
  const { identity, state } = await locateForDelete(operation, (await loadMemo(operation)) ?? {});
  if (state === undefined) {
    report.print(`${identity.label} no longer exists.`);
  } else {
    reportAll(report, await objects.planDeletion(state));
    await objects.delete(state);
    report.print(`Deleted ${identity.label}.`);
  }
  memory.forget(memoKeyOf(operation));
}

function configurationOf<S>({ resource, triggers, secrets }: Request<S>): ObjectValue {
  const { contract } = resource;
  const { values, faults } = readAttributes(contract.attributes, { ...triggers, ...secrets });
  const found =
    faults.length > 0
      ? [...faults, ...missing(contract, values, faults)]
      : [...checkConfig(contract, values), ...(contract.checkWithoutState?.(values) ?? [])];
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new DiagnosticError(errors);
  return values;
}

/** The errors for missing values, beside those that could not be read. */
function missing(
  { attributes }: Contract,
  values: ObjectValue,
  faults: readonly Diagnostic[],
): readonly Diagnostic[] {
  const unreadable = new Set(faults.map(({ path }) => path?.[0]));
  return checkForm(attributes, values, []).filter(({ path }) => !unreadable.has(path?.[0]));
}
