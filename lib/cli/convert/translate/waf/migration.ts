import { hcl, template } from '../expressions';
import { knownValues } from '../../../project/written-values';
import type { WrittenObject } from '../../../../hcl/template';
import type { ConvertedObject, OldInstance, OldResource } from '../../model';
import { blockAddresses, newAddress, pathsTo } from '../../addresses';
import { findLeftovers, note, originalOf, todo, type Draft } from '../draft';
import { byKey, textIn } from '../known';
import { addObject, findMeta } from '../object';
import {
  evaluatedSettings,
  hasSettings,
  joinOverrides,
  writtenScores,
  writtenSettings,
  type ZonesOfObject,
} from './expected';
import { Losses, type ZonePart } from './losses';
import { gated, isNative, keyOf, ownInstances, zoneAttribute, zonesOf, type Group } from './zones';
import { own } from '../../../../ground/record';

export const typeName = 'edge_waf_migration';

export class Migration {
  readonly #group: Group;
  readonly #parts: readonly ZonePart[];
  readonly #losses: Losses;
  /** The zones that need no migration, and whether they are all. */
  readonly #migrated: readonly string[];
  readonly #isMigrated: boolean;

  /** @param gate - the name of the variable that starts the migration */
  public constructor(
    private readonly draft: Draft,
    group: Group,
    private readonly gate: string,
  ) {
    this.#losses = new Losses(draft);
    this.#group = withoutMixedCount(group, draft);
    this.#parts = partsOf(this.#group, draft);
    this.#migrated = this.#zonesIn('complete', 'default', 'validation');
    this.#isMigrated = this.#isEvery(this.#migrated);
  }

  public convert(): void {
    const { members, orphans, module } = this.#group;
    const [first] = members;
    const { old } = this.draft;
    // Replacements first: they say whether what is expected may follow the code.
    const adjustments = this.#adjustments();
    const config = { ...this.#settings(), ...adjustments };
    const object = addObject(this.draft, {
      typeName,
      at: {
        module,
        file: members.find((each) => each.module === module)?.file ?? rootFile(old),
      },
      name: this.#name(),
      meta: this.#meta(),
      config,
      remarks: this.#losses.remarks,
      replaces: members,
    });
    for (const part of this.#parts) this.#import(object, part);
    for (const member of members) {
      const findings = findMeta(this.draft, member);
      const leftovers = findLeftovers(this.draft, member, leftoversOf(member), false);
      for (const instance of instancesOf(member, this.draft))
        this.#addFate(object, instance, [...findings, ...leftovers]);
    }
    for (const orphan of orphans) {
      this.draft.removeOrphan(orphan);
      const position = this.draft.find({
        code: 'convert.orphan',
        severity: 'note',
        address: orphan.address,
        text: `The state has ${orphan.address}, and the code does not: the next apply would reset it at the service before the migration reads it. The state forgets it instead.`,
      });
      this.#addFate(object, orphan, [position]);
    }
    if (first !== undefined || orphans.length > 0) this.#losses.noteOthers(object);
    this.#holdBack(object);
  }

  /** Terraform refuses the object while it acknowledges nothing, even if it has no instance yet. */
  #holdBack(object: ConvertedObject): void {
    const { obstacles } = this.#losses;
    if (obstacles.length === 0) return;
    const attribute = 'acknowledge_irreversible';
    const held = todo(
      `No plan succeeds with false, because the conversion would have to guess: ${obstacles.join('; ')}. Resolve it, and write the expression below.`,
      attribute,
      originalOf(own(object.config, attribute) ?? null),
    );
    this.draft.update(object, {
      config: { ...object.config, [attribute]: false },
      remarks: [...object.remarks, held],
    });
  }

  #addFate(object: ConvertedObject, instance: OldInstance, findings: readonly number[]): void {
    this.draft.addFate({
      address: instance.address,
      type: instance.type,
      outcome:
        this.#losses.outcomes.get(instance.address) ??
        (instance.kind === 'ruleset' ? 'converted' : 'migrated'),
      to: this.#addressesFor(object, textIn(instance, 'zone_id')),
      findings: [...(this.#losses.findings.get(instance.address) ?? []), ...findings],
    });
  }

  /** `zone_id` and everything about the step that the migration takes. */
  #settings(): WrittenObject {
    const { shape, members, orphans } = this.#group;
    const zone = zoneAttribute(this.#group);
    const inValidation = this.#zonesIn('validation');
    const isGated = !this.#isMigrated;
    if (isGated)
      this.draft.addVariable({
        module: this.#group.module,
        name: this.gate,
        type: 'bool',
        description:
          'Whether to migrate the WAF of the zones, which is irreversible. Leave it false in the first apply, which moves the state only',
        default: false,
        sensitive: false,
      });
    if (shape.kind === 'listed')
      this.#losses.remarks.push(
        todo(
          'The zones of these blocks overlap, and each zone can have only one migration. Replace the ids if you have expressions for them.',
          undefined,
          members.map(({ text }) => text).join('\n\n'),
        ),
      );
    const hasOverrides = [...members, ...orphans].some(({ kind }) => kind === 'waf_override');
    return {
      zone_id: zone,
      target: this.#isEvery(inValidation)
        ? 'validation'
        : inValidation.length === 0
          ? 'complete'
          : template(`${isIn(inValidation, hcl(zone))} ? "validation" : "complete"`),
      acknowledge_irreversible: !isGated ? true : template(this.#condition(hcl(zone))),
      ...(isGated && this.#expected()),
      ...(isGated && hasOverrides && { delete_uri_overrides: true }),
    };
  }

  #meta(): ConvertedObject['meta'] {
    const { shape, members } = this.#group;
    const dependsOn = [...new Set(members.flatMap(({ meta }) => meta.dependsOn ?? []))];
    const isOwn = this.#isMigrated && (shape.kind === 'single' || shape.kind === 'each');
    const isOneOf = (zone: string) => {
      const condition = this.#isMigrated ? 'true' : this.#condition(zone);
      return condition.includes(' || ') ? `(${condition})` : condition;
    };
    const repeated = isOwn ? 'meta' in shape && shape.meta : gated(this.#group, isOneOf);
    return { ...repeated, ...(dependsOn.length > 0 && { dependsOn }) };
  }

  /** When a zone is migrated, or may be. */
  #condition(zone: string): string {
    const isIncluded = this.#migrated.length === 0 ? [] : [isIn(this.#migrated, zone)];
    return [`var.${this.gate}`, ...isIncluded].join(' || ');
  }

  #isEvery(zones: readonly string[]): boolean {
    return zones.length > 0 && zones.length === this.#parts.length;
  }

  #zonesIn(...states: readonly string[]): string[] {
    return this.#parts.flatMap(({ zone, known }) =>
      zone !== undefined && states.includes(known?.migrationState ?? 'start') ? [zone] : [],
    );
  }

  /** What the previous WAF must be set to when it is migrated. */
  #expected(): WrittenObject {
    const { members, orphans } = this.#group;
    const isNativeOnly =
      orphans.length === 0 &&
      members.every((member) => this.#isNative(member)) &&
      // Another value of a variable must fail, where a replacement has the value of today.
      !this.#losses.isEvaluated;
    const written = isNativeOnly ? writtenSettings(members, this.#zones()) : undefined;
    if (written !== undefined) return hasSettings(written) ? { expected_previous: written } : {};
    const evaluated = this.#parts.map((part) => ({ part, expected: evaluatedSettings(part.instances) }));
    const known = evaluated.flatMap(({ part, expected }) =>
      expected === undefined ? [] : [{ ...part, config: { expected_previous: expected } }],
    );
    const { config, differing } = this.#perZone(known);
    if (known.length === evaluated.length && known.length > 0 && differing.length === 0) {
      const hasAny = known.some((each) => hasSettings(each.config.expected_previous));
      if (hasAny && members.length > 0)
        this.#losses.remarks.push(
          note(
            'These are the values as Terraform evaluated them, and those of the state.',
            'expected_previous',
          ),
        );
      return hasAny ? config : {};
    }
    const text =
      'expected_previous cannot be written: not all settings are known. Set it, so that the migration fails if somebody resets the previous WAF before it.';
    this.#losses.remarks.push(todo(text, undefined, members.map((each) => each.text).join('\n\n')));
    const [first] = members;
    if (first !== undefined)
      this.draft.findOn(first, { code: 'convert.expected_unknown', severity: 'todo', text });
    this.#losses.obstacles.push('expected_previous is unknown');
    return {};
  }

  /** Whether the expressions of a block mean the same in the object. */
  #isNative(member: OldResource): boolean {
    return isNative(this.#group, member) || isSameZone(this.#group, member);
  }

  #zones(): ZonesOfObject {
    return this.#group.shape.kind === 'distinct'
      ? { kind: 'if', condition: (zone) => `${zone} == each.key` }
      : { kind: 'same' };
  }

  #keyed(): Pick<OldResource, 'meta'> {
    const { shape } = this.#group;
    return { meta: shape.kind === 'each' ? shape.meta : {} };
  }

  /** Replacements of what does not carry over, and the adjustments of rulesets. */
  #adjustments(): WrittenObject {
    const { members } = this.#group;
    // The rules of a migrated zone stay as they are.
    const isStarting = this.#parts.every(({ known }) => (known?.migrationState ?? 'start') === 'start');
    const scores = writtenScores(
      isStarting ? members.filter((member) => this.#isNative(member)) : [],
      this.#zones(),
    );
    const configs = this.#parts.map((part) => ({
      ...part,
      config: this.#losses.adjustmentsOf(part, members, scores.members),
    }));
    const { config, differing } = this.#perZone(configs);
    for (const name of differing) {
      const text = `${name} differs between the zones, and their ids are not known. Write the values for each zone.`;
      const values = configs.map((each) => own(each.config, name) ?? null);
      this.#losses.remarks.push(todo(text, undefined, JSON.stringify(values, null, 2)));
      const [first] = this.#group.members;
      if (first !== undefined)
        this.draft.findOn(first, { code: 'convert.zones_differ', severity: 'todo', text });
    }
    const overrides = joinOverrides(own(config, 'rule_overrides') ?? null, scores.parts);
    return { ...config, rule_overrides: overrides };
  }

  /** Attributes that differ between the zones: by the key of the object, or else by the id of the zone. */
  #perZone(configs: readonly (Pick<ZonePart, 'zone' | 'key'> & { readonly config: WrittenObject })[]) {
    const { config, differing } = byKey(this.#keyed(), configs);
    if (differing.length === 0 || configs.some(({ zone }) => zone === undefined))
      return { config, differing };
    const zone = hcl(zoneAttribute(this.#group));
    const looked = differing.map((name) => {
      const values = Object.fromEntries(
        configs.map((each) => [each.zone ?? '', own(each.config, name) ?? null]),
      );
      this.#losses.remarks.push(
        note('The values differ between the zones of the module, so they are looked up by id.', name),
      );
      return [name, template(`try(${hcl(values)}[${zone}], null)`)] as const;
    });
    return { config: { ...config, ...Object.fromEntries(looked) }, differing: [] };
  }

  #import(object: ConvertedObject, { zone, known }: ZonePart): void {
    if (zone === undefined || !['complete', 'default', 'validation'].includes(known?.migrationState ?? ''))
      return;
    const isManaged = this.draft.old.state?.some(
      ({ type, attributes }) => type === typeName && attributes.zone_id === zone,
    );
    if (isManaged === true) return;
    for (const to of this.#addressesFor(object, zone)) this.draft.imports.push({ to, id: zone });
  }

  /** The instance of the object that has a zone; in each copy of the module if the zone is not known. */
  #addressesFor(object: ConvertedObject, zone: string | undefined): string[] {
    const { shape, module } = this.#group;
    const own = ownInstances(this.#group);
    const same = own.filter((instance) => zone !== undefined && textIn(instance, 'zone_id') === zone);
    const places = [...new Set((same.length > 0 ? same : own).map(({ moduleAddress }) => moduleAddress))];
    const modules = places.length > 0 ? places : pathsTo(module, this.draft.old.modules);
    const isCounted = object.meta.count !== undefined && shape.kind === 'single';
    return modules.map((moduleAddress) => {
      const key = keyOf(
        this.#group,
        zone,
        own.filter((each) => each.moduleAddress === moduleAddress),
      );
      return newAddress(object, { moduleAddress }, isCounted ? 0 : key);
    });
  }

  /** The name of the only block, or of the zone. */
  #name(): string {
    const { members, shape } = this.#group;
    const names = [...new Set(members.map(({ name }) => name))];
    const [only, ...more] = names;
    if (only !== undefined && more.length === 0) return only;
    const zone = shape.kind === 'listed' ? '' : hcl(shape.zone);
    const [, reference] = /^(?:data\.)?\w+_zones?\.(\w+)/.exec(zone) ?? [];
    const [known] = this.#parts;
    const isOne = this.#parts.length === 1;
    return reference ?? (isOne ? known?.known?.name.replace(/\W+/g, '_') : undefined) ?? 'waf';
  }
}

function isIn(zones: readonly string[], zone: string): string {
  return `contains(${hcl(zones)}, ${zone})`;
}

/** The instances of a block; the block itself, with what is literal, where they are not known. */
function instancesOf(resource: OldResource, { old }: Draft): readonly OldInstance[] {
  if (resource.instances.length > 0) return resource.instances;
  return blockAddresses(resource, old.modules)
    .slice(0, 1)
    .map((address) => ({
      address,
      type: resource.type,
      kind: resource.kind,
      moduleAddress: '',
      values: knownValues(resource.body),
    }));
}

function partsOf(group: Group, draft: Draft): ZonePart[] {
  const instances = [...group.members.flatMap((each) => instancesOf(each, draft)), ...group.orphans];
  const zones = [...new Set(instances.map((instance) => textIn(instance, 'zone_id')))];
  const own = ownInstances(group);
  return zones.map((zone) => ({
    zone,
    key: keyOf(group, zone, own),
    instances: instances.filter((instance) => textIn(instance, 'zone_id') === zone),
    known: zone === undefined ? undefined : draft.old.zones.get(zone),
  }));
}

/** Whether a block of the same module has the only zone of the group, in other words. */
function isSameZone(group: Group, member: OldResource): boolean {
  if (group.shape.kind !== 'single' || member.module !== group.module) return false;
  const places = new Set(
    group.members.flatMap(({ instances }) => instances.map((each) => each.moduleAddress)),
  );
  return places.size <= 1 && (zonesOf(group)?.size ?? 0) === 1;
}

/** `count` cannot leave out single zones, so zones in different states are listed by id. */
function withoutMixedCount(group: Group, { old }: Draft): Group {
  const { shape } = group;
  if (shape.kind !== 'each' || shape.meta.count === undefined) return group;
  const states = new Set(
    [...(zonesOf(group) ?? [])].map((zone) => old.zones.get(zone)?.migrationState ?? 'start'),
  );
  return states.size > 1 ? { ...group, shape: { ...shape, kind: 'distinct' } } : group;
}

function rootFile({ modules }: Draft['old']): string {
  const files = modules.find(({ path }) => path === '')?.files ?? [];
  return files.find(({ path }) => /(?:^|\/)(?:waf|main)\.tf/.test(path))?.path ?? files[0]?.path ?? 'main.tf';
}

/** Arguments of the old resources that mean nothing for the migration. */
const knownArguments: Readonly<Record<string, readonly string[]>> = {
  waf_package: ['zone_id', 'package_id', 'sensitivity', 'action_mode'],
  waf_group: ['zone_id', 'group_id', 'package_id', 'mode'],
  waf_rule: ['zone_id', 'rule_id', 'package_id', 'group_id', 'mode'],
  waf_override: [
    'zone_id',
    'urls',
    'rules',
    'groups',
    'rewrite_action',
    'paused',
    'description',
    'priority',
    'dynamic',
  ],
  ruleset: ['zone_id', 'name', 'description', 'kind', 'phase', 'rules', 'dynamic'],
};

function leftoversOf({ kind, body }: OldResource) {
  const known = knownArguments[kind] ?? [];
  return Object.entries(body)
    .filter(([name, value]) => !known.includes(name) && value !== null)
    .map(([path, value]) => ({ path, value }));
}
