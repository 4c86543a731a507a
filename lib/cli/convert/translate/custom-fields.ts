import { textOf } from '../../../ground/json';
import { fieldSets } from '../../../resources/custom-fields-ruleset/contract';
import { phase } from '../../../resources/custom-fields-ruleset/rules';
import { isWrittenList, isWrittenObject, type Written, type WrittenObject } from '../../../hcl/template';
import { toCode } from '../../../hcl/to-expression';
import { managedPhase } from '../../../waf';
import type { OldResource } from '../model';
import { Source } from '../../../retired';
import { areRulesLiteral, objectsIn, singleObject } from './arguments';
import { originalOf, sourceOf, type FindingOnBlock } from './draft';
import { hcl, isText, template } from './expressions';
import { bodyOf, isLiteral, ownerOf, textIn, unknownOwner } from './argument-values';
import { decodeArgument, unlessUnreadable } from './decode-arguments';
import type { Kept, Translator } from './translator';

/** Translates rulesets of custom log fields: specification 2.2 to 2.4; the forms of the providers by the public facts, section 8.2. */
export const customFields: Translator = {
  kind: 'ruleset',
  typeName: 'edge_custom_fields_ruleset',
  appliesTo: (resource) => {
    const of = phaseOf(resource);
    if (of === undefined)
      return {
        why: 'Its phase is an expression, and each phase has another equivalent.',
        severity: 'todo',
      };
    return of === managedPhase ? 'another' : of === phase;
  },
  parts: ['rules'],
  toConfig: (_, resource, given) => {
    const owner = ownerOf(resource);
    if (owner === 'account')
      return keptFor('A ruleset of an account has no equivalent: custom log fields belong to a zone.');
    if (owner === 'unknown') return { why: unknownOwner, severity: 'todo' };
    const translated = translateRules(bodyOf(resource).rules ?? null);
    if ('why' in translated) return translated;
    const { config, leftovers, isLowered } = translated;
    for (const name of ['kind', 'phase', 'id']) given.take(name);
    return {
      leftovers,
      config: {
        zone_id: bodyOf(resource).zone_id ?? null,
        name: given.take('name') ?? null,
        description: given.take('description') ?? null,
        ...config,
      },
      findings: [...accountFindings(resource), ...(isLowered ? [loweredNames] : [])],
    };
  },
  importId: (instance) => {
    const zone = textIn(instance, 'zone_id');
    return zone === undefined ? undefined : `${zone}/${phase}`;
  },
};

const loweredNames: FindingOnBlock = {
  code: 'convert.header_case',
  severity: 'note',
  text: 'Names of headers are in lower case now: the service compares them so.',
};

/** The phase of a ruleset; undefined where it is an expression. */
export function phaseOf({ body: { phase: written = null } }: OldResource): string | undefined {
  return isLiteral(written) ? (textOf(written) ?? '') : undefined;
}

/** A finding on the account of a zone's ruleset, if the code has one: with other values of variables, the ruleset is of the account. */
function accountFindings(resource: OldResource): readonly FindingOnBlock[] {
  const { account_id: account = null } = bodyOf(resource);
  if (isLiteral(account)) return [];
  return [
    {
      code: 'convert.account_left',
      severity: 'todo',
      text: 'account_id is left out, because the ruleset is one of a zone here. Where a variable makes it one of the account, no new resource is the same: keep the block there.',
      original: sourceOf(resource, 'account_id'),
    },
  ];
}

const rulesOfExpression: Kept = {
  why: 'Its rules are an expression, and custom log fields are written for rules that stand in the code.',
  severity: 'todo',
};

function translateRules(written: Written) {
  // Lists of names may be expressions.
  const decoded = areRulesLiteral(written, ({ expression = null }) => isLiteral(expression))
    ? unlessUnreadable(() => decodeArgument('ruleset', 'rules', written))
    : undefined;
  const rules = objectsIn(decoded?.body.rules);
  if (decoded === undefined || rules === undefined) return rulesOfExpression;
  // Fields are objects in 5.x, which has no blocks.
  const preserves = objectsIn(written)?.some((rule) => isWrittenObject(rule.action_parameters)) ?? false;
  const [first = {}] = rules;
  const reason = reasonAgainst(rules);
  if (reason !== undefined) return keptFor(reason);
  const rule = new Source<Written>(first, { path: 'rules.' });
  for (const name of ['action', 'expression', 'id']) rule.take(name);
  const enabled = rule.take('enabled');
  const parameters = rule.takeObject('action_parameters', singleObject);
  const preserved: Written[] = [];
  const config: Record<string, Written> = {};
  let isLowered = false;
  for (const { array, attribute } of fieldSets) {
    const fields = parameters?.take(array);
    if (fields === undefined) continue;
    const { names, duplicates, isChanged } = namesIn(fields, {
      preserves: preserves && array.includes('response'),
      // The service compares names of headers in lower case.
      isLowered: attribute !== 'cookies',
    });
    isLowered ||= isChanged;
    config[attribute] = names;
    preserved.push(...duplicates);
  }
  if (Object.keys(config).length === 0)
    return keptFor('Its rule logs no fields, and custom log fields need at least one name.');
  return {
    config: { ...config, preserve_duplicates: together(preserved), enabled: enabled ?? null },
    leftovers: [...decoded.leftovers, ...rule.unread()],
    isLowered,
  };
}

function keptFor(why: string): Kept {
  return { why, severity: 'note' };
}

/** The reason why rules have no equivalent, with any fields; undefined where they may have one. */
function reasonAgainst([rule, ...more]: readonly WrittenObject[]): string | undefined {
  if (rule === undefined) return 'It has no rule, and custom log fields need at least one name.';
  if (more.length > 0)
    return `It has ${more.length + 1} rules, and the new object writes one rule for all fields.`;
  const { action = null, expression } = rule;
  if (action !== '' && action !== 'log_custom_field')
    return `The action of its rule is ${originalOf(action)} instead of log_custom_field.`;
  return typeof expression === 'string' && expression.trim() !== 'true'
    ? `The expression of its rule is ${originalOf(expression)}, and custom log fields apply to all requests.`
    : undefined;
}

/** The names of fields, and lists of those whose duplicates are preserved. */
function namesIn(
  fields: Written,
  { preserves, isLowered }: { readonly preserves: boolean; readonly isLowered: boolean },
) {
  const items = objectsIn(fields);
  if (items === undefined) {
    // Texts up to 4.x, and objects with a name in 5.x.
    const list = hcl(fields);
    const name = isLowered ? 'lower(try(field.name, field))' : 'try(field.name, field)';
    const isPreserved = 'try(field.preserve_duplicates == true, false)';
    return {
      names: template(`try([for field in ${list} : ${name}], null)`),
      duplicates: preserves ? [template(`try([for field in ${list} : ${name} if ${isPreserved}], [])`)] : [],
      isChanged: false,
    };
  }
  const named = items.map(({ name = null, preserve_duplicates = false }) => ({
    name: isLowered ? inLowerCase(name) : name,
    isChanged: isLowered && isText(name) && name !== name.toLowerCase(),
    preserve_duplicates,
  }));
  const certain = named.flatMap((each) => (each.preserve_duplicates === true ? [each.name] : []));
  const conditional = named.filter(({ preserve_duplicates: preserved }) => typeof preserved === 'string');
  return {
    names: named.map(({ name }) => name),
    duplicates: [
      ...(certain.length > 0 ? [certain] : []),
      ...conditional.map(({ name, preserve_duplicates: preserved }) =>
        template(`coalesce(${hcl(preserved)}, false) ? [${hcl(name)}] : []`),
      ),
    ],
    isChanged: named.some((each) => each.isChanged),
  };
}

function inLowerCase(name: Written): Written {
  return isText(name) ? name.toLowerCase() : template(`lower(${toCode(name)})`);
}

function together(lists: readonly Written[]): Written {
  const [only, ...more] = lists;
  if (only === undefined) return null;
  if (more.length === 0) return only;
  const all = lists.filter(isWrittenList);
  if (all.length === lists.length) return [...new Set(all.flat())];
  return template(`concat(${lists.map(hcl).join(', ')})`);
}
