import { reportLosses, toMigrationConfiguration, type Loss, type LossItem } from '../../../../waf';
import { Replacements, type ReportedLoss } from '../../../waf/replacements';
import type { ApiZone, OldInstance, OldResource } from '../../model';
import { addressOf, type Draft } from '../draft';
import { apiIdOf, describedWaf, type UnknownPart } from './previous';

/** The instances of a zone, and what they mean for its migration. */
export interface ZonePart {
  /** Undefined where it is not known. */
  readonly zone: string | undefined;
  readonly instances: readonly OldInstance[];
  readonly known: ApiZone | undefined;
}

export interface LostItem {
  readonly loss: Loss;
  readonly item: LossItem;
  readonly report: ReportedLoss;
}

/** What is said of one instance. */
interface InstanceReport {
  readonly instance: OldInstance;
  readonly found: readonly LostItem[];
  readonly unknown: readonly UnknownPart[];
}

/** What does not carry over in a zone, with the values of today. */
export class ZoneReport {
  public readonly byInstance: readonly InstanceReport[];
  /** What no instance of the old code sets. */
  public readonly others: readonly LostItem[];
  readonly #blocks: ReadonlyMap<OldInstance, OldResource | undefined>;

  public constructor(
    public readonly part: ZonePart,
    members: readonly OldResource[],
    draft: Draft,
  ) {
    const { instances, known } = part;
    // A block whose instances are not known stands for them.
    const blockOf = (instance: OldInstance) =>
      members.find(
        (block) =>
          block.instances.includes(instance) ||
          (block.instances.length === 0 && addressOf(block, draft.old) === instance.address),
      );
    this.#blocks = new Map(instances.map((instance) => [instance, blockOf(instance)]));
    const isMigrated = ['complete', 'default'].includes(known?.migrationState ?? 'start');
    const described = known?.waf ?? describedWaf(instances, draft.old).waf;
    const unknown = known?.waf === undefined ? describedWaf(instances, draft.old).unknown : [];
    const replacements = new Replacements(toMigrationConfiguration(described).rules);
    const unsaid = new Set(unknown.map(({ instance }) => apiIdOf(instance)));
    // Of a package that only groups and rules name, the settings are not known.
    const set = new Set(instances.map(apiIdOf));
    const isSaid = ({ ids: [id = ''] }: LossItem) =>
      (known?.waf !== undefined || set.has(id)) && !unsaid.has(id);
    const lost = (isMigrated ? [] : reportLosses(described)).flatMap((given) => {
      const loss = { ...given, items: given.items.filter(isSaid) };
      const reports = replacements.add(loss);
      return loss.items.flatMap((item, at): LostItem[] => {
        const report = reports[at];
        return report === undefined ? [] : [{ loss, item, report }];
      });
    });
    this.byInstance = instances.map((instance) => ({
      instance,
      found: lost.filter(({ item }) => item.ids[0] === apiIdOf(instance)),
      unknown: isMigrated ? [] : unknown.filter((each) => each.instance === instance),
    }));
    const ofCode = new Set(this.byInstance.flatMap(({ found }) => found));
    this.others = lost.filter((each) => !ofCode.has(each));
  }

  public of(member: OldResource): readonly InstanceReport[] {
    return this.byInstance.filter(({ instance }) => this.blockOf(instance) === member);
  }

  public blockOf(instance: OldInstance): OldResource | undefined {
    return this.#blocks.get(instance);
  }
}
