import { isNotFound, mayHaveBeenApplied, isApiError, type EdgeClient, type Ruleset } from '../../client';
import {
  DiagnosticError,
  errorAt,
  isUnknown,
  warningAt,
  type Desired,
  type Diagnostic,
  type State,
} from '../../schema';
import type { ApplyContext, Handler, HandlerContext } from '../handler';
import { splitImportId } from '../import-id';
import { isIdentifier } from '../identifiers';
import {
  customFieldsRulesetContract,
  defaultRulesetName,
  type CustomFieldsRulesetAttributes,
} from './contract';
import { describeRules, fromRules, phase, toRule } from './rules';

type RulesetState = State<CustomFieldsRulesetAttributes>;
type DesiredRuleset = Desired<CustomFieldsRulesetAttributes>;
type Context = HandlerContext<EdgeClient>;

/** The service's code for a second zone ruleset in one phase. */
const phaseTaken = 20217;

/** Keeps the custom fields of a zone by the procedure of specification 4.4. */
export const customFieldsRulesetHandler: Handler<CustomFieldsRulesetAttributes, EdgeClient> = {
  /** Looks whether the zone has an entry point already, so that a refusal comes before anything is changed. */
  async plan({ prior, planned }, context) {
    if (prior !== null || planned === null) return {};
    const { zone_id: zoneId, on_existing: onExisting } = planned;
    if (zoneId === null || isUnknown(zoneId) || isUnknown(onExisting)) return {};
    const existing = await findEntryPoint(zoneId, context);
    if (existing === undefined || existing.rules.length === 0 || isOwn(existing, context)) return {};
    if (onExisting !== 'replace') return { diagnostics: [alreadyThere(zoneId, existing)] };
    return { diagnostics: [willBeReplaced(existing)] };
  },

  async create(desired, context) {
    const entryPoint = await claimEntryPoint(desired, context);
    context.privateState.set({ id: entryPoint.id });
    context.keep({ id: entryPoint.id, name: entryPoint.name });
    const [rule] = entryPoint.rules;
    return toState(desired, await writeRules(entryPoint.id, rule?.id ?? null, desired, context));
  },

  async read(state, { service, signal, privateState }) {
    try {
      const ruleset = await service.rulesets.get(state.zone_id, state.id ?? '', { signal });
      privateState.set({ id: ruleset.id });
      return toState(state, ruleset);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  },

  async update({ prior, desired }, context) {
    return toState(desired, await writeRules(prior.id ?? '', prior.rule_id, desired, context));
  },

  async delete(state, { service, signal }) {
    try {
      await service.rulesets.delete(state.zone_id, state.id ?? '', { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  },

  /** `<zone id>/<ruleset id>`, or by intent `<zone id>/http_log_custom_fields`. */
  async import(id, context) {
    const [zoneId, which] = splitImportId(id, `<zone id>/${phase}`, '<zone id>/<ruleset id>');
    const ruleset = await findToImport(zoneId, which, context);
    return { zone_id: zoneId, id: ruleset.id };
  },
};

async function findEntryPoint(zoneId: string, { service, signal }: Context): Promise<Ruleset | undefined> {
  const found = await service.rulesets.findZoneRuleset(zoneId, phase, { signal });
  if (found === undefined) return undefined;
  return service.rulesets.get(zoneId, found.id, { signal });
}

/** The entry point to write to: a new one, an empty one, or, where the user said so, the one that is there. */
async function claimEntryPoint(
  desired: DesiredRuleset,
  context: ApplyContext<CustomFieldsRulesetAttributes, EdgeClient>,
): Promise<Ruleset> {
  const existing = await findEntryPoint(desired.zone_id, context);
  if (existing === undefined) return createEntryPoint(desired, context);
  if (existing.rules.length > 0 && desired.on_existing !== 'replace') {
    throw new DiagnosticError([alreadyThere(desired.zone_id, existing)]);
  }
  if (desired.name === null || desired.name === existing.name) return existing;
  // The service can't rename a ruleset, and what is in this one may go.
  await context.service.rulesets.delete(desired.zone_id, existing.id, { signal: context.signal });
  return createEntryPoint(desired, context);
}

/** Operation 2. If its reply is lost, or someone was faster, the one that is there now is looked at before all else. */
async function createEntryPoint(desired: DesiredRuleset, context: Context): Promise<Ruleset> {
  const { service, signal } = context;
  try {
    return await service.rulesets.create(
      desired.zone_id,
      {
        name: desired.name ?? defaultRulesetName,
        kind: 'zone',
        description: desired.description,
        phase,
      },
      { signal },
    );
  } catch (error) {
    const taken = isApiError(error) && error.hasCode(phaseTaken);
    if (!taken && !mayHaveBeenApplied(error)) throw error;
    const existing = await findEntryPoint(desired.zone_id, context);
    if (existing === undefined) throw error;
    if (existing.rules.length > 0)
      throw new DiagnosticError([alreadyThere(desired.zone_id, existing)], { cause: error });
    return existing;
  }
}

/** Operation 3, which replaces all rules. If its reply is lost, what is stored tells whether it was carried out. */
async function writeRules(
  rulesetId: string,
  ruleId: string | null,
  desired: DesiredRuleset,
  { service, signal }: Context,
): Promise<Ruleset> {
  const description = desired.description === '' ? defaultRulesetName : desired.description;
  const rule = toRule(desired, { enabled: desired.enabled, description, id: ruleId });
  const body = { rules: [rule], description: desired.description };
  try {
    return await service.rulesets.replaceRules(desired.zone_id, rulesetId, body, { signal });
  } catch (error) {
    if (!mayHaveBeenApplied(error)) throw error;
    const stored = await service.rulesets.get(desired.zone_id, rulesetId, { signal });
    if (!holds(stored, desired)) throw error;
    return stored;
  }
}

function holds(stored: Ruleset, desired: DesiredRuleset): boolean {
  const fields = fromRules(stored.rules);
  const same = (a: readonly string[] | null, b: readonly string[] | null) =>
    JSON.stringify([...(a ?? [])].sort()) === JSON.stringify([...(b ?? [])].sort());
  return (
    stored.rules.length === 1 &&
    stored.description === desired.description &&
    fields.enabled === desired.enabled &&
    same(fields.request_headers, desired.request_headers) &&
    same(fields.response_headers, desired.response_headers) &&
    same(fields.cookies, desired.cookies)
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
    on_existing: spoken.on_existing,
    id: ruleset.id,
    rule_id: ruleset.rules[0]?.id ?? null,
    version: ruleset.version,
    last_updated: ruleset.last_updated,
  };
}

/** A replacement is planned as a create while the old ruleset is still there: that one is no stranger. */
function isOwn(existing: Ruleset, { privateState }: Context): boolean {
  const kept = privateState.get();
  return typeof kept === 'object' && kept !== null && 'id' in kept && kept.id === existing.id;
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

function alreadyThere(zoneId: string, existing: Ruleset): Diagnostic {
  return errorAt(
    ['zone_id'],
    'The zone has custom log fields already',
    `A zone has one ruleset of phase ${phase}, and that of zone ${zoneId} is taken: "${existing.name}" ` +
      `(${existing.id}) holds ${describeRules(existing.rules)}. To manage that one, import it with the id ` +
      `${zoneId}/${phase}; to overwrite what is in it, set on_existing (onExisting) to "replace".`,
  );
}

function willBeReplaced(existing: Ruleset): Diagnostic {
  return warningAt(
    ['on_existing'],
    'Existing custom log fields will be replaced',
    `The ruleset "${existing.name}" (${existing.id}) holds ${describeRules(existing.rules)}. The apply overwrites it.`,
  );
}
