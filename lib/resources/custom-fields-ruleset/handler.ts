import { isApiError, type EdgeClient, type Ruleset } from '../../client';
import {
  DiagnosticError,
  equalValues,
  errorAt,
  isUnknown,
  setOf,
  string,
  warningAt,
  type Desired,
  type Diagnostic,
  type ObjectValue,
  type State,
} from '../../schema';
import type { ApplyContext, Handler, HandlerContext } from '../handler';
import { splitImportId } from '../import-id';
import { isIdentifier } from '../identifiers';
import { deleteOnce, tryRead, unlessNotFound, writeOnce } from '../write-once';
import {
  customFieldsRulesetContract,
  defaultRulesetName,
  type CustomFieldsRulesetAttributes,
} from './contract';
import { rulesetMemory } from './memory';
import { alreadyThere, justMade, othersWrote, willBeAdopted, willBeReplaced } from './messages';
import { describeUnseen, fromRules, phase, toRule } from './rules';

type RulesetState = State<CustomFieldsRulesetAttributes>;
type DesiredRuleset = Desired<CustomFieldsRulesetAttributes>;
type Context = HandlerContext<EdgeClient>;

/** The service's code for a second zone ruleset in one phase. */
const phaseTaken = 20217;

/** Keeps the custom fields of a zone by the procedure of specification 4.4. */
export const customFieldsRulesetHandler: Handler<CustomFieldsRulesetAttributes, EdgeClient> = {
  /** Looks whether the zone has an entry point already, so that a refusal comes before anything is changed. */
  async plan({ prior, planned }, context) {
    if (planned === null) return {};
    if (prior !== null) return { diagnostics: isUnknown(planned.version) ? unseenLost(context) : [] };
    const { zone_id: zoneId, on_existing: onExisting } = planned;
    if (zoneId === null || isUnknown(zoneId) || isUnknown(onExisting)) return {};
    const existing = await findEntryPoint(zoneId, context);
    if (existing === undefined || existing.rules.length === 0 || isOwn(existing, context)) return {};
    if (holds(existing, planned)) return { diagnostics: [willBeAdopted(existing)] };
    if (onExisting === 'replace') return { diagnostics: [willBeReplaced(existing)] };
    return { diagnostics: [alreadyThere(zoneId, existing)] };
  },

  async create(desired, context) {
    const entryPoint = await claimEntryPoint(desired, context);
    remember(entryPoint, context);
    context.keep({ id: entryPoint.id, name: entryPoint.name });
    if (holds(entryPoint, desired)) return toState(desired, entryPoint);
    const [rule] = entryPoint.rules;
    const written = await writeRules(entryPoint.id, rule?.id ?? null, desired, context);
    warnOfOthers(entryPoint.version, written, context);
    return toState(desired, written);
  },

  async read(state, context) {
    const { service, signal } = context;
    const get = () => service.rulesets.get(state.zone_id, state.id ?? '', { signal });
    const ruleset = await unlessNotFound(get);
    if (ruleset === undefined) return undefined;
    remember(ruleset, context);
    return toState(state, ruleset);
  },

  async update({ prior, desired }, context) {
    const written = await writeRules(prior.id ?? '', prior.rule_id, desired, context);
    remember(written, context);
    warnOfOthers(prior.version, written, context);
    return toState(desired, written);
  },

  async delete(state, context) {
    await deleteRuleset(state.zone_id, state.id ?? '', context);
  },

  /** `<zone id>/<ruleset id>`, or by intent `<zone id>/http_log_custom_fields`. */
  async import(id, context) {
    const [zoneId, which] = splitImportId(id, `<zone id>/${phase}`, '<zone id>/<ruleset id>');
    const ruleset = await findToImport(zoneId, which, context);
    return { zone_id: zoneId, id: ruleset.id };
  },

  async find({ zone_id: zoneId }, context) {
    const entryPoint = await findEntryPoint(zoneId, context);
    return entryPoint === undefined ? [] : [{ zone_id: zoneId, id: entryPoint.id }];
  },
};

async function findEntryPoint(zoneId: string, { service, signal }: Context): Promise<Ruleset | undefined> {
  const found = await service.rulesets.findZoneRuleset(zoneId, phase, { signal });
  if (found === undefined) return undefined;
  return service.rulesets.get(zoneId, found.id, { signal });
}

/** The entry point to write to: a new one, or the one that is there, if it may be taken. */
async function claimEntryPoint(
  desired: DesiredRuleset,
  context: ApplyContext<CustomFieldsRulesetAttributes, EdgeClient>,
): Promise<Ruleset> {
  const existing = await findEntryPoint(desired.zone_id, context);
  return existing === undefined ? createEntryPoint(desired, context) : takeOver(existing, desired, context);
}

/** An empty one, one that holds what is wanted already, or any, where the user said so. */
async function takeOver(existing: Ruleset, desired: DesiredRuleset, context: Context): Promise<Ruleset> {
  const losesNothing = existing.rules.length === 0 || holds(existing, desired);
  if (!losesNothing && desired.on_existing !== 'replace') {
    throw new DiagnosticError([alreadyThere(desired.zone_id, existing)]);
  }
  if (desired.name === null || desired.name === existing.name) return existing;
  // The service can't rename a ruleset, and what is in this one may go.
  await deleteRuleset(desired.zone_id, existing.id, context);
  return createEntryPoint(desired, context);
}

/** Operation 2. Another client may create the zone's only ruleset first. */
async function createEntryPoint(desired: DesiredRuleset, context: Context): Promise<Ruleset> {
  const { service, signal } = context;
  const name = desired.name ?? defaultRulesetName;
  const { zone_id: zoneId, description } = desired;
  const readBack = () => findEntryPoint(zoneId, context);
  try {
    return await writeOnce({
      write: () => service.rulesets.create(zoneId, { name, kind: 'zone', description, phase }, { signal }),
      readBack,
      isDone: (existing, cause) => {
        if (existing.rules.length === 0 && existing.name === name) return true;
        throw new DiagnosticError([alreadyThere(zoneId, existing)], { cause });
      },
    });
  } catch (error) {
    if (!isApiError(error) || !error.hasCode(phaseTaken)) throw error;
    const existing = await tryRead(readBack);
    if (existing === undefined) throw error;
    if (desired.on_existing === 'replace') return takeOver(existing, desired, context);
    // An empty ruleset is refused too: there was none a moment ago, so another client is about to fill it.
    throw new DiagnosticError([justMade(zoneId, existing)], { cause: error });
  }
}

/** Operation 3, which replaces all rules. */
function writeRules(
  rulesetId: string,
  ruleId: string | null,
  desired: DesiredRuleset,
  { service, signal }: Context,
): Promise<Ruleset> {
  const description = desired.description === '' ? defaultRulesetName : desired.description;
  const rule = toRule(desired, { enabled: desired.enabled, description, id: ruleId });
  const body = { rules: [rule], description: desired.description };
  return writeOnce({
    write: () => service.rulesets.replaceRules(desired.zone_id, rulesetId, body, { signal }),
    readBack: () => service.rulesets.get(desired.zone_id, rulesetId, { signal }),
    isDone: (stored) => holds(stored, desired),
  });
}

async function deleteRuleset(zoneId: string, id: string, { service, signal }: Context): Promise<void> {
  await deleteOnce(
    () => service.rulesets.delete(zoneId, id, { signal }),
    () => service.rulesets.get(zoneId, id, { signal }),
  );
}

const names = setOf(string);

/** Whether the ruleset is what is wanted, so that writing it again loses nothing. What is unknown yet is not. */
function holds(stored: Ruleset, wanted: ObjectValue): boolean {
  const fields = fromRules(stored.rules);
  const isSame = (name: 'request_headers' | 'response_headers' | 'cookies') =>
    equalValues(names, wanted[name] ?? [], fields[name] ?? []);
  const wantsName = wanted.name !== null && !isUnknown(wanted.name);
  return (
    stored.rules.length === 1 &&
    describeUnseen(stored.rules).length === 0 &&
    (!wantsName || wanted.name === stored.name) &&
    wanted.description === stored.description &&
    wanted.enabled === fields.enabled &&
    isSame('request_headers') &&
    isSame('response_headers') &&
    isSame('cookies')
  );
}

/** `spoken` is what the user or the state had: a set that is empty there stays null or empty as it was. */
function toState(spoken: DesiredRuleset | RulesetState, ruleset: Ruleset): RulesetState {
  const fields = fromRules(ruleset.rules);
  const set = (was: readonly string[] | null, names: readonly string[] | null) =>
    was === null && names?.length === 0 ? null : names;
  return {
    zone_id: spoken.zone_id,
    request_headers: set(spoken.request_headers, fields.request_headers),
    response_headers: set(spoken.response_headers, fields.response_headers),
    cookies: set(spoken.cookies, fields.cookies),
    enabled: fields.enabled,
    name: ruleset.name,
    description: ruleset.description,
    on_existing: onExistingOf(spoken),
    id: ruleset.id,
    rule_id: ruleset.rules[0]?.id ?? null,
    version: ruleset.version,
    last_updated: ruleset.last_updated,
  };
}

/** After an import nothing is said yet, whatever the type says: the default then, so that the next plan is empty. */
function onExistingOf({ on_existing: spoken }: { readonly on_existing: string | null }): string {
  return spoken ?? customFieldsRulesetContract.attributes.on_existing.default;
}

function remember(ruleset: Ruleset, context: Context): void {
  rulesetMemory.remember(context, { id: ruleset.id, unseen: describeUnseen(ruleset.rules) });
}

/** Each change counts the version up by one; anything above was done by others since it was last looked at. */
function warnOfOthers(before: string | null, written: Ruleset, context: Context): void {
  if (before === null || !(Number(written.version) > Number(before) + 1)) return;
  context.warn(othersWrote(before, written));
}

/** A replacement is planned as a create while the old ruleset is still there: that one is no stranger. */
function isOwn(existing: Ruleset, context: Context): boolean {
  return rulesetMemory.recall(context).id === existing.id;
}

async function findToImport(zoneId: string, which: string, context: Context): Promise<Ruleset> {
  const { typeName } = customFieldsRulesetContract;
  const hint = `Import with "${zoneId}/${phase}", or the id of the zone's ruleset of that phase.`;
  if (which === phase) {
    const found = await findEntryPoint(zoneId, context);
    if (found !== undefined) return found;
    throw refused(
      `The zone ${zoneId} has no ruleset of phase ${phase} yet. Leave the import out: ${typeName} makes one.`,
    );
  }
  if (!isIdentifier(which)) throw refused(`"${which}" is neither ${phase} nor a ruleset's id. ${hint}`);
  const ruleset = await context.service.rulesets.get(zoneId, which, { signal: context.signal });
  if (ruleset.phase === phase && ruleset.kind === 'zone') return ruleset;
  throw refused(`The ruleset ${which} is of kind ${ruleset.kind} and phase ${ruleset.phase}. ${hint}`);
}

function refused(detail: string): DiagnosticError {
  return new DiagnosticError([errorAt([], 'Nothing to import', detail)]);
}

function unseenLost(context: Context): Diagnostic[] {
  const { unseen } = rulesetMemory.recall(context);
  if (unseen.length === 0) return [];
  return [
    warningAt(
      [],
      'Rules that were made elsewhere will go',
      `The ruleset also holds what no attribute shows: ${unseen.join('; ')}. An update writes one rule in place of all.`,
    ),
  ];
}
