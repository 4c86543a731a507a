import {
  describeFinding,
  explainLoss,
  reportLosses,
  toMigrationConfiguration,
  type Loss,
  type LossItem,
} from '../../../../waf';
import { knownValues, writtenValues, type Written, type WrittenObject } from '../../template';
import { Replacements, type ReportedLoss } from '../../../waf/replacements';
import type {
  ConvertedObject,
  Fate,
  Finding,
  KnownZone,
  OldInstance,
  OldResource,
  Remark,
} from '../../model';
import { blockAddresses, newAddress, pathsTo } from '../addresses';
import { objectsIn, type Leftover } from '../arguments';
import { addressOf, findLeftovers, note, originalOf, todo, type Draft } from '../draft';
import { hcl, template } from '../expressions';
import { bodyOf, byKey, takenApart, textIn } from '../known';
import { addObject, findMeta } from '../object';
import { isUsedByOthers } from '../references';
import { adjustmentsIn, hasRuleStructure } from './adjustments';
import { evaluatedSettings, hasSettings, writtenSettings } from './expected';
import { apiIdOf, describedWaf } from './previous';
import {
  gated,
  groupByZone,
  isNative,
  keyOf,
  ownInstances,
  zoneAttribute,
  zonesOf,
  type Group,
} from './zones';

const typeName = 'edge_waf_migration';
const gateName = 'acknowledge_waf_migration';

/** Everything about the managed rules of the zones: one migration for each. Specification 3.1 to 3.3, 4.6. */
export function convertWaf(
  draft: Draft,
  blocks: readonly OldResource[],
  rulesets: readonly OldResource[],
  orphans: readonly OldInstance[],
): void {
  const converted = rulesets.filter((ruleset) => isConvertible(draft, ruleset));
  const { groups, conflicts } = groupByZone([...blocks, ...converted], orphans);
  for (const { group, other, zones } of conflicts)
    for (const resource of group.members)
      draft.findOn(resource, {
        code: 'convert.zone_twice',
        severity: 'todo',
        text: `The zones ${zones.join(', ')} have blocks in ${other.module === '' ? 'the root module' : other.module} too, and a zone can have only one migration. Take the zones out of the for_each of one of them: until then the plan fails.`,
      });
  const gate = draft.variableName(gateName);
  for (const group of groups) new Migration(draft, group, gate).convert();
  convertDataSources(draft);
}

/** A ruleset of managed rules becomes adjustments where all its zones are migrated. It stays otherwise. */
function isConvertible(draft: Draft, resource: OldResource): boolean {
  const keep = (severity: 'note' | 'todo', text: string) => {
    draft.keep(resource, {
      code: 'convert.managed_ruleset_kept',
      severity,
      text: `${text} The block stays as it is.`,
    });
    return false;
  };
  if ((resource.body.account_id ?? null) !== null)
    return keep('note', 'A ruleset of an account belongs to no migration.');
  const zones = resource.instances.map((instance) => textIn(instance, 'zone_id'));
  const states = zones.map((zone) =>
    zone === undefined ? undefined : draft.old.zones.get(zone)?.migrationState,
  );
  if (zones.length === 0 || states.some((state) => state === undefined))
    return keep(
      'todo',
      'Whether its zone is migrated is not known. With credentials for the API, a migrated zone becomes a WafMigration with the overrides and skip rules of the block.',
    );
  if (states.includes('start'))
    return keep(
      'todo',
      'Its zone is not migrated, and the migration replaces the rules of the entry point. Convert again after it.',
    );
  if (states.includes('default'))
    return keep('note', 'Its zone never had the previous WAF, so it has no migration.');
  const apart = takenApart(resource, 'rules', hasRuleStructure);
  if (apart.kind === 'unknown') return keep('todo', 'Its rules are not known.');
  return true;
}

/** The instances of a zone, and what they mean for its migration. */
interface ZonePart {
  /** Undefined where it is not known. */
  readonly zone: string | undefined;
  readonly key: string | number | undefined;
  readonly instances: readonly OldInstance[];
  readonly known: KnownZone | undefined;
}

/** One object of ours for a group of blocks. */
class Migration {
  readonly #draft: Draft;
  readonly #group: Group;
  /** The name of the variable that starts the migration. */
  readonly #gate: string;
  readonly #parts: readonly ZonePart[];
  readonly #remarks: Remark[] = [];
  /** Positions of findings, by the address of the old instance. */
  readonly #findings = new Map<string, number[]>();
  readonly #outcomes = new Map<string, Fate['outcome']>();
  /** What no instance of the old code sets. */
  readonly #others: Loss[] = [];

  public constructor(draft: Draft, group: Group, gate: string) {
    this.#draft = draft;
    this.#gate = gate;
    this.#group = withoutMixedCount(group, draft);
    this.#parts = partsOf(this.#group, draft);
  }

  public convert(): void {
    const { members, orphans, module } = this.#group;
    const [first] = members;
    const { old } = this.#draft;
    const config = { ...this.#settings(), ...this.#adjustments() };
    const object = addObject(this.#draft, {
      typeName,
      at: {
        module,
        file: members.find((each) => each.module === module)?.file ?? rootFile(old),
      },
      name: this.#name(),
      meta: this.#meta(),
      config,
      remarks: this.#remarks,
      replaces: members,
    });
    for (const part of this.#parts) this.#import(object, part);
    for (const member of members) {
      const findings = findMeta(this.#draft, member);
      const leftovers = findLeftovers(this.#draft, member, leftoversOf(member), false);
      for (const instance of instancesOf(member, this.#draft))
        this.#addFate(object, instance, [...findings, ...leftovers]);
    }
    for (const orphan of orphans) {
      this.#draft.removeOrphan(orphan);
      const position = this.#draft.find({
        code: 'convert.orphan',
        severity: 'note',
        address: orphan.address,
        text: `The state has ${orphan.address}, and the code does not: the next apply would reset it at the service before the migration reads it. The state forgets it instead.`,
      });
      this.#addFate(object, orphan, [position]);
    }
    if (first !== undefined || orphans.length > 0) this.#noteOthers(object);
  }

  #addFate(object: ConvertedObject, instance: OldInstance, findings: readonly number[]): void {
    this.#draft.addFate({
      address: instance.address,
      type: instance.type,
      outcome:
        this.#outcomes.get(instance.address) ?? (instance.kind === 'ruleset' ? 'converted' : 'migrated'),
      to: this.#addressesFor(object, textIn(instance, 'zone_id')),
      findings: [...(this.#findings.get(instance.address) ?? []), ...findings],
    });
  }

  /** `zone_id` and everything about the step that the migration takes. */
  #settings(): WrittenObject {
    const { shape, members, orphans } = this.#group;
    const zone = zoneAttribute(this.#group);
    const migrated = this.#zonesIn('complete', 'default', 'validation');
    const inValidation = this.#zonesIn('validation');
    const isEvery = (zones: readonly string[]) => zones.length > 0 && zones.length === this.#parts.length;
    const isGated = !isEvery(migrated);
    if (isGated)
      this.#draft.addVariable({
        module: this.#group.module,
        name: this.#gate,
        type: 'bool',
        description:
          'Whether to migrate the WAF of the zones, which is irreversible. Leave it false in the first apply, which moves the state only',
        default: false,
        sensitive: false,
      });
    if (shape.kind === 'listed')
      this.#remarks.push(
        todo(
          'The zones of these blocks overlap, and each zone can have only one migration. Replace the ids if you have expressions for them.',
          undefined,
          members.map(({ text }) => text).join('\n\n'),
        ),
      );
    const hasOverrides = [...members, ...orphans].some(({ kind }) => kind === 'waf_override');
    return {
      zone_id: zone,
      target: isEvery(inValidation)
        ? 'validation'
        : inValidation.length === 0
          ? 'complete'
          : template(`${isIn(inValidation, hcl(zone))} ? "validation" : "complete"`),
      acknowledge_irreversible: !isGated
        ? true
        : migrated.length === 0
          ? template(`var.${this.#gate}`)
          : template(`var.${this.#gate} || ${isIn(migrated, hcl(zone))}`),
      ...(isGated && this.#expected()),
      ...(isGated && hasOverrides && { delete_uri_overrides: true }),
    };
  }

  #meta(): ConvertedObject['meta'] {
    const { shape, members } = this.#group;
    const migrated = this.#zonesIn('complete', 'default', 'validation');
    const isEvery = migrated.length > 0 && migrated.length === this.#parts.length;
    const dependsOn = [...new Set(members.flatMap(({ meta }) => meta.dependsOn ?? []))];
    const ungated =
      shape.kind === 'single' ? {} : shape.kind === 'each' ? shape.meta : gated(this.#group, () => 'true');
    const repeated = isEvery
      ? ungated
      : gated(this.#group, (zone) =>
          migrated.length === 0 ? `var.${this.#gate}` : `(var.${this.#gate} || ${isIn(migrated, zone)})`,
        );
    return {
      ...('forEach' in repeated && repeated.forEach !== undefined && { forEach: repeated.forEach }),
      ...('count' in repeated && repeated.count !== undefined && { count: repeated.count }),
      ...(dependsOn.length > 0 && { dependsOn }),
    };
  }

  #zonesIn(...states: readonly string[]): string[] {
    return this.#parts.flatMap(({ zone, known }) =>
      zone !== undefined && states.includes(known?.migrationState ?? 'start') ? [zone] : [],
    );
  }

  /** What the previous WAF must be set to when it is migrated. */
  #expected(): WrittenObject {
    const { members, orphans, shape } = this.#group;
    const isNativeOnly =
      orphans.length === 0 &&
      members.every((member) => isNative(this.#group, member) || isSameZone(this.#group, member));
    const written = isNativeOnly
      ? writtenSettings(
          members,
          shape.kind === 'distinct'
            ? { kind: 'if', condition: (zone) => `${zone} == each.key` }
            : { kind: 'same' },
        )
      : undefined;
    if (written !== undefined) return hasSettings(written) ? { expected_previous: written } : {};
    const evaluated = this.#parts.map((part) => ({ part, expected: evaluatedSettings(part.instances) }));
    const known = evaluated.flatMap(({ part, expected }) =>
      expected === undefined ? [] : [{ ...part, config: { expected_previous: expected } }],
    );
    const { config, differing } = this.#perZone(known);
    if (known.length === evaluated.length && known.length > 0 && differing.length === 0) {
      const hasAny = known.some((each) => hasSettings(each.config.expected_previous));
      if (hasAny && members.length > 0)
        this.#remarks.push(
          note(
            'These are the values as Terraform evaluated them, and those of the state.',
            'expected_previous',
          ),
        );
      return hasAny ? config : {};
    }
    const text =
      'expected_previous cannot be written: not all settings are known. Set it, so that the migration fails if somebody resets the previous WAF before it.';
    this.#remarks.push(todo(text, undefined, members.map((each) => each.text).join('\n\n')));
    const [first] = members;
    if (first !== undefined)
      this.#draft.findOn(first, { code: 'convert.expected_unknown', severity: 'todo', text });
    return {};
  }

  #keyed(): Pick<OldResource, 'meta'> {
    const { shape } = this.#group;
    return { meta: shape.kind === 'each' ? shape.meta : {} };
  }

  /** Replacements of what does not carry over, and the adjustments of rulesets. */
  #adjustments(): WrittenObject {
    const configs = this.#parts.map((part) => ({ ...part, config: this.#replacements(part) }));
    const { config, differing } = this.#perZone(configs);
    for (const name of differing) {
      const text = `${name} differs between the zones, and their ids are not known. Write the values for each zone.`;
      const values = configs.map((each) => each.config[name] ?? null);
      this.#remarks.push(todo(text, undefined, JSON.stringify(values, null, 2)));
      const [first] = this.#group.members;
      if (first !== undefined)
        this.#draft.findOn(first, { code: 'convert.zones_differ', severity: 'todo', text });
    }
    return config;
  }

  /** Attributes that differ between the zones: by the key of the object, or else by the id of the zone. */
  #perZone(configs: readonly (Pick<ZonePart, 'zone' | 'key'> & { readonly config: WrittenObject })[]) {
    const { config, differing } = byKey(this.#keyed(), configs);
    if (differing.length === 0 || configs.some(({ zone }) => zone === undefined))
      return { config, differing };
    const zone = hcl(zoneAttribute(this.#group));
    const looked = differing.map((name) => {
      const values = Object.fromEntries(configs.map((each) => [each.zone ?? '', each.config[name] ?? null]));
      this.#remarks.push(
        note('The values differ between the zones of the module, so they are looked up by id.', name),
      );
      return [name, template(`try(${hcl(values)}[${zone}], null)`)] as const;
    });
    return { config: { ...config, ...Object.fromEntries(looked) }, differing: [] };
  }

  #replacements(part: ZonePart): WrittenObject {
    const rulesets = this.#rulesetAdjustments(part);
    const state = part.known?.migrationState ?? 'start';
    if (state === 'complete' || state === 'default') return listsOf(rulesets.overrides, rulesets.skips);
    const waf = part.known?.waf ?? describedWaf(part.instances, this.#draft.old);
    const replacements = new Replacements(toMigrationConfiguration(waf).rules);
    // Of a package that only groups and rules name, the settings are not known.
    const set = new Set(part.instances.map(apiIdOf));
    const isKnown = ({ ids: [id = ''] }: LossItem) => part.known?.waf !== undefined || set.has(id);
    for (const loss of reportLosses(waf))
      this.#addLoss({ ...loss, items: loss.items.filter(isKnown) }, replacements, part);
    // In validation mode the new rules are deployed, as a person has reviewed them: the first apply must leave them alone.
    if (state === 'validation') return listsOf(rulesets.overrides, rulesets.skips);
    for (const text of replacements.notes) this.#remarks.push(todo(text));
    return listsOf(
      [...replacements.overrides.map((each) => writtenValues({ ...each })), ...rulesets.overrides],
      [...replacements.skips.map((each) => writtenValues({ ...each })), ...rulesets.skips],
    );
  }

  #addLoss(loss: Loss, replacements: Replacements, { instances, known }: ZonePart): void {
    const reported = replacements.add(loss);
    for (const [at, item] of loss.items.entries()) {
      const report = reported[at];
      const instance = instances.find((each) => item.ids[0] === apiIdOf(each));
      if (instance === undefined || report === undefined) {
        this.#others.push({ ...loss, items: [item] });
        continue;
      }
      const isLeft = report.instead === 'snippet' && known?.migrationState === 'validation';
      const severity = isLeft ? 'todo' : severityOf(report);
      const instead = isLeft
        ? ' The zone is in validation mode, so its rules stay as they are: `edge-platform waf losses` prints the replacement.'
        : report.instead === 'snippet'
          ? ' The migration has the replacement.'
          : '';
      this.#addFinding(instance, {
        code: loss.code,
        severity,
        text: `${describeFinding({ ...loss, items: [item] }, { most: Infinity })}. ${explainLoss(loss)}${instead}`,
      });
      if (severity === 'lost') this.#outcomes.set(instance.address, 'lost');
      else if (instance.kind === 'waf_override') this.#outcomes.set(instance.address, 'replaced');
    }
  }

  #addFinding({ address }: OldInstance, finding: Omit<Finding, 'address'>): void {
    const position = this.#draft.find({ ...finding, address });
    this.#findings.set(address, [...(this.#findings.get(address) ?? []), position]);
  }

  /** What the zones lose that the old code does not set: one finding for each kind. */
  #noteOthers(object: ConvertedObject): void {
    const byCode = new Map<Loss['code'], Loss>();
    for (const loss of this.#others) {
      const known = byCode.get(loss.code);
      byCode.set(
        loss.code,
        known === undefined ? loss : { ...known, items: [...known.items, ...loss.items] },
      );
    }
    for (const loss of byCode.values())
      this.#draft.find({
        code: loss.code,
        severity: 'note',
        address: `${object.typeName}.${object.name}`,
        file: object.file,
        text: `Not set by the old code: ${describeFinding(loss, { most: 5 })}. ${explainLoss(loss)}`,
      });
  }

  #rulesetAdjustments({ zone }: ZonePart) {
    const overrides: WrittenObject[] = [];
    const skips: WrittenObject[] = [];
    for (const member of this.#group.members.filter(({ kind }) => kind === 'ruleset')) {
      const apart = takenApart(member, 'rules', hasRuleStructure);
      if (apart.kind === 'unknown') continue;
      const instance = member.instances.find(
        (each) => zone === undefined || textIn(each, 'zone_id') === zone,
      );
      const written: Written =
        apart.kind === 'same' ? apart.written : ((instance && apart.written.get(instance)) ?? null);
      if (instance === undefined) continue;
      const found = adjustmentsIn(objectsIn(written) ?? []);
      overrides.push(...found.overrides);
      skips.push(...found.skips);
      if (found.leftovers.length > 0) this.#addFinding(instance, leftoversOfRules(found.leftovers, member));
      const isEvaluated = apart.kind !== 'same' || apart.isEvaluated;
      if (isEvaluated && !this.#remarks.some(({ text }) => text.startsWith('The adjustments')))
        this.#remarks.push(
          note(
            'The adjustments are those that Terraform evaluated. The rules were:',
            undefined,
            originalOf(bodyOf(member).rules ?? null),
          ),
        );
    }
    return { overrides, skips };
  }

  #import(object: ConvertedObject, { zone, known }: ZonePart): void {
    if (zone === undefined || !['complete', 'default', 'validation'].includes(known?.migrationState ?? ''))
      return;
    const isManaged = this.#draft.old.state?.some(
      ({ type, attributes }) => type === typeName && attributes.zone_id === zone,
    );
    if (isManaged === true) return;
    for (const to of this.#addressesFor(object, zone)) this.#draft.imports.push({ to, id: zone });
  }

  /** The instance of the object that has a zone; in each copy of the module if the zone is not known. */
  #addressesFor(object: ConvertedObject, zone: string | undefined): string[] {
    const { shape, module } = this.#group;
    const own = ownInstances(this.#group);
    const same = own.filter((instance) => zone !== undefined && textIn(instance, 'zone_id') === zone);
    const places = [...new Set((same.length > 0 ? same : own).map(({ moduleAddress }) => moduleAddress))];
    const modules = places.length > 0 ? places : pathsTo(module, this.#draft.old);
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

function severityOf({ code, instead }: ReportedLoss): 'lost' | 'todo' | 'note' {
  if (instead === 'snippet' || instead === 'migration') return 'note';
  if (instead === 'by hand') return 'todo';
  const lost: readonly Loss['code'][] = [
    'waf.core_group',
    'waf.core_rule',
    'waf.other_package',
    'waf.uri_override',
  ];
  return lost.includes(code) ? 'lost' : 'note';
}

/** An import takes the rules of a zone as they are. */
function leftoversOfRules(leftovers: readonly Leftover[], { file }: OldResource): Omit<Finding, 'address'> {
  const names = leftovers.map(({ path }) => path).join(', ');
  return {
    code: 'convert.no_attribute',
    severity: 'note',
    file,
    text: `No equivalent: ${names}. The import takes the rules of the zone as they are, so these stay at the service, and a change of them shows as drift.`,
    original: leftovers.map(({ path, value }) => `${path} = ${originalOf(value)}`).join('\n'),
  };
}

function listsOf(overrides: readonly WrittenObject[], skips: readonly WrittenObject[]): WrittenObject {
  return {
    rule_overrides: overrides.length === 0 ? null : overrides,
    skip_rules: skips.length === 0 ? null : skips,
  };
}

function isIn(zones: readonly string[], zone: string): string {
  return `contains(${hcl(zones)}, ${zone})`;
}

/** The instances of a block; the block itself, with what is literal, where they are not known. */
function instancesOf(resource: OldResource, { old }: Draft): readonly OldInstance[] {
  if (resource.instances.length > 0) return resource.instances;
  return blockAddresses(resource, old)
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

/** The data sources of the previous WAF go with the blocks that use them. */
function convertDataSources(draft: Draft): void {
  const replaced = draft.objects.flatMap(({ replaces }) => replaces);
  const sources = draft.old.dataSources;
  for (const source of sources) {
    const object = draft.objects.find(
      (each) => each.typeName === typeName && each.module === source.module && each.replaces.length > 0,
    );
    if (object !== undefined && !isUsedByOthers(source, [...replaced, ...sources], draft.old)) {
      draft.dropBlock(source, object);
      continue;
    }
    draft.find({
      code: 'convert.data_source',
      severity: 'todo',
      address: addressOf(source, draft.old),
      file: source.file,
      text: 'The API of the data source no longer answers for a migrated zone, and the provider has dropped it. Remove the block and what refers to it.',
    });
  }
}
