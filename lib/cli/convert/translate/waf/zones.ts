import type { OldConfiguration, OldResource, Repetition } from '../../model';
import type { Written } from '../../../../hcl/template';
import { connectedComponents } from '../../../../ground/connected-components';
import { getOrAdd } from '../../../../ground/remember';
import { allOf, anyExistence, countIf, existenceOf, loopOver, switchOf, type Loop } from '../existence';
import { forOver, hcl, inLoop, template, usesKey } from '../expressions';
import { textIn } from '../argument-values';
import { rootExpressionOf } from './root-expressions';

/** Blocks of one module with the same code for their zone and for what repeats it. */
interface Form {
  readonly zone: Written;
  /** The zone as an expression of the root module. Equal expressions are the same zone. */
  readonly rootExpression: string;
  /** The `for_each` or `count` that repeats the zone; empty where the zone does not depend on a key. */
  readonly repetition: Repetition;
  readonly members: readonly OldResource[];
}

/** Blocks of the same zones. A zone has one migration, so they become one object. */
export interface Group {
  readonly module: string;
  /**
   * `single` has one zone in each instance of its module, `each` has the `for_each` of its blocks, and `union` has one instance for each
   * zone that one of its forms has.
   */
  readonly kind: 'single' | 'each' | 'union';
  readonly forms: readonly Form[];
  readonly members: readonly OldResource[];
}

/** The groups of blocks, in the order of their first blocks. */
export function groupByZone(resources: readonly OldResource[], old: OldConfiguration): readonly Group[] {
  const byText = new Map<string, Form & { module: string; members: OldResource[] }>();
  for (const resource of resources) {
    const { module, body } = resource;
    const zone = body.zone_id ?? null;
    const { forEach, count } = usesKey(zone) ? resource.meta : {};
    const repetition = { ...(forEach !== undefined && { forEach }), ...(count !== undefined && { count }) };
    const key = JSON.stringify([module, zone, repetition]);
    const rootExpression = rootExpressionOf(zone, module, old);
    getOrAdd(byText, key, () => ({ module, zone, rootExpression, repetition, members: [] })).members.push(
      resource,
    );
  }
  const modules = [...new Set(resources.map(({ module }) => module))];
  return modules.flatMap((module) => {
    const own = [...byText.values()].filter((form) => form.module === module);
    return connectedComponents(own, keysOf).map((forms) => toGroup(module, forms, resources));
  });
}

/** Forms that may have the same zone have a key in common: all that depend on keys, and those that have one zone today. */
function keysOf(form: Form): readonly string[] {
  return [form.rootExpression, ...form.members.flatMap(placesOf), ...(isKeyed(form) ? ['keyed'] : [])];
}

function isKeyed({ repetition: { forEach, count } }: Form): boolean {
  return forEach !== undefined || count !== undefined;
}

/** The zones of a block in each instance of its module, as far as they are known. */
function placesOf({ instances }: OldResource): string[] {
  return instances.flatMap((instance) => {
    const zone = textIn(instance, 'zone_id');
    return zone === undefined ? [] : [`${instance.moduleAddress} ${zone}`];
  });
}

function toGroup(module: string, forms: readonly Form[], order: readonly OldResource[]): Group {
  const all = new Set(forms.flatMap(({ members }) => members));
  const members = order.filter((resource) => all.has(resource));
  const [only, ...more] = forms;
  if (only === undefined) return { module, kind: 'union', forms, members };
  if (!isKeyed(only) && more.every(({ rootExpression }) => rootExpression === only.rootExpression))
    return { module, kind: 'single', forms: [only], members };
  const kind = more.length === 0 && isOncePerZone(only) ? 'each' : 'union';
  return { module, kind, forms, members };
}

/** Whether no two keys have the same zone. */
function isOncePerZone({ repetition, zone, members }: Form): boolean {
  if (repetition.forEach === undefined) return false;
  if (hcl(zone) === 'each.key') return true;
  return members.every(({ instances }) => {
    const places = instances.map((each) => `${each.moduleAddress} ${textIn(each, 'zone_id') ?? ''}`);
    const isKnown = instances.every((each) => textIn(each, 'zone_id') !== undefined);
    return instances.length > 0 && isKnown && new Set(places).size === places.length;
  });
}

export function zoneAttribute({ kind, forms: [first] }: Group): Written {
  return kind === 'union' ? template('each.key') : (first?.zone ?? null);
}

/**
 * The `count` or `for_each` of the object: it has a zone where one of the old blocks has it, and where a condition on the zone holds.
 *
 * @param conditionFor - gets the zone as code; undefined where nothing has to hold
 */
export function repetitionOf(
  { kind, forms, members }: Group,
  conditionFor: (zone: string) => string | undefined,
): Repetition {
  const [first] = forms;
  if (first === undefined) return {};
  if (kind === 'single') {
    const existence = anyExistence(members.map(({ meta }) => meta));
    return countIf(allOf(conditionFor(hcl(first.zone)), existence));
  }
  if (kind === 'each') {
    const condition = conditionFor(inLoop(hcl(first.zone)));
    if (condition === undefined) return first.repetition;
    const over = hcl(first.repetition.forEach ?? {});
    return {
      forEach: over.startsWith('toset(')
        ? template(`toset([for each_key, each_value in ${over} : each_value if ${condition}])`)
        : template(`{ for each_key, each_value in ${over} : each_key => each_value if ${condition} }`),
    };
  }
  if (forms.length === 1) return { forEach: template(`toset(${zonesIn(first, conditionFor)})`) };
  const all = `concat(${forms.map((form) => zonesIn(form)).join(', ')})`;
  const condition = conditionFor('zone');
  return {
    forEach: template(
      condition === undefined ? `toset(${all})` : `toset([for zone in ${all} : zone if ${condition}])`,
    ),
  };
}

/** The zones of the instances of a form, as a list. */
function zonesIn(form: Form, conditionFor?: (zone: string) => string | undefined): string {
  const { zone, repetition, members } = form;
  const value = inLoop(hcl(zone));
  const existence = isKeyed(form) ? undefined : anyExistence(members.map(({ meta }) => meta));
  const condition = allOf(conditionFor?.(isKeyed(form) ? value : 'zone'), existence);
  const filter = condition === undefined ? '' : ` if ${condition}`;
  if (isKeyed(form)) return `[${forOver(repetition)} : ${value}${filter}]`;
  return filter === '' ? `[${hcl(zone)}]` : `[for zone in [${hcl(zone)}] : zone${filter}]`;
}

/** The loop over the instances of a block that the object has; undefined where each instance of the object has one of them. */
export function loopOf({ kind, members }: Group, { body, meta }: OldResource): Loop | undefined {
  const zone = body.zone_id ?? null;
  const isRepeated = meta.forEach !== undefined || meta.count !== undefined;
  if (kind === 'union')
    return isRepeated
      ? loopOver(meta, `${inLoop(hcl(zone))} == each.key`)
      : { over: `for zone in [${hcl(zone)}]`, condition: ' if zone == each.key' };
  // The object exists under the condition of all blocks, so an instance of it has one of each.
  const isSwitch = meta.count !== undefined && switchOf(meta.count) !== undefined;
  const isOnlyCondition = isSwitch && members.every((each) => existenceOf(each.meta) === existenceOf(meta));
  return isRepeated && !usesKey(zone) && !isOnlyCondition ? loopOver(meta) : undefined;
}
