import { isApiError, type EdgeClient, type Ruleset } from '../../client';
import { rulesets } from '../../client/rulesets';
import { onceFor } from '../../ground/remember';
import { UnreadableState } from '../../retired';
import {
  DiagnosticError,
  equalValues,
  importedState,
  isUnknown,
  setOf,
  string,
  unknown,
  warningAt,
  type Desired,
  type Diagnostic,
  type ObjectValue,
  type Planned,
  type State,
} from '../../schema';
import {
  claimDeletion,
  claimForCreate,
  claimLeaving,
  claimManaged,
  claimOf,
  claimRelease,
  claimTwinKey,
  isPlannedAgain,
  noteCreate,
  offerTransfer,
  plannedCreate,
} from '../claims';
import { isTransferred, transferred } from '../transfer';
import { noteUnknown, replaceWithUnknown, unknownIn } from '../unknown-members';
import type { Advice, ApplyContext, Handler, HandlerContext } from '../handler';
import { nothingToImport, readImportId } from '../import-id';
import { onExistingOf } from '../on-existing-twin';
import { zoneIdOf } from '../owners';
import { planKept } from '../twins';
import { deleteOnce, tryRead, unlessNotFound, writeOnce } from '../write-once';
import {
  checkLimits,
  customFieldsRulesetContract,
  defaultRulesetName,
  fieldSets,
  type CustomFieldsRulesetAttributes,
} from './contract';
import { listRulesets } from './list';
import { rulesetMemory } from './memory';
import {
  alreadyExists,
  createdConcurrently,
  concurrentChange,
  inTwoResources,
  keptForAnother,
  ownedByAnother,
  willBeAdopted,
  willBeRecreated,
  willBeTransferred,
  willBeReplaced,
} from './messages';
import { describeUnseen, fromRules, phase, toRule, type FieldNames } from './rules';

type RulesetState = State<CustomFieldsRulesetAttributes>;
type DesiredRuleset = Desired<CustomFieldsRulesetAttributes>;
type Context = HandlerContext<EdgeClient>;
type Applying = ApplyContext<CustomFieldsRulesetAttributes, EdgeClient>;

/** The service's code for a second zone ruleset in one phase. */
const phaseTaken = 20217;

const { typeName: kind } = customFieldsRulesetContract;

/** Manages the custom fields of a zone by the procedure of specification 4.4. */
export const customFieldsRulesetHandler: Handler<CustomFieldsRulesetAttributes, EdgeClient> = {
  validate: (config, { customFieldLimits }) => checkLimits(config, customFieldLimits),

  /** Checks whether the zone already has an entry point, so that a conflict is reported before anything changes. */
  async plan({ prior, planned }, context) {
    if (planned === null) return { diagnostics: prior === null ? [] : planDeletion(prior, context) };
    const faults = checkLimits(planned, context.settings.customFieldLimits);
    if (faults.length > 0) return { diagnostics: faults };
    return prior === null ? planCreate(planned, context) : planUpdate(prior, planned, context);
  },

  async create(desired, context) {
    refuseBeyondLimits(desired, context);
    const existing = await findRemaining(desired.zone_id, context);
    const found = await (existing === undefined
      ? createEntryPoint(desired, context)
      : adopt(existing, desired, context));
    // Terraform may have begun to delete the ruleset, for a resource that this one replaces.
    const written =
      (await unlessNotFound(() => fill(found, desired, context))) ??
      (await fill(await createEntryPoint(desired, context), desired, context));
    return toState(desired, written);
  },

  async read(state, context) {
    const { service, signal } = context;
    claimManaged(context, nameOf(state), rulesetMemory.recall(context).ruleId);
    const get = () => service.rulesets.get(state.zone_id, state.id ?? '', { signal });
    const ruleset = await unlessNotFound(get);
    if (ruleset === undefined) return undefined;
    const { ruleId = ruleset.rules[0]?.id } = rulesetMemory.recall(context);
    remember(ruleset, ruleId, context);
    claimManaged(context, nameOf(state), ruleId);
    noteUnknown('ruleset', `Zone ${state.zone_id}: ruleset ${ruleset.id}`, ruleset, context);
    return toState(state, ruleset);
  },

  async update({ prior, desired }, context) {
    refuseBeyondLimits(desired, context);
    if (isRenamed(prior, desired)) return recreate(prior, desired, context);
    const kept = await readToKeep(prior, context);
    const written = await writeRules(prior.id ?? '', prior.rule_id, kept, desired, context);
    remember(written, written.rules[0]?.id, context);
    warnOfConcurrentChanges(prior.version, written, context);
    return toState(desired, written);
  },

  async delete(state, context) {
    const { service } = context;
    const name = nameOf(state);
    // Another resource of this apply adopts the zone's only ruleset, before or after.
    if (isTransferred(rulesetMemory.recall(context).transfer)) claimRelease(service, name);
    else if (claimDeletion(context, name)) {
      const deletion = deleteOwned(state, context);
      deletionsOf(service).set(name, deletion);
      await deletion;
      return;
    }
    context.warn(keptForAnother(state.zone_id, state.id));
  },

  nameOf,

  /** The ID or the phase of a ruleset, after its zone. */
  async import(id, context) {
    const { owner, which } = readImportId(customFieldsRulesetContract, id);
    const { service, signal } = context;
    const zoneId = await zoneIdOf(service, owner, { signal });
    const ruleset = await findToImport(zoneId, which, context);
    return { zone_id: zoneId, id: ruleset.id };
  },

  move({ zoneId = '', body }, context) {
    const ruleset = rulesets.read(body, (what) => new UnreadableState(`it is ${what}`));
    remember(ruleset, ruleset.rules[0]?.id, context);
    // Old states have neither, and an update compares the version.
    return { ...stateAfterImport(zoneId, ruleset), version: null, last_updated: null };
  },

  list: (zone, context) => listRulesets(zone, context, stateAfterImport),

  async find({ zone_id: zoneId }, context) {
    const entryPoint = await findEntryPoint(zoneId, context);
    return entryPoint === undefined ? [] : [{ zone_id: zoneId, id: entryPoint.id }];
  },
};

/** For a plan that did not know all values, and for drivers without one. */
function refuseBeyondLimits(desired: DesiredRuleset, { settings }: Context): void {
  const faults = checkLimits(desired, settings.customFieldLimits);
  if (faults.length > 0) throw new DiagnosticError(faults);
}

function planUpdate(
  prior: RulesetState,
  planned: Planned<CustomFieldsRulesetAttributes>,
  context: Context,
): Advice {
  const keys = { planned: twinKeyOf(planned), prior: twinKeyOf(prior) };
  const inTwo = planKept(context, nameOf(prior), keys, false, () => inTwoResources(String(planned.zone_id)));
  const diagnostics = [
    ...(keys.planned === undefined ? [] : inTwo),
    ...(isUnknown(planned.version) ? warnOfUnmanagedRules(context) : []),
  ];
  if (!isRenamed(prior, planned)) return { diagnostics };
  return {
    diagnostics: [...diagnostics, willBeRecreated(prior, planned.name)],
    predicted: { id: unknown },
  };
}

/** Checks that no other resource makes the zone's ruleset, and what becomes of one that exists. */
async function planCreate(
  planned: Planned<CustomFieldsRulesetAttributes>,
  context: Context,
): Promise<Advice> {
  const { zone_id: zoneId, on_existing: onExisting } = planned;
  const twinKey = twinKeyOf(planned);
  const isAgain = isPlannedAgain(context, kind, twinKey) === 'withKey';
  if (!claimTwinKey(context, { planned: twinKey })) return { diagnostics: [inTwoResources(String(zoneId))] };
  if (isAgain) return {};
  if (zoneId === null || isUnknown(zoneId) || isUnknown(onExisting)) {
    noteCreate(context, kind, undefined, []);
    return {};
  }
  const existing = await findEntryPoint(zoneId, context);
  noteCreate(context, kind, twinKey, existing === undefined ? [] : [nameIn(zoneId, existing)]);
  return existing === undefined
    ? {}
    : { diagnostics: planAdoption(existing, { ...planned, zone_id: zoneId }, context) };
}

/** A zone has one ruleset. */
function twinKeyOf({
  zone_id: zoneId,
}: Pick<Planned<CustomFieldsRulesetAttributes>, 'zone_id'>): string | undefined {
  return typeof zoneId === 'string' ? JSON.stringify([kind, zoneId]) : undefined;
}

/** Whether the ruleset needs another name, or may need one. */
function isRenamed(
  { name: prior }: RulesetState,
  { name }: Pick<Planned<CustomFieldsRulesetAttributes>, 'name'>,
): boolean {
  return name !== null && prior !== null && name !== prior;
}

/** The API cannot rename a ruleset, and a zone has only one: this update deletes it first. */
async function recreate(
  prior: RulesetState,
  desired: DesiredRuleset,
  context: Applying,
): Promise<RulesetState> {
  const kept = await readToKeep(prior, context);
  await deleteRuleset(prior.zone_id, prior.id ?? '', context);
  const created = await createEntryPoint(desired, context);
  return toState(desired, await fill({ ...created, kept }, desired, context));
}

/** The zone's only ruleset stays where another resource of the same apply adopts it. */
function planDeletion(prior: RulesetState, context: Context): Diagnostic[] {
  const { service } = context;
  const name = nameOf(prior);
  const isAwaited = claimOf(service, name) === 'awaited';
  if (!claimLeaving(context, name)) return [];
  rulesetMemory.remember(context, { transfer: isAwaited ? transferred : offerTransfer(service, name) });
  return isAwaited ? [willBeTransferred(prior.zone_id, prior.id)] : [];
}

/** What becomes of an existing ruleset, for a create. */
function planAdoption(
  existing: Ruleset,
  planned: Planned<CustomFieldsRulesetAttributes> & { readonly zone_id: string },
  context: Context,
): Diagnostic[] {
  const { zone_id: zoneId, on_existing: onExisting, name } = planned;
  const { service } = context;
  const key = nameIn(zoneId, existing);
  // A replacement is planned as a create while the old ruleset still exists: that one is managed here.
  const isOwn = rulesetMemory.recall(context).id === existing.id;
  const claim = claimOf(service, key);
  const isEmpty = existing.rules.length === 0;
  const isEqual = matches(existing, planned);
  // Nothing reads a tainted ruleset but its refresh.
  const isReplaced = isOwn || claim === 'managed';
  if (hasNameFor(existing, name) && (isReplaced || isEmpty || isEqual || onExisting === 'replace')) {
    // For the deletion of this resource's own ruleset: the apply adopts it instead.
    context.privateState.set({ transfer: transferred });
    if (isReplaced || claim === undefined) claimForCreate(service, key, 'awaited');
    else if (claim === 'leaving') claimForCreate(service, key, 'reserved');
  }
  if (isOwn || isEmpty || claim === 'released') return [];
  const isLeaving = claim === 'managed' || claim === 'leaving';
  if (isEqual) return [isLeaving ? willBeTransferred(zoneId, existing.id) : willBeAdopted(existing)];
  if (onExisting === 'replace') return [willBeReplaced(existing)];
  return isReplaced ? [] : [alreadyExists(zoneId, existing)];
}

/** The deletions of this apply, by the key of the ruleset. */
const deletionsOf = onceFor((_: EdgeClient) => new Map<string, Promise<void>>());

/**
 * Gives the entry point the desired rule, as a new one: its id is the mark of this instance, and whichever instance had the ruleset
 * before does not delete it any more. An entry point that this create did not make belongs to that one until then.
 */
async function fill(
  { ruleset, isNew, kept: former }: EntryPoint,
  desired: DesiredRuleset,
  context: Applying,
): Promise<Ruleset> {
  const { id, name, version } = ruleset;
  claimForCreate(context.service, nameIn(desired.zone_id, ruleset), 'adopted');
  const keep = () => context.keep({ id, name });
  if (isNew) {
    remember(ruleset, undefined, context);
    keep();
  }
  const { rules: replaced } = ruleset;
  const isOverwritten = desired.on_existing === 'replace' && !matches(ruleset, desired);
  const kept = former ?? (isOverwritten ? undefined : { ruleset, rule: replaced[0] });
  const written = await writeRules(id, null, kept, desired, context, replaced);
  remember(written, written.rules[0]?.id, context);
  keep();
  warnOfConcurrentChanges(version, written, context);
  return written;
}

/** The zone's ruleset, and whether this create has made it. */
interface EntryPoint {
  readonly ruleset: Ruleset;
  readonly isNew: boolean;
  /** What a deleted ruleset had that this one is to have. */
  readonly kept?: Kept | undefined;
}

async function findEntryPoint(zoneId: string, { service, signal }: Context): Promise<Ruleset | undefined> {
  const found = await service.rulesets.findZoneRuleset(zoneId, phase, { signal });
  if (found === undefined) return undefined;
  return unlessNotFound(() => service.rulesets.get(zoneId, found.id, { signal }));
}

/** The entry point, unless this apply deletes it. */
async function findRemaining(zoneId: string, context: Context): Promise<Ruleset | undefined> {
  const existing = await findEntryPoint(zoneId, context);
  const deletion = existing && deletionsOf(context.service).get(nameIn(zoneId, existing));
  if (deletion === undefined) return existing;
  await tryRead(() => deletion);
  return findEntryPoint(zoneId, context);
}

/**
 * Adopts a ruleset that is empty, matches the configuration or was released by the resource that had it; any other one only with
 * `on_existing = "replace"`.
 */
async function adopt(existing: Ruleset, desired: DesiredRuleset, context: Context): Promise<EntryPoint> {
  const object = nameIn(desired.zone_id, existing);
  const isReleased = claimOf(context.service, object) === 'released';
  const noted = plannedCreate(context, kind, twinKeyOf(desired));
  const isExpected = isReleased || noted?.isExpected(object) === true;
  if (noted?.isKept(object) === true) throw new DiagnosticError([inTwoResources(desired.zone_id)]);
  if (!isExpected && noted?.hasLooked === true)
    throw new DiagnosticError([createdConcurrently(desired.zone_id, existing)]);
  const losesNothing = existing.rules.length === 0 || matches(existing, desired) || isExpected;
  if (!losesNothing && desired.on_existing !== 'replace')
    throw new DiagnosticError([alreadyExists(desired.zone_id, existing)]);
  if (hasNameFor(existing, desired.name)) return { ruleset: existing, isNew: false };
  // The API cannot rename a ruleset, and this one has nothing to keep.
  await deleteRuleset(desired.zone_id, existing.id, context);
  return createEntryPoint(desired, context);
}

/** Operation 2. Another client may create the zone's only ruleset first. */
async function createEntryPoint(desired: DesiredRuleset, context: Context): Promise<EntryPoint> {
  const { service, signal } = context;
  const name = desired.name ?? defaultRulesetName;
  const { zone_id: zoneId, description } = desired;
  const input = { name, kind: 'zone', description, phase } as const;
  const readBack = () => findEntryPoint(zoneId, context);
  const wasApplied = async () => (await readBack()) !== undefined;
  try {
    const ruleset = await writeOnce({
      write: () => service.rulesets.create(zoneId, input, { wasApplied, signal }),
      readBack,
      isDone: (existing, cause) => {
        if (existing.rules.length === 0 && existing.name === name) return true;
        throw new DiagnosticError([alreadyExists(zoneId, existing)], { cause });
      },
    });
    return { ruleset, isNew: true };
  } catch (error) {
    if (!isApiError(error) || !error.hasCode(phaseTaken)) throw error;
    const existing = await tryRead(readBack);
    if (existing === undefined) throw error;
    if (desired.on_existing === 'replace') return adopt(existing, desired, context);
    // Refuse an empty ruleset too: another client has just created it and is about to add rules.
    throw new DiagnosticError([createdConcurrently(zoneId, existing)], { cause: error });
  }
}

/** A stored ruleset and its rule, whose unknown members stay. */
type Kept = NonNullable<Awaited<ReturnType<typeof readToKeep>>>;

/** The ruleset to update as it is now, if it had members that this version does not know. */
async function readToKeep({ zone_id: zoneId, id, rule_id: ruleId }: RulesetState, context: Context) {
  const { service, signal } = context;
  if (!rulesetMemory.recall(context).hasUnknown) return undefined;
  const ruleset = await service.rulesets.get(zoneId, id ?? '', { signal });
  return { ruleset, rule: ruleset.rules.find((each) => each.id === ruleId) };
}

/** Operation 3, which replaces all rules. The rule keeps `ruleId`, or gets another id than those that it replaces. */
function writeRules(
  rulesetId: string,
  ruleId: string | null,
  kept: Kept | undefined,
  desired: DesiredRuleset,
  { service, signal }: Context,
  replaced: Ruleset['rules'] = [],
): Promise<Ruleset> {
  const description = desired.description === '' ? defaultRulesetName : desired.description;
  const rule = toRule(desired, { enabled: desired.enabled, description, id: ruleId });
  const replacement = {
    sent: { description: desired.description },
    stored: kept?.ruleset,
    rules: [{ sent: rule, stored: kept?.rule }],
  };
  return writeOnce({
    write: () =>
      replaceWithUnknown(replacement, service, (body) =>
        service.rulesets.replaceRules(desired.zone_id, rulesetId, body, { signal }),
      ),
    readBack: () => service.rulesets.get(desired.zone_id, rulesetId, { signal }),
    isDone: (stored) => matches(stored, desired) && !replaced.some(({ id }) => id === stored.rules[0]?.id),
  });
}

/** Deletes a ruleset that still has the rule of this instance, or no rule. */
async function deleteOwned({ zone_id: zoneId, id }: RulesetState, context: Context): Promise<void> {
  const { service, signal } = context;
  const { ruleId } = rulesetMemory.recall(context);
  const rulesetId = id ?? '';
  if (ruleId !== undefined) {
    const current = await unlessNotFound(() => service.rulesets.get(zoneId, rulesetId, { signal }));
    if (current === undefined) return;
    const isOwn = current.rules.length === 0 || current.rules.some((rule) => rule.id === ruleId);
    if (!isOwn) {
      context.warn(ownedByAnother(zoneId, current));
      return;
    }
  }
  await deleteRuleset(zoneId, rulesetId, context);
}

async function deleteRuleset(zoneId: string, id: string, { service, signal }: Context): Promise<void> {
  await deleteOnce(
    () => service.rulesets.delete(zoneId, id, { signal }),
    () => service.rulesets.get(zoneId, id, { signal }),
  );
}

const names = setOf(string);

/** Whether the ruleset matches the desired one, so that a write loses nothing. An unknown value never matches. */
function matches(stored: Ruleset, desired: ObjectValue): boolean {
  const fields = fromRules(stored.rules);
  const isSame = (name: keyof FieldNames) => equalValues(names, desired[name] ?? [], fields[name] ?? []);
  const hasDesiredName = desired.name !== null && !isUnknown(desired.name);
  return (
    stored.rules.length === 1 &&
    describeUnseen(stored.rules).length === 0 &&
    (!hasDesiredName || desired.name === stored.name) &&
    desired.description === stored.description &&
    desired.enabled === fields.enabled &&
    isSame('preserve_duplicates') &&
    fieldSets.every(({ attribute }) => isSame(attribute))
  );
}

/** Whether the ruleset needs no other name, which the API cannot give it. */
function hasNameFor({ name }: Ruleset, planned: Planned<CustomFieldsRulesetAttributes>['name']): boolean {
  return planned === null || isUnknown(planned) || planned === name;
}

function stateAfterImport(zoneId: string, ruleset: Ruleset): RulesetState {
  return toState(importedState(customFieldsRulesetContract, { zone_id: zoneId }), ruleset);
}

/** `configured` is the plan or the prior state. An empty set stays null or empty as it is there. */
function toState(configured: DesiredRuleset | RulesetState, ruleset: Ruleset): RulesetState {
  const fields = fromRules(ruleset.rules);
  const set = (name: keyof FieldNames) =>
    (configured[name] ?? null) === null && fields[name]?.length === 0 ? null : fields[name];
  return {
    zone_id: configured.zone_id,
    request_headers: set('request_headers'),
    transformed_request_headers: set('transformed_request_headers'),
    response_headers: set('response_headers'),
    raw_response_headers: set('raw_response_headers'),
    preserve_duplicates: set('preserve_duplicates'),
    cookies: set('cookies'),
    enabled: fields.enabled,
    name: ruleset.name,
    description: ruleset.description,
    on_existing: onExistingOf(configured.on_existing),
    id: ruleset.id,
    rule_id: ruleset.rules[0]?.id ?? null,
    version: ruleset.version,
    last_updated: ruleset.last_updated,
  };
}

function nameOf(state: Pick<RulesetState, 'zone_id' | 'id'>): string {
  return nameIn(state.zone_id, state);
}

function nameIn(zoneId: string, { id }: { readonly id: string | null }): string {
  return `${customFieldsRulesetContract.typeName} ${id ?? ''} of zone ${zoneId}`;
}

function remember(
  ruleset: Ruleset,
  ruleId: string | undefined,
  context: Pick<Context, 'privateState'>,
): void {
  const unseen = describeUnseen(ruleset.rules);
  rulesetMemory.remember(context, {
    id: ruleset.id,
    ruleId,
    unseen,
    hasUnknown: unknownIn('ruleset', ruleset).length > 0,
    transfer: undefined,
  });
}

/** Each change raises the version by one. A greater difference means out-of-band changes since the last read. */
function warnOfConcurrentChanges(before: string | null, written: Ruleset, context: Context): void {
  if (before === null || !(Number(written.version) > Number(before) + 1)) return;
  context.warn(concurrentChange(before, written));
}

async function findToImport(zoneId: string, which: string, context: Context): Promise<Ruleset> {
  const { typeName } = customFieldsRulesetContract;
  const hint = `Import with "${zoneId}/${phase}", or the id of the zone's ruleset of that phase.`;
  if (which === phase) {
    const found = await findEntryPoint(zoneId, context);
    if (found !== undefined) return withFields(zoneId, found);
    throw nothingToImport(
      `The zone ${zoneId} has no ruleset of phase ${phase}. Remove the import: ${typeName} creates the ruleset.`,
    );
  }
  const ruleset = await context.service.rulesets.get(zoneId, which, { signal: context.signal });
  if (ruleset.phase === phase && ruleset.kind === 'zone') return withFields(zoneId, ruleset);
  throw nothingToImport(
    `The ruleset ${which} is of kind ${ruleset.kind} and phase ${ruleset.phase}. ${hint}`,
  );
}

/** No configuration is without fields, so none could have an empty plan after the import. */
function withFields(zoneId: string, ruleset: Ruleset): Ruleset {
  const fields = fromRules(ruleset.rules);
  if (fieldSets.some(({ attribute }) => (fields[attribute]?.length ?? 0) > 0)) return ruleset;
  const { typeName } = customFieldsRulesetContract;
  throw nothingToImport(
    `The ruleset ${ruleset.id} of zone ${zoneId} has no custom fields. Remove the import: ${typeName} adopts it.`,
  );
}

function warnOfUnmanagedRules(context: Context): Diagnostic[] {
  const { unseen } = rulesetMemory.recall(context);
  if (unseen.length === 0) return [];
  return [
    warningAt(
      [],
      'Unmanaged rules are removed',
      `The ruleset also has ${unseen.join('; ')}, which no attribute can express. An update replaces all rules with one.`,
    ),
  ];
}
