import { own } from '../../../../ground/record';
import { isWrittenList, type Written, type WrittenObject } from '../../../../hcl/template';
import { isIdentifier } from '../../../../resources/identifiers';
import { settingsOfKind } from '../../../../retired';
import { anomalyScoreRule, coreSettingOf, managedRulesets, sensitivities } from '../../../../waf';
import type { ReportedLoss } from '../../../waf/replacements';
import { writtenValues } from '../../../project/written-values';
import type { OldResource } from '../../model';
import { concatenated, listIn, narrowLoop } from '../existence';
import { hcl, inLoop, isText, template } from '../expressions';
import { bodyOf, isLiteral } from '../argument-values';
import type { Draft } from '../draft';
import { objectsIn } from '../arguments';
import { adjustmentsIn } from './adjustments';
import { withDefault } from './expected';
import { cloudflarePackage, enforcingArguments } from './previous';
import { neededFor } from './previous-inputs';
import type { ZoneReport } from './zone-report';
import { loopOf, type Group } from './zones';

/** The items of `rule_overrides` and `skip_rules` that replace a block, for each of its instances. */
export interface Replacement {
  readonly member: OldResource;
  readonly overrides: readonly WrittenObject[];
  readonly skips: readonly WrittenObject[];
  /** The condition on an instance of the block, as code, under which the replacement applies. */
  readonly condition?: string;
  /** The reason why no code replaces what the block enforces. */
  readonly obstacle?: string;
}

/** The replacements of the blocks of the previous WAF, in the expressions of the code. */
export function replacementsOf(
  { members }: Group,
  zones: readonly ZoneReport[],
  draft: Draft,
): readonly Replacement[] {
  return members.flatMap((member): Replacement[] => {
    const found = ofMember(member, zones, draft);
    return found === undefined ? [] : [{ member, overrides: [], skips: [], ...found }];
  });
}

type Found = Partial<Omit<Replacement, 'member'>> | undefined;

function ofMember(member: OldResource, zones: readonly ZoneReport[], draft: Draft): Found {
  const names = enforcingArguments(member);
  const needed = neededFor(member, draft.old, ...names.map((name) => own(bodyOf(member), name) ?? null));
  switch (member.kind) {
    case 'waf_package':
      return needed.length > 0
        ? { obstacle: `${names.join(' and ')} depend on ${needed.join(', ')}` }
        : ofPackage(member);
    case 'waf_rule':
      return needed.length > 0 ? undefined : ofRule(member, zones);
    case 'waf_override':
      return ofOverride(member, zones);
    default:
      return undefined;
  }
}

/** The replacement of a package: it sets the threshold of the core rule set, and its action. */
function ofPackage({ body, kind }: OldResource): Found {
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

/** The replacement of a rule that challenges: the migration would make it a managed challenge. */
function ofRule(member: OldResource, zones: readonly ZoneReport[]): Found {
  const { rule_id: id = null, mode = null } = member.body;
  if (isText(mode) && mode !== 'challenge') return undefined;
  if (isText(id) && !isIdentifier(id)) return undefined;
  const reports = zones.flatMap((zone) => zone.of(member));
  const isWithoutEffect = reports.some(
    ({ found, unknown }) =>
      unknown.some(({ names }) => names.includes('group_id')) ||
      (isText(mode) && !found.some(({ loss }) => loss.code === 'waf.action_changed')),
  );
  if (isWithoutEffect) return undefined;
  return {
    overrides: [{ rule_id: id, action: 'challenge' }],
    ...(!isText(mode) && { condition: `${hcl(mode)} == "challenge"` }),
  };
}

/** The replacement of an override by skip rules. Their expressions depend on its URLs, so only literal ones have any. */
function ofOverride(member: OldResource, zones: readonly ZoneReport[]): Found {
  const names = [...enforcingArguments(member), 'description'];
  const open = names.filter((name) => !isLiteral(own(bodyOf(member), name) ?? null));
  if (open.length > 0)
    return {
      obstacle: `no skip rule has ${open.join(', ')} in each value of the expressions`,
    };
  const reports = zones.flatMap((zone) => zone.of(member)).map(({ found }) => found);
  const skips = reports.map((found) =>
    found.flatMap(({ report: { instead, replacement } }) =>
      instead === 'snippet' && replacement !== null && 'expression' in replacement ? [replacement] : [],
    ),
  );
  const [first = []] = skips;
  if (first.length === 0) return undefined;
  const isSame = skips.every(
    (each) => JSON.stringify(each.map(withoutName)) === JSON.stringify(first.map(withoutName)),
  );
  if (!isSame) return { obstacle: 'the skip rules that replace it differ between its zones' };
  const { description } = member.body;
  const text = description === undefined || description === '' ? `WAF override ${member.name}` : description;
  return { skips: first.map((skip) => ({ ...writtenValues({ ...skip }), description: text })) };
}

type Skip = Extract<ReportedLoss['replacement'], { readonly expression: string }>;

function withoutName({ description: _, ...skip }: Skip): object {
  return skip;
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
    .map((member) => ({ member, ...adjustmentsIn(objectsIn(bodyOf(member).rules) ?? []) }));
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
