import { textOf } from '../../../ground/json';
import { fieldSets } from '../../../resources/custom-fields-ruleset/contract';
import { phase } from '../../../resources/custom-fields-ruleset/rules';
import {
  expressionOf,
  isWrittenList,
  literalOf,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { managedPhase } from '../../../waf';
import type { OldResource } from '../model';
import { areRulesApart, Arguments, objectsIn } from './arguments';
import { originalOf, type FindingOnBlock } from './draft';
import { accountFindings } from './evaluated';
import { hcl, template } from './expressions';
import { bodyOf, isLiteral, ownerOf, textIn, unknownOwner, valueIn } from './known';
import { decodeArgument, type DecodedCode } from './old-form';
import { partsOf, type Part, type Translator } from './translator';

/** Rulesets of custom log fields: specification 2.2 to 2.4; the forms of the providers by the public facts, section 8.2. */
export const customFields: Translator = {
  kind: 'ruleset',
  typeName: 'edge_custom_fields_ruleset',
  appliesTo: (resource) => {
    const of = phaseOf(resource);
    if (of === undefined) return { unknown: 'Its phase is not known, or differs between its instances.' };
    return of === managedPhase ? 'another' : of === phase;
  },
  parts: ['rules'],
  toConfig: ({ old }, resource, given) => {
    const owner = ownerOf(resource);
    if (owner === 'account')
      return {
        why: 'A ruleset of an account has no equivalent: custom log fields belong to a zone.',
        severity: 'note',
      };
    if (owner === 'unknown') return { why: unknownOwner, severity: 'todo' };
    const preserves = JSON.stringify([
      resource.body,
      resource.instances.map(({ values, state }) => [values?.rules, state?.rules]),
    ]).includes('preserve_duplicates');
    const read = (written: Written) => translateRules(decodeArgument('ruleset', 'rules', written), preserves);
    const parts = partsOf(resource, 'rules', read, isApart);
    if ('problem' in parts && parts.problem === 'differs')
      return { why: `Its ${parts.names} differ between the instances of the module.`, severity: 'note' };
    if ('problem' in parts)
      return {
        why: 'Its rules are not known, and they must be to tell which fields they log.',
        severity: 'todo',
      };
    const why = parts.each.find(({ reason }) => reason !== undefined)?.reason;
    if (why !== undefined) return { why, severity: 'note' };
    for (const name of ['kind', 'phase', 'id']) given.take(name);
    return {
      ...parts,
      config: {
        zone_id: bodyOf(resource).zone_id ?? null,
        name: given.take('name') ?? null,
        description: given.take('description') ?? null,
        ...parts.config,
      },
      findings: [
        ...accountFindings(old, resource),
        ...(parts.each.some(({ isLowered }) => isLowered) ? [loweredNames] : []),
      ],
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

/** Undefined if it is not known, or not the same in all instances. */
export function phaseOf({ body, instances }: OldResource): string | undefined {
  const { phase: written = null } = body;
  if (isLiteral(written)) return textOf(written);
  const values = new Set(instances.map((instance) => valueIn(instance, 'phase')));
  const [only] = values;
  return values.size === 1 && typeof only === 'string' ? only : undefined;
}

/** The lists of names may be expressions. */
function isApart(written: Written): boolean {
  return areRulesApart(written, ({ expression = null }) => isLiteral(expression));
}

interface Translated extends Part {
  readonly isLowered: boolean;
  /** Why there is no equivalent. */
  readonly reason?: string;
}

/** @param preserves - whether some fields preserve duplicates, as far as is known */
function translateRules({ body, leftovers }: DecodedCode, preserves: boolean): Translated | undefined {
  const none = { config: {}, leftovers: [], isLowered: false };
  const rules = objectsIn(body.rules);
  if (rules === undefined) return undefined;
  const [first = {}] = rules;
  const reason = reasonAgainst(rules);
  if (reason !== undefined) return { ...none, reason };
  const rule = new Arguments(first, 'rules.');
  for (const name of ['action', 'expression', 'id']) rule.take(name);
  const enabled = rule.take('enabled');
  const parameters = rule.takeObject('action_parameters');
  const preserved: Written[] = [];
  const config: Record<string, Written> = {};
  let isLowered = false;
  for (const { array, attribute } of fieldSets) {
    const fields = parameters?.take(array);
    if (fields === undefined) continue;
    const { names, duplicates } = namesIn(fields, preserves && array.includes('response'));
    const lowered = attribute === 'cookies' ? names : inLowerCase(names);
    isLowered ||= JSON.stringify(lowered) !== JSON.stringify(names);
    config[attribute] = lowered;
    preserved.push(...duplicates);
  }
  if (Object.keys(config).length === 0)
    return { ...none, reason: 'Its rule logs no fields, and custom log fields need at least one name.' };
  return {
    config: { ...config, preserve_duplicates: together(preserved), enabled: enabled ?? null },
    leftovers: [...leftovers, ...rule.leftovers()],
    isLowered,
  };
}

/** Why rules have no equivalent, whatever they log. */
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
function namesIn(fields: Written, preserves: boolean) {
  const items = objectsIn(fields);
  if (items === undefined) {
    // Texts up to 4.x, and objects with a name in 5.x.
    const list = hcl(fields);
    const preserved = `[for field in ${list} : field.name if try(field.preserve_duplicates == true, false)]`;
    return {
      names: template(`[for field in ${list} : try(field.name, field)]`),
      duplicates: preserves ? [template(preserved)] : [],
    };
  }
  const named = items.map(({ name = null, preserve_duplicates = false }) => ({ name, preserve_duplicates }));
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
  };
}

function together(lists: readonly Written[]): Written {
  const [only, ...more] = lists;
  if (only === undefined) return null;
  if (more.length === 0) return only;
  const all = lists.filter(isWrittenList);
  if (all.length === lists.length) return [...new Set(all.flat())];
  return template(`concat(${lists.map(hcl).join(', ')})`);
}

function inLowerCase(names: Written): Written {
  if (!isWrittenList(names)) return names;
  return names.map((name) =>
    typeof name === 'string' && literalOf(name) !== undefined && expressionOf(name) === undefined
      ? name.toLowerCase()
      : name,
  );
}
