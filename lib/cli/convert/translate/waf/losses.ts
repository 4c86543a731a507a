import { describeFinding, lossFindings, managedRulesets, type Loss } from '../../../../waf';
import { own } from '../../../../ground/record';
import { getOrAdd } from '../../../../ground/remember';
import type { ReportedLoss } from '../../../waf/replacements';
import type { ResourceOutcome, OldInstance, OldResource } from '../../model';
import { sourceOf, type Draft, type FindingOnBlock } from '../draft';
import { bodyOf, isLiteral, valueIn } from '../argument-values';
import type { Replacement } from './replacements';
import { enforcingArguments, type UnknownPart } from './previous';
import type { LostItem, ZoneReport } from './zone-report';

/** Collects the findings and outcomes of the losses of a group. */
export class Losses {
  /** The positions of findings, by the address of the old instance. */
  public readonly findings = new Map<string, number[]>();
  /** The outcome of an instance, by its address, where it differs from that of the group. */
  public readonly outcomes = new Map<string, ResourceOutcome['outcome']>();

  public constructor(
    private readonly draft: Draft,
    replacements: readonly Replacement[],
  ) {
    this.#replacements = new Map(replacements.map((each) => [each.member, each]));
  }

  readonly #replacements: ReadonlyMap<OldResource, Replacement>;

  public add(zone: ZoneReport): void {
    for (const report of zone.byInstance) {
      const { instance } = report;
      const block = zone.blockOf(instance);
      const replacement = block && this.#replacements.get(block);
      if (replacement?.obstacle !== undefined) {
        this.#addObstacle(instance, block, replacement.obstacle);
        continue;
      }
      const isFollowed = replacement !== undefined && openArguments(replacement.member).length > 0;
      // The settings of a package are wholly those of the new rule. A rule of the core rule set may be lost too.
      const isWhole = instance.kind === 'waf_package';
      const isSaid = ({ loss }: LostItem) => isFollowed && (isWhole || loss.code === 'waf.action_changed');
      if (isFollowed && (isWhole || report.found.some(isSaid)))
        this.#noteFollowed(instance, replacement.member);
      for (const each of report.found) if (!isSaid(each)) this.#addLoss(each, instance, zone, replacement);
      for (const each of report.unknown) if (!isFollowed || !isWhole) this.#addUnknown(each, block);
    }
  }

  /** Adds a finding on a block whose settings depend on an expression that no new code can have. */
  #addObstacle(instance: OldInstance, block: OldResource | undefined, text: string): void {
    this.#addFinding(instance, block, {
      code: 'convert.not_carried',
      severity: 'todo',
      ...(block !== undefined && { original: originalOfAll(block) }),
      text: `Not carried over: ${text}. Nothing is written for it, and the plan fails until it is.`,
    });
    if (instance.kind === 'waf_override') this.outcomes.set(instance.address, 'replaced');
  }

  /** Adds a note that the new rule has the expressions of the code. */
  #noteFollowed(instance: OldInstance, block: OldResource): void {
    this.#addFinding(instance, block, {
      code: 'convert.settings_followed',
      severity: 'note',
      text: `${instance.kind === 'waf_rule' ? 'The new rule keeps a challenge' : 'The threshold and the action of the new rule are'} as the expressions of the code say, in each of their values.`,
    });
  }

  #addUnknown({ instance, names }: UnknownPart, block: OldResource | undefined): void {
    const original = block === undefined ? '' : originalOfAll(block);
    const effect = names.includes('group_id')
      ? ' No override keeps its challenge: it becomes a managed challenge.'
      : '';
    this.#addFinding(instance, block, {
      code: 'convert.unknown',
      severity: 'todo',
      text: `The value of ${names.join(', ')} is unknown here, so it is unknown whether this carries over: settings of the managed package do, those of the core rule set do not, and a rule whose group is off has no effect.${effect} To know it, convert again with --state, --var, --var-file or credentials for the API.`,
      ...(original !== '' && { original }),
    });
  }

  #addLoss(
    { loss, item, report }: LostItem,
    instance: OldInstance,
    zone: ZoneReport,
    replacement: Replacement | undefined,
  ): void {
    const { apiZone } = zone.part;
    const hasSnippet = report.instead === 'snippet';
    const isLeft = hasSnippet && apiZone?.migrationState === 'validation';
    const isWritten = hasSnippet && !isLeft && replacement !== undefined;
    const ids = previousIdsIn(report, instance);
    const isDone = isWritten ? ids.length === 0 : !hasSnippet;
    const severity = isDone ? severityOf(report) : 'todo';
    const instead = isLeft
      ? 'The zone is in validation mode, so its rules stay as they are: `edge-platform waf losses` prints the replacement.'
      : isWritten
        ? 'The migration has the replacement.'
        : hasSnippet
          ? '`edge-platform waf losses` prints a replacement, and the conversion writes none.'
          : '';
    const evaluated = apiZone?.waf === undefined ? evaluatedWith(instance, zone.blockOf(instance)) : '';
    const texts = [
      `${describeFinding({ ...loss, items: [item] }, { most: Infinity })}. ${lossFindings[loss.code].explanation}`,
      instead,
      ids.length === 0
        ? ''
        : `It names rules by ids of the previous WAF: ${ids.join(', ')}. Where a rule has a new id, the service’s changelog of managed rules lists its legacy id.`,
      evaluated === '' ? '' : `This is ${evaluated}.`,
    ];
    this.#addFinding(instance, zone.blockOf(instance), {
      code: loss.code,
      severity,
      text: texts.filter((each) => each !== '').join(' '),
    });
    if (severity === 'lost') this.outcomes.set(instance.address, 'lost');
    else if (instance.kind === 'waf_override') this.outcomes.set(instance.address, 'replaced');
  }

  #addFinding({ address }: OldInstance, block: OldResource | undefined, finding: FindingOnBlock): void {
    const position =
      block === undefined
        ? this.draft.addFinding({ ...finding, address })
        : this.draft.addFindingOn(block, finding, address);
    getOrAdd(this.findings, address, () => []).push(position);
  }
}

/** The ids of rules that a replacement in the managed ruleset takes from the code. */
function previousIdsIn({ replacement }: ReportedLoss, instance: OldInstance): readonly string[] {
  const { ruleset_id: ruleset, ...named } = { ruleset_id: undefined, ...replacement };
  if (replacement === null || (ruleset !== undefined && ruleset !== managedRulesets.managed)) return [];
  const ids = 'rule_id' in named ? [named.rule_id] : 'rule_ids' in named ? (named.rule_ids ?? []) : [];
  return ids.filter((id) => id !== instance.address);
}

/** The arguments about what a block enforces that are expressions. */
function openArguments(block: OldResource): readonly string[] {
  const ids = block.kind === 'waf_rule' ? ['rule_id'] : [];
  return [...ids, ...enforcingArguments(block)].filter(
    (name) => !isLiteral(own(bodyOf(block), name) ?? null),
  );
}

function originalOfAll(block: OldResource): string {
  return openArguments(block)
    .map((name) => `${name} = ${sourceOf(block, name)}`)
    .join('\n');
}

function evaluatedWith(instance: OldInstance, block: OldResource | undefined): string {
  const names = block === undefined ? [] : openArguments(block);
  const values = names.map((name) => `${name} = ${JSON.stringify(valueIn(instance, name))}`);
  return values.length === 0 ? '' : `as evaluated with ${values.join(', ')}`;
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
