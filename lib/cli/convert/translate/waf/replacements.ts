import { own } from '../../../../ground/record';
import { isWrittenList, type Written, type WrittenObject } from '../../../../hcl/template';
import { isIdentifier } from '../../../../resources/identifiers';
import { decodeOverride, settingsOfKind } from '../../../../retired';
import {
  anomalyScoreRule,
  coreSettingOf,
  managedRulesets,
  reportLosses,
  sensitivities,
  toMigrationConfiguration,
} from '../../../../waf';
import { Replacements, type ReportedLoss } from '../../../waf/replacements';
import { knownValues, writtenValues } from '../../../project/written-values';
import type { ApiZone, OldConfiguration, OldInstance, OldResource } from '../../model';
import { concatenated, listIn, narrowLoop } from '../existence';
import { hcl, inLoop, isText, template } from '../expressions';
import { bodyOf, isLiteral } from '../argument-values';
import { unlessUnreadable } from '../decode-arguments';
import type { Draft } from '../draft';
import { objectsIn } from '../arguments';
import { adjustmentsIn } from './adjustments';
import { withDefault } from './expected';
import { apiIdOf, cloudflarePackage, describedWaf, enforcingArguments } from './previous';
import { neededFor } from './previous-inputs';
import { loopOf, type Group } from './zones';

/** The items of `rule_overrides` and `skip_rules` that replace a block, for each of its instances. */
export interface Replacement {
  readonly member: OldResource;
  readonly overrides: readonly WrittenObject[];
  readonly skips: readonly WrittenObject[];
  /** The condition on an instance of the block, as code, under which the replacement applies. */
  readonly condition?: string;
  readonly gap?: Gap;
}

/** Why no code replaces what a block enforces. */
interface Gap {
  readonly why: string;
  /** `lost` where the new rules cannot do it; `held` where the migration must wait until somebody has written it. */
  readonly kind: 'lost' | 'held' | 'todo';
}

/** An instance of a block; the block itself, with what is literal, where its instances are not known. */
export interface MemberInstance extends OldInstance {
  readonly member: OldResource;
}

/** The instances of a zone, with the zone as the API has it. */
export interface ZonePart {
  /** The id of the zone; undefined where it is unknown. */
  readonly zone: string | undefined;
  readonly instances: readonly MemberInstance[];
  readonly apiZone: ApiZone | undefined;
}

/** Whether the new rules of a zone are there already. */
export function isMigrated(zone: ApiZone | undefined): boolean {
  return ['complete', 'default', 'validation'].includes(zone?.migrationState ?? 'start');
}

/** The replacements of the blocks of the previous WAF, in the expressions of the code. */
export function replacementsOf(
  { members }: Group,
  zones: readonly ZonePart[],
  { old }: Draft,
): readonly Replacement[] {
  return members.flatMap((member): Replacement[] => {
    const found = ofMember(member, zones, old);
    return found === undefined ? [] : [{ member, overrides: [], skips: [], ...found }];
  });
}

type Found = Partial<Omit<Replacement, 'member'>> | undefined;

function ofMember(member: OldResource, zones: readonly ZonePart[], old: OldConfiguration): Found {
  switch (member.kind) {
    case 'waf_package':
      return ofPackage(member, old);
    case 'waf_rule':
      return ofRule(member, old);
    case 'waf_override':
      return ofOverride(member, zones);
    default:
      return undefined;
  }
}

/** The inputs that leave with the previous WAF, of arguments that no new code can have then. */
function lackedBy(member: OldResource, old: OldConfiguration, ...names: readonly string[]) {
  const values = names.map((name) => own(bodyOf(member), name) ?? null);
  const needed = neededFor(member, old, ...values);
  return needed.length === 0 ? undefined : `${names.join(' and ')} depend on ${needed.join(', ')}`;
}

/** The replacement of a package: it sets the threshold of the core rule set, and its action. */
function ofPackage(member: OldResource, old: OldConfiguration): Found {
  const { body, kind } = member;
  const lack = lackedBy(member, old, ...enforcingArguments(member));
  if (lack !== undefined) return { gap: { why: lack, kind: 'held' } };
  if (own(body, 'package_id') === cloudflarePackage) return undefined;
  const [sensitivity = null, action = null] = settingsOfKind(kind).map(({ argument, providerDefault }) =>
    withDefault(own(body, argument) ?? null, providerDefault),
  );
  if (sensitivity === 'off') return undefined;
  const isFixed = isText(sensitivity) && isText(action);
  const threshold = mapped(thresholds, sensitivity);
  const newAction = mapped(actions, action);
  // What the migration sets by itself needs no override.
  const isThresholdSet = isFixed && threshold === ownThreshold(sensitivity);
  const isActionSet = isFixed && action !== 'challenge';
  if (threshold === undefined || newAction === undefined || (isThresholdSet && isActionSet)) return undefined;
  const override: WrittenObject = {
    rule_id: anomalyScoreRule,
    ruleset_id: managedRulesets.owasp,
    ...(!isThresholdSet && { score_threshold: threshold }),
    ...(!isActionSet && { action: newAction }),
  };
  return { overrides: [override] };
}

/** The score thresholds by sensitivity: public facts 6.4. A package that is off has the threshold that its migration sets. */
const thresholds: WrittenObject = { high: 25, medium: 40, low: 60, off: 40 };

/** The actions by action mode: specification 3.3. */
const actions: WrittenObject = { simulate: 'log', block: 'block', challenge: 'challenge' };

function ownThreshold(written: string): number | undefined {
  const sensitivity = sensitivities.find((each) => each === written);
  return sensitivity && coreSettingOf({ sensitivity }).scoreThreshold;
}

function mapped(values: WrittenObject, key: Written): Written | undefined {
  return isText(key) ? own(values, key) : template(`${hcl(values)}[${hcl(key)}]`);
}

/** The replacement of a rule that challenges: the migration would make it a managed challenge. A rule that is off stays off. */
function ofRule(member: OldResource, old: OldConfiguration): Found {
  const { rule_id: id = null, mode = null } = member.body;
  if (isText(mode) && mode !== 'challenge') return undefined;
  const lack =
    isText(id) && !isIdentifier(id)
      ? `no new rule has the id ${id}`
      : lackedBy(member, old, 'rule_id', 'mode');
  if (lack !== undefined)
    return { gap: { why: `${lack}, so a challenge becomes a managed challenge`, kind: 'todo' } };
  return {
    overrides: [{ rule_id: id, action: 'challenge' }],
    ...(!isText(mode) && { condition: `${hcl(mode)} == "challenge"` }),
  };
}

/** The replacement of an override by skip rules. Their expressions depend on its URLs, so only literal ones have any. */
function ofOverride(member: OldResource, zones: readonly ZonePart[]): Found {
  const names = [...enforcingArguments(member), 'description'];
  const open = names.filter((name) => !isLiteral(own(bodyOf(member), name) ?? null));
  if (open.length > 0)
    return {
      gap: { why: `no skip rule has ${open.join(', ')} in each value of the expressions`, kind: 'held' },
    };
  if (unlessUnreadable(() => decodeOverride(knownValues(bodyOf(member)))) === undefined)
    return { gap: { why: 'its arguments are not of the types of an override', kind: 'held' } };
  const found = zones.flatMap((zone) => lossesOf(member, zone));
  const skips = found.flatMap(({ instead, replacement }) =>
    instead === 'snippet' && replacement !== null && 'expression' in replacement ? [replacement] : [],
  );
  const [skip] = skips;
  const gap = found.find(({ instead }) => instead === null || instead === 'by hand');
  const forms = skips.map(({ description: _, ...rest }) => JSON.stringify(rest));
  if (new Set([...forms, ...(gap === undefined ? [] : [''])]).size > 1)
    return { gap: { why: 'the skip rules that replace it differ between its zones', kind: 'held' } };
  if (gap !== undefined) return { gap: { why: gap.what, kind: gap.instead === null ? 'lost' : 'held' } };
  if (skip === undefined) return undefined;
  const { description } = member.body;
  const text = description === undefined || description === '' ? `WAF override ${member.name}` : description;
  return { skips: [{ ...writtenValues({ ...skip }), description: text }] };
}

/** What `waf report` says of the overrides of a block in a zone, from what the API or the code says of the previous WAF. */
function lossesOf(member: OldResource, { instances, apiZone }: ZonePart): ReportedLoss[] {
  const own = instances.filter((each) => each.member === member);
  if (own.length === 0 || isMigrated(apiZone)) return [];
  const waf = apiZone?.waf ?? describedWaf(instances);
  const replacements = new Replacements(toMigrationConfiguration(waf).rules);
  const ids = new Set(own.map(apiIdOf));
  return reportLosses(waf)
    .filter(({ code }) => code === 'waf.uri_override')
    .flatMap((loss) => replacements.add(loss))
    .filter(({ ids: [id = ''] }) => ids.has(id));
}

/**
 * The `rule_overrides` and `skip_rules` of an object: the items of each block, repeated as the block is.
 *
 * @param isMigrated - as code: where the zone has the new rules already, they stay as they are
 */
export function adjustmentsOf(
  group: Group,
  replacements: readonly Replacement[],
  isMigrated: string | undefined,
): WrittenObject {
  const ofRulesets = group.members
    .filter(({ kind }) => kind === 'ruleset')
    .map((member) => ({ member, ...adjustmentsIn(bodyOf(member).rules) }));
  const listsOf = (name: 'overrides' | 'skips') => [
    ...replacements.map((each) => unless(isMigrated, listFor(group, each, each[name]))),
    ...ofRulesets.map((each) => listFor(group, each, each[name])),
  ];
  return {
    rule_overrides: withoutDuplicates(concatenated(listsOf('overrides')), ['rule_id', 'ruleset_id']),
    skip_rules: withoutDuplicates(concatenated(listsOf('skips')), ['expression', 'rule_ids', 'ruleset_id']),
  };
}

function listFor(
  group: Group,
  { member, condition }: Pick<Replacement, 'member' | 'condition'>,
  items: readonly WrittenObject[],
): Written {
  if (items.length === 0) return [];
  const loop = loopOf(group, member);
  if (loop !== undefined) return listIn(narrowLoop(loop, condition && inLoop(condition)), items);
  return condition === undefined ? items : template(`${condition} ? ${hcl(items)} : []`);
}

function unless(condition: string | undefined, list: Written): Written {
  if (condition === undefined || (isWrittenList(list) && list.length === 0)) return list;
  return template(`[for item in ${hcl(list)} : item if !(${condition})]`);
}

/** A list without duplicates: the blocks of one rule become one item. */
function withoutDuplicates(list: Written, identity: readonly string[]): Written {
  const items = objectsIn(list);
  if (items === undefined) return list;
  const keyOf = (item: WrittenObject) => JSON.stringify(identity.map((name) => own(item, name) ?? null));
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}
