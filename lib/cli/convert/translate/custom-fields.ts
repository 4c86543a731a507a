import type { OldInstance, OldResource, Remark } from '../model';
import { fieldSets } from '../../../resources/custom-fields-ruleset/contract';
import { phase } from '../../../resources/custom-fields-ruleset/rules';
import {
  expressionOf,
  isEmptyWritten,
  isWrittenList,
  isWrittenObject,
  literalOf,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { newAddress } from '../addresses';
import { Arguments, objectsIn, single } from './arguments';
import { findLeftovers, note, originalOf, sourceOf, type Draft } from './draft';
import { hcl, template } from './expressions';
import { adoptObjects } from './imports';
import { bodyOf, byKey, isLiteral, ownerOf, takenApart, textIn, unknownOwner } from './known';
import { addObject, findMeta, metaOf } from './object';

const typeName = 'edge_custom_fields_ruleset';

/** A ruleset of custom log fields: specification 2.2 to 2.4; the forms of the providers by the public facts, section 8.2. */
export function convertCustomFields(draft: Draft, resource: OldResource): void {
  const given = new Arguments(bodyOf(resource));
  const kept = (text: string, severity: 'note' | 'todo' = 'note') => {
    draft.keep(resource, {
      code: 'convert.no_equivalent',
      severity,
      text: `${text} The block stays as it is.`,
    });
  };
  given.take('account_id');
  const owner = ownerOf(resource);
  if (owner === 'account') {
    kept('A ruleset of an account has no equivalent: custom log fields belong to a zone.');
    return;
  }
  if (owner === 'unknown') {
    kept(unknownOwner, 'todo');
    return;
  }
  const rules = rulesOf(resource);
  if (rules === undefined) {
    kept('Its rules are not known, and they must be to tell which fields they log.', 'todo');
    return;
  }
  const preserves = JSON.stringify([
    resource.body,
    resource.instances.map(({ values, state }) => [values?.rules, state?.rules]),
  ]).includes('preserve_duplicates');
  const translated = rules.map(({ key, rules: ofInstance }) => ({
    key,
    ...translateRules(ofInstance, preserves),
  }));
  const reason = translated.find((each) => each.reason !== undefined)?.reason;
  if (reason !== undefined) {
    kept(reason);
    return;
  }
  const { config, differing } = byKey(
    resource,
    translated.map((each) => ({ key: each.key, config: each.config ?? {} })),
  );
  if (differing.length > 0) {
    kept(`Its ${differing.join(', ')} differ between the instances of the module.`);
    return;
  }
  for (const name of ['kind', 'phase', 'rules', 'shareable_entitlement_name', 'id']) given.take(name);
  const isDynamic = !isLiteralStructure(resource);
  const remarks: Remark[] = isDynamic
    ? [
        note(
          'These are the fields as Terraform evaluated them. The rules were computed:',
          Object.keys(config)[0],
          sourceOf(resource, 'rules'),
        ),
      ]
    : [];
  const object = addObject(draft, {
    typeName,
    at: resource,
    name: resource.name,
    meta: metaOf(resource, typeName),
    config: {
      zone_id: given.take('zone_id') ?? null,
      name: given.take('name') ?? null,
      description: given.take('description') ?? null,
      ...config,
    },
    remarks,
    replaces: [resource],
  });
  const isAdopted = adoptObjects(draft, resource, object, importId);
  const findings = [
    ...findMeta(draft, resource, typeName),
    ...findLeftovers(
      draft,
      resource,
      [...given.leftovers(), ...translated.slice(0, 1).flatMap((each) => each.leftovers)],
      isAdopted,
    ),
    ...(translated.some((each) => each.isLowered)
      ? [
          draft.findOn(resource, {
            code: 'convert.header_case',
            severity: 'note',
            text: 'Names of headers are in lower case now: the service compares them so.',
          }),
        ]
      : []),
  ];
  draft.addFates(resource, { outcome: 'converted', findings }, (instance) => [
    instance === undefined ? `${typeName}.${object.name}` : newAddress(object, instance, instance.key),
  ]);
}

function importId(instance: OldInstance): string | undefined {
  const zone = textIn(instance, 'zone_id');
  return zone === undefined ? undefined : `${zone}/${phase}`;
}

interface KeyedRules {
  readonly key: string | number | undefined;
  readonly rules: readonly WrittenObject[];
}

/** The rules of all instances together if they are the same, or of each. Undefined if they are not known. */
function rulesOf(resource: OldResource): readonly KeyedRules[] | undefined {
  const apart = takenApart(resource, 'rules', isApart);
  if (apart.kind === 'unknown') return undefined;
  if (apart.kind === 'same') {
    const rules = apart.written === null ? [] : objectsIn(apart.written);
    return rules && [{ key: undefined, rules }];
  }
  const keyed = [...apart.written].map(([{ key }, written]) => ({ key, rules: objectsIn(written) }));
  return keyed.every((each): each is KeyedRules => each.rules !== undefined) ? keyed : undefined;
}

function isLiteralStructure(resource: OldResource): boolean {
  return isApart(bodyOf(resource).rules ?? null);
}

/** The lists of names may be expressions. */
function isApart(written: Written): boolean {
  return (
    objectsIn(written)?.every((rule) => {
      const parameters = single(rule.action_parameters);
      const isPlain =
        !('dynamic' in rule) && isLiteral(rule.action ?? null) && isLiteral(rule.expression ?? null);
      return (
        isPlain &&
        (rule.action_parameters === undefined || parameters !== undefined) &&
        !('dynamic' in (parameters ?? {}))
      );
    }) ?? false
  );
}

interface Translated {
  readonly config?: WrittenObject;
  readonly leftovers: ReturnType<Arguments['leftovers']>;
  readonly isLowered: boolean;
  /** Why there is no equivalent. */
  readonly reason?: string;
}

/** @param preserves - whether some fields preserve duplicates, as far as is known */
function translateRules(rules: readonly WrittenObject[], preserves: boolean): Translated {
  const none = { leftovers: [], isLowered: false };
  const [first, ...more] = rules;
  if (first === undefined)
    return { ...none, reason: 'It has no rule, and custom log fields need at least one name.' };
  if (more.length > 0)
    return {
      ...none,
      reason: `It has ${rules.length} rules, and the new object writes one rule for all fields.`,
    };
  const rule = new Arguments(first, 'rules.');
  const action = rule.take('action');
  const expression = rule.take('expression');
  if (action !== undefined && action !== 'log_custom_field')
    return {
      ...none,
      reason: `The action of its rule is ${originalOf(action)} instead of log_custom_field.`,
    };
  if (typeof expression === 'string' && expression.trim() !== 'true')
    return {
      ...none,
      reason: `The expression of its rule is ${originalOf(expression)}, and custom log fields apply to all requests.`,
    };
  const enabled = rule.take('enabled');
  rule.ignore({ description: [''], ref: [''], categories: [] });
  for (const name of ['id', 'version', 'last_updated']) rule.take(name);
  const parameters = rule.takeObject('action_parameters');
  const preserved: Written[] = [];
  const config: Record<string, Written> = {};
  let isLowered = false;
  for (const { array, attribute } of fieldSets) {
    const fields = parameters?.take(array);
    if (fields === undefined || (isWrittenList(fields) && fields.length === 0)) continue;
    const { names, duplicates } = namesIn(fields, preserves && array.includes('response'));
    const lowered = attribute === 'cookies' ? names : inLowerCase(names);
    isLowered ||= JSON.stringify(lowered) !== JSON.stringify(names);
    config[attribute] = lowered;
    if (duplicates !== undefined) preserved.push(duplicates);
  }
  if (Object.keys(config).length === 0)
    return { ...none, reason: 'Its rule logs no fields, and custom log fields need at least one name.' };
  return {
    config: {
      ...config,
      preserve_duplicates: together(preserved),
      enabled: enabled ?? null,
    },
    leftovers: rule.leftovers().filter(({ value }) => !isEmptyWritten(value)),
    isLowered,
  };
}

/** Texts up to 4.x, and objects with a name in 5.x. */
function namesIn(
  fields: Written,
  preserves: boolean,
): { readonly names: Written; readonly duplicates?: Written } {
  if (!isWrittenList(fields)) {
    const list = hcl(fields);
    return {
      names: template(`[for field in ${list} : try(field.name, field)]`),
      ...(preserves && {
        duplicates: template(
          `[for field in ${list} : field.name if try(field.preserve_duplicates == true, false)]`,
        ),
      }),
    };
  }
  const items = fields.map((field) =>
    isWrittenObject(field)
      ? { name: field.name ?? null, preserved: field.preserve_duplicates ?? false }
      : { name: field, preserved: false },
  );
  const certain = items.flatMap(({ name, preserved }) => (preserved === true ? [name] : []));
  return {
    names: items.map(({ name }) => name),
    ...(certain.length > 0 && { duplicates: certain }),
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
