import {
  describeFinding,
  explainLoss,
  reportLosses,
  toMigrationConfiguration,
  type Loss,
  type LossItem,
} from '../../../../waf';
import { own } from '../../../../ground/record';
import { getOrAdd } from '../../../../ground/remember';
import type { Value } from '../../../../schema';
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
import { writtenValues } from '../../../project/written-values';
import type { Written, WrittenObject } from '../../../../hcl/template';
import { objectsIn, type Leftover } from '../arguments';
import { addressOf, describeLeftovers, evaluatedRemark, note, sourceOf, todo, type Draft } from '../draft';
import { evaluatedFindings } from '../evaluated';
import { bodyOf, isKnown, isLiteral, takenApart, textIn, valueIn } from '../known';
import { adjustmentsIn, hasRuleStructure } from './adjustments';
import { apiIdOf, describedWaf, enforcingArguments, type UnknownPart } from './previous';

/** The instances of a zone, and what they mean for its migration. */
export interface ZonePart {
  /** Undefined where it is not known. */
  readonly zone: string | undefined;
  readonly key: string | number | undefined;
  readonly instances: readonly OldInstance[];
  readonly known: KnownZone | undefined;
}

/** What the migrations of a group of zones lose, and what replaces it. */
export class Losses {
  public readonly remarks: Remark[] = [];
  /** Positions of findings, by the address of the old instance. */
  public readonly findings = new Map<string, number[]>();
  /** What becomes of an instance, by its address, where it is not what becomes of all. */
  public readonly outcomes = new Map<string, Fate['outcome']>();
  /** Why the migration must not be planned yet: what enforces is unknown, and nothing is written for it. */
  public readonly obstacles: string[] = [];
  /** Whether a replacement has a value of an expression, which other values of variables change. */
  public isEvaluated = false;
  /** What no instance of the old code sets. */
  readonly #others: Loss[] = [];

  public constructor(private readonly draft: Draft) {}

  /**
   * Replacements of what does not carry over, and the adjustments of the rulesets of a zone.
   *
   * @param carriedBlocks - those whose settings the code expresses, so that no value of them is written
   */
  public adjustmentsOf(
    part: ZonePart,
    members: readonly OldResource[],
    carriedBlocks: ReadonlySet<OldResource | undefined>,
  ): WrittenObject {
    const given = this.#rulesetAdjustments(
      part,
      members.filter(({ kind }) => kind === 'ruleset'),
    );
    const state = part.known?.migrationState ?? 'start';
    if (state === 'complete' || state === 'default') return listsOf(given.overrides, given.skips);
    const { waf, unknown } =
      part.known?.waf === undefined
        ? describedWaf(part.instances, this.draft.old)
        : { waf: part.known.waf, unknown: [] };
    const replacements = new Replacements(toMigrationConfiguration(waf).rules);
    // Of a package that only groups and rules name, the settings are not known.
    const set = new Set(part.instances.map(apiIdOf));
    // A block whose instances are not known stands for them.
    const blockOf = (instance: OldInstance) =>
      members.find(
        (block) =>
          block.instances.includes(instance) ||
          (block.instances.length === 0 && addressOf(block, this.draft.old) === instance.address),
      );
    const carried = part.instances.filter((instance) => carriedBlocks.has(blockOf(instance)));
    const unsaid = new Set([...carried, ...unknown.map(({ instance }) => instance)].map(apiIdOf));
    const isSaid = ({ ids: [id = ''] }: LossItem) =>
      (part.known?.waf !== undefined || set.has(id)) && !unsaid.has(id);
    for (const loss of reportLosses(waf))
      this.#addLoss({ ...loss, items: loss.items.filter(isSaid) }, replacements, part, blockOf);
    for (const instance of carried) this.#noteFollowed(instance);
    for (const each of unknown)
      if (!carried.includes(each.instance)) this.#addUnknown(each, blockOf(each.instance));
    // In validation mode the new rules are deployed, as a person has reviewed them: the first apply must leave them alone.
    if (state === 'validation') return listsOf(given.overrides, given.skips);
    for (const text of replacements.notes) this.remarks.push(todo(text));
    return listsOf(
      [...replacements.overrides.map((each) => writtenValues({ ...each })), ...given.overrides],
      [...replacements.skips.map((each) => writtenValues({ ...each })), ...given.skips],
    );
  }

  /** The new rule has the expressions of the code. */
  #noteFollowed(instance: OldInstance): void {
    const values = enforcingArguments(instance).map((name) => {
      const value = valueIn(instance, name);
      return `${name} is ${isKnown(value) ? textOfSetting(value, name) : 'unknown'} here`;
    });
    this.#addFinding(instance, {
      code: 'convert.settings_followed',
      severity: 'note',
      text: `The threshold and the action of the new rule follow the expressions of the code, in each of their values: ${values.join(', ')}.`,
    });
  }

  #addUnknown({ instance, kind, names }: UnknownPart, block: OldResource | undefined): void {
    const what = names.join(', ');
    const original = names.flatMap((name) => {
      const isWritten = block !== undefined && own(bodyOf(block), name) !== undefined;
      return isWritten ? [`${name} = ${sourceOf(block, name)}`] : [];
    });
    const isOverride = kind === 'value' && instance.kind === 'waf_override';
    const isReplaced = isOverride || (kind === 'value' && instance.kind === 'waf_package');
    const consequence = isReplaced
      ? 'so nothing is written for it, and the plan fails until it is.'
      : 'so it is unknown whether it carries over.';
    const texts = {
      package:
        'Its package is unknown, so it is unknown whether its mode carries over: that of the managed package does, and that of the core rule set does not.',
      group:
        'Its group is unknown, and a group of the zone is off, so it is unknown whether the rule has an effect. No override keeps its challenge: it becomes a managed challenge.',
      value: `Unknown: ${what}, ${consequence}`,
    };
    const text = `${texts[kind]} ${settle}`;
    this.#addFinding(instance, {
      severity: 'todo',
      ...(block !== undefined && { file: block.file }),
      ...(original.length > 0 && { original: original.join('\n') }),
      code: kind === 'package' ? 'convert.package_unknown' : 'convert.unknown',
      text,
    });
    const place = block === undefined ? instance.address : `${block.type}.${block.name}`;
    const remark = todo(`${place}: ${text}`);
    if (!this.remarks.some((each) => each.text === remark.text)) this.remarks.push(remark);
    if (isOverride) this.outcomes.set(instance.address, 'replaced');
    if (isReplaced) this.obstacles.push(`${instance.address}: ${what} is unknown`);
  }

  #addLoss(
    loss: Loss,
    replacements: Replacements,
    { instances, known }: ZonePart,
    blockOf: (instance: OldInstance) => OldResource | undefined,
  ): void {
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
      const evaluated = known?.waf === undefined ? evaluatedWith(instance, blockOf(instance)) : '';
      if (report.instead === 'snippet' && evaluated !== '') {
        this.isEvaluated = true;
        this.remarks.push(note(`What replaces ${instance.address} is ${evaluated}.`));
      }
      const based = evaluated === '' ? '' : ` This is ${evaluated}.`;
      this.#addFinding(instance, {
        code: loss.code,
        severity,
        text: `${describeFinding({ ...loss, items: [item] }, { most: Infinity })}. ${explainLoss(loss)}${instead}${based}`,
      });
      if (severity === 'lost') this.outcomes.set(instance.address, 'lost');
      else if (instance.kind === 'waf_override') this.outcomes.set(instance.address, 'replaced');
    }
  }

  #addFinding({ address }: OldInstance, finding: Omit<Finding, 'address'>): void {
    const position = this.draft.find({ ...finding, address });
    getOrAdd(this.findings, address, () => []).push(position);
  }

  /** What the zones lose that the old code does not set: one finding for each kind. */
  public noteOthers(object: ConvertedObject): void {
    const byCode = new Map<Loss['code'], Loss>();
    for (const loss of this.#others) {
      const { items = [] } = byCode.get(loss.code) ?? {};
      byCode.set(loss.code, { ...(byCode.get(loss.code) ?? loss), items: [...items, ...loss.items] });
    }
    for (const loss of byCode.values())
      this.draft.find({
        code: loss.code,
        severity: 'note',
        address: `${object.typeName}.${object.name}`,
        file: object.file,
        text: `Not set by the old code: ${describeFinding(loss, { most: 5 })}. ${explainLoss(loss)}`,
      });
  }

  #rulesetAdjustments({ zone }: ZonePart, rulesets: readonly OldResource[]) {
    const overrides: WrittenObject[] = [];
    const skips: WrittenObject[] = [];
    for (const member of rulesets) {
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
      if (isEvaluated && !this.remarks.some(({ text }) => text.startsWith('As Terraform evaluated'))) {
        this.remarks.push(evaluatedRemark(member, 'rules'));
        for (const finding of evaluatedFindings(this.draft.old, member, 'rules'))
          this.#addFinding(instance, finding);
      }
    }
    return { overrides, skips };
  }
}

const settle = 'To know it, convert again with --state, --var, --var-file or credentials for the API.';

function evaluatedWith(instance: OldInstance, block: OldResource | undefined): string {
  if (block === undefined) return '';
  const values = enforcingArguments(instance).flatMap((name) => {
    const written = own(bodyOf(block), name) ?? null;
    return isLiteral(written) ? [] : [`${name} = ${JSON.stringify(valueIn(instance, name))}`];
  });
  return values.length === 0 ? '' : `as evaluated with ${values.join(', ')}`;
}

/** Null is the default of the provider: public facts, section 8.1. */
function textOfSetting(value: Value, name: string): string {
  if (value === null || value === '') return name === 'sensitivity' ? 'high' : 'challenge';
  return typeof value === 'string' ? value : JSON.stringify(value);
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
  const { names, original } = describeLeftovers(leftovers);
  return {
    code: 'convert.no_attribute',
    severity: 'note',
    file,
    text: `No equivalent: ${names}. The import takes the rules of the zone as they are, so these stay at the service, and a change of them shows as drift.`,
    original,
  };
}

function listsOf(overrides: readonly WrittenObject[], skips: readonly WrittenObject[]): WrittenObject {
  return {
    rule_overrides: overrides.length === 0 ? null : overrides,
    skip_rules: skips.length === 0 ? null : skips,
  };
}
