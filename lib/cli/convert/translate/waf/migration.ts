import { own } from '../../../../ground/record';
import type { WrittenObject } from '../../../../hcl/template';
import { knownValues } from '../../../project/written-values';
import type { ConvertedObject, OldResource, Remark } from '../../model';
import { blockAddresses, newAddress, pathsTo } from '../../addresses';
import { reportLeftovers, originalOf, sourceOf, type Draft } from '../draft';
import { hcl, isText, template } from '../expressions';
import { bodyOf, isLiteral, textIn } from '../argument-values';
import { addObject, reportMetaArguments } from '../object';
import { adjustmentsIn } from './adjustments';
import {
  adjustmentsOf,
  isMigrated,
  replacementsOf,
  type MemberInstance,
  type Replacement,
  type ZonePart,
} from './replacements';
import { expectedSettings } from './expected';
import { isPreviousKind } from '../../../../retired';
import { enforcingArguments } from './previous';
import { previousInputs } from './previous-inputs';
import { repetitionOf, zoneAttribute, type Group } from './zones';

export const migrationType = 'edge_waf_migration';

/** The migration of the zones of a group: blocks of one module become one object. */
export class Migration {
  readonly #zones: readonly ZonePart[];
  /** The zones that need no migration, and whether they are all. */
  readonly #migrated: readonly string[];
  readonly #isMigrated: boolean;
  /** The reasons why the migration must not be planned yet: parts of the code that nothing written replaces. */
  readonly #obstacles: string[] = [];

  /** @param gate - the name of the variable that starts the migration */
  public constructor(
    private readonly draft: Draft,
    private readonly group: Group,
    private readonly gate: string,
  ) {
    this.#zones = partsOf(group, draft);
    this.#migrated = this.#zonesWhere(({ apiZone }) => isMigrated(apiZone));
    this.#isMigrated = this.#isEvery(this.#migrated);
  }

  public convert(): void {
    const { members, module } = this.group;
    const replacements = this.#isMigrated ? [] : replacementsOf(this.group, this.#zones, this.draft);
    const config = { ...this.#settings(), ...adjustmentsOf(this.group, replacements, this.#whereMigrated()) };
    const object = addObject(this.draft, {
      typeName: migrationType,
      at: { module, file: members[0]?.file ?? '' },
      name: this.#name(),
      meta: this.#meta(),
      config,
      remarks: [],
      replaces: members,
    });
    for (const zone of this.#zones) this.#import(object, zone);
    for (const member of members) {
      const replacement = replacements.find((each) => each.member === member);
      if (replacement !== undefined) this.#reportReplacement(replacement);
      reportMetaArguments(this.draft, member);
      reportLeftovers(this.draft, member, leftoversOf(member), 'created');
      if (member.kind === 'ruleset')
        reportLeftovers(this.draft, member, adjustmentsIn(bodyOf(member).rules).leftovers, 'imported');
      this.draft.addOutcomeOf(member, outcomeOf(member, replacement), object);
    }
    for (const zone of this.#zones) this.#forgetOrphans(object, zone);
    this.#holdBack(object);
  }

  /** Adds findings on what nothing replaces, and on rules that only the user can find among the new ones. */
  #reportReplacement({ member, overrides, skips, gap }: Replacement): void {
    if (gap?.kind === 'held') this.#obstacles.push(`nothing replaces ${member.type}.${member.name}`);
    const original = ['rule_id', ...enforcingArguments(member)]
      .filter((name) => !isLiteral(own(bodyOf(member), name) ?? null))
      .map((name) => `${name} = ${sourceOf(member, name)}`)
      .join('\n');
    const hasOldIds = [...overrides, ...skips].some(
      ({ ruleset_id: ruleset, ...ids }) => ruleset === undefined && ('rule_id' in ids || 'rule_ids' in ids),
    );
    if (gap !== undefined)
      this.draft.addFindingOn(member, {
        code: 'convert.not_carried',
        severity: gap.kind === 'lost' ? 'lost' : 'todo',
        ...(original !== '' && { original }),
        text: `Not carried over: ${gap.why}. Nothing is written for it${gap.kind === 'held' ? ', and the plan fails until it is' : ''}.`,
      });
    if (hasOldIds)
      this.draft.addFindingOn(member, {
        code: 'convert.previous_ids',
        severity: 'todo',
        text: 'The migration names rules by their ids of the previous WAF. Where a rule has a new id, write that one: the service’s changelog of managed rules lists its legacy id.',
      });
  }

  /** Removes the orphans of a zone from the state. The migration finds their objects at the service. */
  #forgetOrphans(object: ConvertedObject, { zone }: ZonePart): void {
    if (zone === undefined) return;
    for (const orphan of this.draft.old.orphans) {
      const { address, type, kind } = orphan;
      if (!isPreviousKind(kind) || textIn(orphan, 'zone_id') !== zone) continue;
      this.draft.removeOrphan(orphan);
      this.draft.addFinding({
        code: 'convert.orphan',
        severity: 'note',
        address,
        text: `The state has ${address}, and the code does not: the next apply would reset it at the service before the migration reads it. The state forgets it instead.`,
      });
      this.draft.addOutcome({
        ...{ address, type, outcome: 'migrated' },
        to: pathsTo(this.group.module, this.draft.old.modules).map((moduleAddress) =>
          newAddress(object, { moduleAddress }),
        ),
      });
    }
  }

  /** Holds the object back with a precondition: Terraform refuses it while it acknowledges nothing, even without an instance. */
  #holdBack(object: ConvertedObject): void {
    if (this.#obstacles.length === 0) return;
    const attribute = 'acknowledge_irreversible';
    const held: Remark = {
      isTodo: true,
      attribute,
      text: `No plan succeeds with false, because no expression of the code says what is needed: ${this.#obstacles.join('; ')}. Resolve it, and write the expression below.`,
      original: originalOf(own(object.config, attribute) ?? null),
    };
    this.draft.update(object, {
      config: { ...object.config, [attribute]: false },
      remarks: [...object.remarks, held],
    });
  }

  /** The attributes `zone_id` and those about the step that the migration takes. */
  #settings(): WrittenObject {
    const { members, module } = this.group;
    const zone = zoneAttribute(this.group);
    const inValidation = this.#zonesWhere(({ apiZone }) => apiZone?.migrationState === 'validation');
    const isGated = !this.#isMigrated;
    if (isGated)
      this.draft.addVariable({
        module,
        name: this.gate,
        type: 'bool',
        description:
          'Whether to migrate the WAF of the zones, which is irreversible. Leave it false in the first apply, which moves the state only',
        default: false,
        sensitive: false,
      });
    // What is migrated stays so. Another zone, with another value of a variable, is not.
    return {
      zone_id: zone,
      target: this.#isEvery(inValidation)
        ? 'validation'
        : inValidation.length === 0
          ? 'complete'
          : template(`${isIn(inValidation, hcl(zone))} ? "validation" : "complete"`),
      acknowledge_irreversible:
        !isGated && isText(zone)
          ? true
          : template(this.#acknowledged(hcl(zone)) ?? isIn(this.#migrated, hcl(zone))),
      ...(isGated && this.#expected()),
      ...(isGated && members.some(({ kind }) => kind === 'waf_override') && { delete_uri_overrides: true }),
    };
  }

  #meta(): ConvertedObject['meta'] {
    const { members } = this.group;
    const dependsOn = [...new Set(members.flatMap(({ meta }) => meta.dependsOn ?? []))];
    const repetition = repetitionOf(this.group, (zone) => this.#acknowledged(zone));
    const [first] = members;
    const values = [repetition.count ?? null, repetition.forEach ?? null];
    const needed = first === undefined ? [] : previousInputs(first, this.draft.old, ...values);
    if (needed.length > 0) this.#obstacles.push(`which zones there are depends on ${needed.join(', ')}`);
    return { ...repetition, ...(dependsOn.length > 0 && { dependsOn }) };
  }

  /** The condition under which a zone is or may be migrated, as code; undefined where all zones are. */
  #acknowledged(zone: string): string | undefined {
    if (this.#isMigrated) return undefined;
    const isIncluded = this.#migrated.length === 0 ? [] : [isIn(this.#migrated, zone)];
    return [`var.${this.gate}`, ...isIncluded].join(' || ');
  }

  #whereMigrated(): string | undefined {
    return this.#migrated.length === 0 ? undefined : isIn(this.#migrated, hcl(zoneAttribute(this.group)));
  }

  #isEvery(zones: readonly string[]): boolean {
    return zones.length > 0 && zones.length === this.#zones.length;
  }

  #zonesWhere(isWanted: (zone: ZonePart) => boolean): string[] {
    return this.#zones.flatMap((each) => (each.zone !== undefined && isWanted(each) ? [each.zone] : []));
  }

  /** The `expected_previous` of the migration: the settings of the previous WAF when it is migrated. */
  #expected(): WrittenObject {
    const { settings, problems, today } = expectedSettings(this.group, this.draft.old);
    const [first] = this.group.members;
    if (problems.length > 0 && first !== undefined) {
      this.draft.addFindingOn(first, {
        code: 'convert.expected_unknown',
        severity: 'todo',
        text: `expected_previous lacks settings: ${problems.join('; ')}. Add them, so that the migration fails if somebody resets the previous WAF before it.${today === undefined ? '' : ' Today they are:'}`,
        ...(today !== undefined && { original: today }),
      });
      if (today === undefined) this.#obstacles.push('expected_previous lacks settings');
    }
    return Object.keys(settings).length === 0 ? {} : { expected_previous: settings };
  }

  #import(object: ConvertedObject, { zone, apiZone, instances }: ZonePart): void {
    if (zone === undefined || !isMigrated(apiZone)) return;
    const isManaged = this.draft.old.state?.some(
      ({ type, attributes }) => type === migrationType && attributes.zone_id === zone,
    );
    if (isManaged === true) return;
    const to = new Set(instances.flatMap((instance) => this.#addressesFor(object, instance)));
    for (const each of to) this.draft.imports.push({ to: each, id: zone });
  }

  /** The instance of the object that has the zone of an old instance; in each copy of the module if that is not known. */
  #addressesFor(object: ConvertedObject, instance: MemberInstance): string[] {
    const { kind, module } = this.group;
    const isKnown = instance.member.instances.length > 0;
    const modules = isKnown ? [instance.moduleAddress] : pathsTo(module, this.draft.old.modules);
    const zone = textIn(instance, 'zone_id');
    const single = object.meta.count === undefined ? undefined : 0;
    const key = kind === 'single' ? single : kind === 'each' ? instance.key : zone;
    return modules.map((moduleAddress) => newAddress(object, { moduleAddress }, key));
  }

  /** The name of the only block, or of the zone. */
  #name(): string {
    const { members, forms, kind } = this.group;
    const names = [...new Set(members.map(({ name }) => name))];
    const [only, ...more] = names;
    if (only !== undefined && more.length === 0) return only;
    const [first] = forms;
    const zone = kind === 'union' || first === undefined ? '' : hcl(first.zone);
    const [, reference] = /^(?:data\.)?\w+_zones?\.(\w+)/.exec(zone) ?? [];
    const [known] = this.#zones;
    const isOne = this.#zones.length === 1;
    return reference ?? (isOne ? known?.apiZone?.name.replace(/\W+/g, '_') : undefined) ?? 'waf';
  }
}

function isIn(zones: readonly string[], zone: string): string {
  return `contains(${hcl(zones)}, ${zone})`;
}

/** An override is deleted before the migration: a skip rule replaces it, or nothing does. */
function outcomeOf({ kind }: OldResource, replacement: Replacement | undefined) {
  if (replacement?.gap?.kind === 'lost') return 'lost';
  if (kind === 'waf_override' && replacement !== undefined) return 'replaced';
  return kind === 'ruleset' ? 'converted' : 'migrated';
}

function instancesOf(member: OldResource, { old }: Draft): readonly MemberInstance[] {
  const { instances, type, kind, body } = member;
  if (instances.length > 0) return instances.map((instance) => ({ ...instance, member }));
  return blockAddresses(member, old.modules)
    .slice(0, 1)
    .map((address) => ({ address, type, kind, member, moduleAddress: '', values: knownValues(body) }));
}

function partsOf(group: Group, draft: Draft): ZonePart[] {
  const instances = group.members.flatMap((each) => instancesOf(each, draft));
  const zones = [...new Set(instances.map((instance) => textIn(instance, 'zone_id')))];
  return zones.map((zone) => ({
    zone,
    instances: instances.filter((instance) => textIn(instance, 'zone_id') === zone),
    apiZone: zone === undefined ? undefined : draft.old.zones.get(zone),
  }));
}

/** The arguments that are handled here and are in no table of what a kind enforces. */
const otherArguments = [
  ...['zone_id', 'package_id', 'group_id', 'rule_id', 'description', 'dynamic'],
  ...['priority', 'name', 'kind', 'phase', 'rules'],
];

function leftoversOf({ kind, body }: OldResource) {
  const known = [...otherArguments, ...enforcingArguments({ kind })];
  return Object.entries(body)
    .filter(([name, value]) => !known.includes(name) && value !== null)
    .map(([path, value]) => ({ path, value }));
}
