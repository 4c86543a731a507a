import { mayHaveBeenApplied, type EdgeClient, type Ruleset } from '../../client';
import { rulesets } from '../../client/rulesets';
import { UnreadableState } from '../../retired';
import {
  DiagnosticError,
  isUnknown,
  unknown,
  type Diagnostic,
  type ObjectValue,
  type Planned,
} from '../../schema';
import { planCustomFields } from '../custom-log-fields';
import type { Advice, ApplyContext, Handler, Context } from '../handler';
import { findOwner, nothingToImport } from '../import-object';
import { createNew, planNew } from '../new-object';
import { judgeOverwrite } from '../out-of-band';
import { readBack } from '../read-back';
import { reportUnknown } from '../unknown-members';
import {
  createEntryPoint,
  deleteRule,
  deleteRuleset,
  findEntryPoint,
  findRuleset,
  getRuleset,
  writeRule,
} from './calls';
import {
  checkLimits,
  customFieldsRulesetContract,
  fieldSets,
  type CustomFieldsRulesetAttributes,
} from './contract';
import { listRulesets } from './list';
import { rulesetMemory } from './memory';
import {
  alreadyExists,
  cannotRename,
  cannotReplace,
  concurrentChange,
  createdConcurrently,
  hasRulesOfOthers,
  inTwoResources,
  ownedByAnother,
  willBeRecreated,
} from './messages';
import { describeSettings, phase, type Found } from './rules';
import {
  importedRuleset,
  findRuleOfState,
  remember,
  ruleIdOf,
  toState,
  type DesiredRuleset,
  type RulesetState,
} from './state';

type PlannedRuleset = Planned<CustomFieldsRulesetAttributes>;
type Applying = ApplyContext<CustomFieldsRulesetAttributes, EdgeClient>;

const { typeName } = customFieldsRulesetContract;

/** Manages the custom fields of a zone by the procedure of specification 4.4. */
export const customFieldsRulesetHandler: Handler<CustomFieldsRulesetAttributes, EdgeClient> = {
  validate: (config, { customFieldLimits }) => checkLimits(config, customFieldLimits),

  async plan({ prior, planned }, context) {
    if (planned === null) return {};
    // `validate` has reported the warnings.
    const faults = findLimitErrors(planned, context);
    if (faults.length > 0) return { diagnostics: faults };
    const { zone_id: zoneId } = planned;
    if (typeof zoneId === 'string') planCustomFields(zoneId, logFieldsOf(planned), context);
    return prior === null ? planCreate(planned, context) : planUpdate(prior, planned, context);
  },

  async create(desired, context) {
    refuseBeyondLimits(desired, context);
    const { zone_id: zoneId } = desired;
    let empty: Ruleset | undefined;
    const find = async () => {
      const existing = await findEntryPoint(zoneId, context);
      if (existing?.rules.length === 0) empty = existing;
      return existing === undefined || existing === empty ? [] : [existing];
    };
    const exists = (existing: Ruleset) => alreadyExists(zoneId, existing);
    return createNew({ service: context.service, key: keyOf(zoneId), find, exists }, async () =>
      fill(await withName(empty, desired, context), desired, context),
    );
  },

  async read(state, context) {
    const ruleset = await findRuleset(state, context);
    if (ruleset === undefined) return undefined;
    const found = findRuleOfState(ruleset, state, context);
    const known = rulesetMemory.recall(context).others;
    if (found.others.some(({ id }) => !known.includes(id)))
      context.warn(hasRulesOfOthers(state.zone_id, found));
    remember(found, ruleIdOf(state, context) ?? found.own?.id, context);
    reportUnknown('ruleset', `Zone ${state.zone_id}: ruleset ${ruleset.id}`, ruleset, context);
    return toState(state, found);
  },

  async update({ prior, desired }, context) {
    refuseBeyondLimits(desired, context);
    const found = findRuleOfState(await getRuleset(prior, context), prior, context);
    const state = isRenamed(prior, desired)
      ? await recreate(found, desired, context)
      : await write(found, desired, context);
    if (prior.version !== found.ruleset.version) warnOfOverwrite(prior, desired, found, context);
    return state;
  },

  async delete(state, context) {
    const ruleset = await findRuleset(state, context);
    if (ruleset === undefined) return;
    const ruleId = ruleIdOf(state, context) ?? findRuleOfState(ruleset, state, context).own?.id;
    const own = ruleset.rules.find(({ id }) => id === ruleId);
    const left = own === undefined ? ruleset : await deleteRule(state, own, context);
    if (left?.rules.length === 0) await deleteRuleset(state, context);
    else if (own === undefined) context.warn(ownedByAnother(state.zone_id, ruleset));
  },

  async import(importId, context) {
    const { id: zoneId, which } = await findOwner(customFieldsRulesetContract, importId, context);
    const { id } = await findToImport(zoneId, which, context);
    return { zone_id: zoneId, id };
  },

  move({ zoneId = '', body }, context) {
    const ruleset = rulesets.read(body, (what) => new UnreadableState(`it is ${what}`));
    const imported = importedRuleset(zoneId);
    const found = findRuleOfState(ruleset, imported, context);
    // The first read reports the rules of others.
    remember({ ...found, others: [] }, found.own?.id, context);
    // Old states have neither, and an update compares the version.
    return { ...toState(imported, found), version: null, last_updated: null };
  },

  list: listRulesets,

  async find({ zone_id: zoneId }, context) {
    const found = await findEntryPoint(zoneId, context);
    // One without rules counts as none.
    return found && found.rules.length > 0 ? [{ zone_id: zoneId, id: found.id }] : [];
  },
};

/** Checks the limits again: a plan may not have known all values, and a driver may have no plan. */
function refuseBeyondLimits(desired: DesiredRuleset, context: Context): void {
  const faults = findLimitErrors(desired, context);
  if (faults.length > 0) throw new DiagnosticError(faults);
}

function findLimitErrors(values: ObjectValue, { settings }: Context): Diagnostic[] {
  return checkLimits(values, settings.customFieldLimits).filter(({ severity }) => severity === 'error');
}

function logFieldsOf(planned: PlannedRuleset): readonly string[] {
  return fieldSets.flatMap(({ attribute, logField }) => (planned[attribute] === null ? [] : [logField]));
}

/** A ruleset without rules counts as none, and the rule that this plan replaces is gone before the create. */
async function planCreate({ zone_id: zoneId }: PlannedRuleset, context: Context): Promise<Advice> {
  if (typeof zoneId !== 'string') return {};
  const { id: replaced, ruleId } = rulesetMemory.recall(context);
  const diagnostics = await planNew({
    service: context.service,
    key: keyOf(zoneId),
    id: replaced,
    find: async () => {
      const ruleset = await findEntryPoint(zoneId, context);
      const others = ruleset?.rules.filter(({ id }) => ruleset.id !== replaced || id !== ruleId) ?? [];
      return ruleset && others.length > 0 ? [{ ruleset, others }] : [];
    },
    exists: (found) =>
      found.ruleset.id === replaced ? cannotReplace(found) : alreadyExists(zoneId, found.ruleset),
    madeTwice: () => inTwoResources(zoneId),
  });
  return { diagnostics };
}

async function planUpdate(prior: RulesetState, planned: PlannedRuleset, context: Context): Promise<Advice> {
  if (!isRenamed(prior, planned)) return {};
  const ruleset = isUnknown(planned.name) ? undefined : await findRuleset(prior, context);
  const refused = ruleset === undefined ? [] : checkRename(findRuleOfState(ruleset, prior, context));
  return refused.length > 0
    ? { diagnostics: refused }
    : { diagnostics: [willBeRecreated(prior, planned.name)], predicted: { id: unknown } };
}

function checkRename(found: Found): Diagnostic[] {
  return found.others.length > 0 ? [cannotRename(found)] : [];
}

function keyOf(zoneId: string): string {
  return JSON.stringify([typeName, zoneId]);
}

/** Whether the ruleset needs another name, or may need one. */
function isRenamed({ name: prior }: RulesetState, { name }: Pick<PlannedRuleset, 'name'>): boolean {
  return name !== null && prior !== null && name !== prior;
}

/** The API cannot rename a ruleset, and a zone has only one: this update deletes it first. */
async function recreate(found: Found, desired: DesiredRuleset, context: Applying): Promise<RulesetState> {
  const refused = checkRename(found);
  if (refused.length > 0) throw new DiagnosticError(refused);
  await deleteRuleset({ zone_id: desired.zone_id, id: found.ruleset.id }, context);
  return fill(await createEntryPoint(desired, context), desired, context, found);
}

/** The ruleset without rules that the zone has, or a new one: the API cannot rename it. */
async function withName(empty: Ruleset | undefined, desired: DesiredRuleset, context: Context) {
  if (empty !== undefined && [null, empty.name].includes(desired.name)) return empty;
  if (empty !== undefined) await deleteRuleset({ zone_id: desired.zone_id, id: empty.id }, context);
  return createEntryPoint(desired, context);
}

/** Fills a ruleset without rules. The state keeps it only if it may have the rule: the next apply uses an empty one as if there were none. */
async function fill(
  empty: Ruleset,
  desired: DesiredRuleset,
  context: Applying,
  former?: Found,
): Promise<RulesetState> {
  const { id, name } = empty;
  const { zone_id: zoneId } = desired;
  const find = () => findRuleset({ zone_id: zoneId, id }, context);
  const ruleset = (await readBack(find, (read) => read !== undefined, context)) ?? empty;
  if (ruleset.rules.length > 0) throw new DiagnosticError([createdConcurrently(zoneId, ruleset.rules)]);
  const found = { ruleset, own: undefined, others: [] };
  try {
    return await write(found, desired, context, former);
  } catch (error) {
    if (mayHaveBeenApplied(error)) {
      remember(found, undefined, context);
      context.keep({ id, name, rule_id: null });
    }
    throw error;
  }
}

/** @param former - has the members to keep that this version does not know */
async function write(
  found: Found,
  desired: DesiredRuleset,
  context: Context,
  former?: Found,
): Promise<RulesetState> {
  const written = await writeRule(found, desired, context, former);
  const { version } = found.ruleset;
  // Each change raises the version by one.
  if (Number(written.ruleset.version) > Number(version) + 1)
    context.warn(concurrentChange(version, written.ruleset));
  remember(written, written.own?.id, context);
  return toState(desired, written);
}

/** Warns where the rule changed out of band since the plan. The change protects nobody, so it is overwritten. */
function warnOfOverwrite(prior: RulesetState, desired: DesiredRuleset, found: Found, context: Context): void {
  const overwrite = {
    object: `Ruleset ${found.ruleset.id} of zone ${prior.zone_id}`,
    seen: [...describeSettings(prior), ...describeSettings(desired)],
    now: describeSettings(toState(prior, found)),
    protects: false,
  };
  judgeOverwrite(overwrite, context);
}

async function findToImport(zoneId: string, which: string, context: Context): Promise<Ruleset> {
  const ruleset =
    which === phase
      ? await findEntryPoint(zoneId, context)
      : await getRuleset({ zone_id: zoneId, id: which }, context);
  if (ruleset === undefined)
    throw nothingToImport(
      `The zone ${zoneId} has no ruleset of phase ${phase}. Remove the import: ${typeName} creates the ruleset.`,
    );
  if (ruleset.phase !== phase || ruleset.kind !== 'zone')
    throw nothingToImport(
      `The ruleset ${which} is of kind ${ruleset.kind} and phase ${ruleset.phase}. Import with "${zoneId}/${phase}", or the id of the zone's ` +
        'ruleset of that phase.',
    );
  // No configuration is without fields, so none could have an empty plan after the import.
  if (ruleset.rules.length === 0)
    throw nothingToImport(
      `The ruleset ${ruleset.id} of zone ${zoneId} has no custom fields. Remove the import: ${typeName} adds them to it.`,
    );
  return ruleset;
}
