import { isApiError, type EdgeClient, type Rule, type Ruleset } from '../../client';
import { toRuleInput } from '../../client/rulesets';
import { DiagnosticError, type Desired } from '../../schema';
import type { Caller } from '../handler';
import { doubtMs, readBack } from '../read-back';
import { withoutUnknown, replaceWithUnknown } from '../unknown-members';
import { deleteOnce, unlessNotFound, writeOnce } from '../write-once';
import { defaultRulesetName, type CustomFieldsRulesetAttributes } from './contract';
import { createdConcurrently } from './messages';
import { findOwnRule, fromRule, phase, sameFields, toRule, type Found } from './rules';

/** The calls about the zone's ruleset, each with the way to find out whether it was applied if its reply is lost. */

type DesiredRuleset = Desired<CustomFieldsRulesetAttributes>;
type By = Caller<EdgeClient>;

interface Place {
  readonly zone_id: string;
  readonly id: string | null;
}

/** The service's code for a second zone ruleset in one phase. */
const phaseTaken = 20217;

export function getRuleset({ zone_id: zoneId, id }: Place, { service, signal }: By): Promise<Ruleset> {
  return service.rulesets.get(zoneId, id ?? '', { signal });
}

export function findRuleset(place: Place, by: By): Promise<Ruleset | undefined> {
  return unlessNotFound(() => getRuleset(place, by));
}

export async function findEntryPoint(zoneId: string, by: By): Promise<Ruleset | undefined> {
  const { service, signal } = by;
  const found = await service.rulesets.findZoneRuleset(zoneId, phase, { signal });
  return found && findRuleset({ zone_id: zoneId, id: found.id }, by);
}

/** Operation 2. Another client may create the zone's only ruleset first. */
export async function createEntryPoint(desired: DesiredRuleset, by: By): Promise<Ruleset> {
  const { service, signal } = by;
  const name = desired.name ?? defaultRulesetName;
  const { zone_id: zoneId, description } = desired;
  const input = { name, kind: 'zone', description, phase } as const;
  const find = () => findEntryPoint(zoneId, by);
  const wasApplied = async () => (await find()) !== undefined;
  try {
    return await writeOnce({
      write: () => service.rulesets.create(zoneId, input, { wasApplied, signal }),
      readBack: () => readBack(find, (existing) => existing !== undefined, by, doubtMs),
      isDone: (existing, cause) => {
        if (existing.rules.length === 0 && existing.name === name) return true;
        throw new DiagnosticError([createdConcurrently(zoneId, existing.rules)], { cause });
      },
    });
  } catch (error) {
    if (!isApiError(error) || !error.hasCode(phaseTaken)) throw error;
    throw new DiagnosticError([createdConcurrently(zoneId)], { cause: error });
  }
}

/** Operation 3, which replaces all rules: those of others are sent as they were read. `former` has the members that this version does not know. */
export async function writeRule(
  found: Found,
  desired: DesiredRuleset,
  by: By,
  former: Pick<Found, 'ruleset' | 'own'> = found,
): Promise<Found> {
  const { service, signal } = by;
  const { ruleset, own, others } = found;
  const { zone_id: zoneId, enabled } = desired;
  const { id, version } = ruleset;
  const description = desired.description === '' ? defaultRulesetName : desired.description;
  const rule = toRule(desired, { enabled, description, id: own?.id ?? null });
  const ours = { sent: own === undefined ? rule : { ...rule, ref: own.ref }, stored: former.own };
  const rules = ruleset.rules.map((each) =>
    each === own ? ours : { sent: toRuleInput(withoutUnknown(each)), stored: each },
  );
  const replacement = {
    sent: { description: desired.description },
    stored: former.ruleset,
    rules: own === undefined ? [...rules, ours] : rules,
  };
  const get = () => getRuleset({ zone_id: zoneId, id }, by);
  const find = (read: Ruleset) =>
    findOwnRule(read, { ruleId: own?.id, others: others.map((each) => each.id), fields: desired });
  // Nothing that another client writes between two attempts is overwritten.
  const shouldRetry = async () => (await get()).version === version;
  const written = await writeOnce({
    write: () =>
      replaceWithUnknown(replacement, service, (body) =>
        service.rulesets.replaceRules(zoneId, id, body, { shouldRetry, signal }),
      ),
    readBack: () => readBack(get, (read) => read.version !== version, by, doubtMs),
    isDone: (read) => {
      const stored = fromRule(find(read).own);
      const isSame = sameFields(stored, desired) && stored.enabled === enabled;
      return isSame && read.description === desired.description;
    },
  });
  return find(written);
}

/** Returns the ruleset without the rule; undefined if it no longer exists. */
export async function deleteRule(place: Place, { id }: Rule, by: By): Promise<Ruleset | undefined> {
  const { service, signal } = by;
  const hasRule = (read: Ruleset | undefined) => read?.rules.some((rule) => rule.id === id) === true;
  const find = () =>
    readBack(
      () => findRuleset(place, by),
      (read) => !hasRule(read),
      by,
      doubtMs,
    );
  let left: Ruleset | undefined;
  await deleteOnce(
    async () => {
      left = await service.rulesets.deleteRule(place.zone_id, place.id ?? '', id, { signal });
    },
    async () => {
      left = await find();
      return hasRule(left) ? left : undefined;
    },
  );
  return left ?? find();
}

export async function deleteRuleset(place: Place, by: By): Promise<void> {
  const { service, signal } = by;
  await deleteOnce(
    () => service.rulesets.delete(place.zone_id, place.id ?? '', { signal }),
    () =>
      readBack(
        () => findRuleset(place, by),
        (read) => read === undefined,
        by,
        doubtMs,
      ),
  );
}
