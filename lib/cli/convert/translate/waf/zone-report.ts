import { reportLosses, toMigrationConfiguration, type Loss, type LossItem } from '../../../../waf';
import { Replacements, type ReportedLoss } from '../../../waf/replacements';
import type { ApiZone, OldInstance, OldResource } from '../../model';
import { addressOf, type Draft } from '../draft';
import { apiIdOf, describedWaf, type UnknownPart } from './previous';

/** The instances of a zone, with the zone as the API has it. */
export interface ZonePart {
  /** The id of the zone; undefined where it is unknown. */
  readonly zone: string | undefined;
  readonly instances: readonly OldInstance[];
  readonly apiZone: ApiZone | undefined;
}

export interface LostItem {
  readonly loss: Loss;
  readonly item: LossItem;
  readonly report: ReportedLoss;
}

/** The losses and unknown parts of one instance. */
interface InstanceReport {
  readonly instance: OldInstance;
  readonly found: readonly LostItem[];
  readonly unknown: readonly UnknownPart[];
}

/** The losses of a zone: what its old code sets and what does not carry over, with the values of today. */
export class ZoneReport {
  public readonly byInstance: readonly InstanceReport[];
  readonly #blocks: ReadonlyMap<OldInstance, OldResource | undefined>;

  public constructor(
    public readonly part: ZonePart,
    members: readonly OldResource[],
    draft: Draft,
  ) {
    const { instances, apiZone } = part;
    // A block whose instances are not known stands for them.
    const blockOf = (instance: OldInstance) =>
      members.find(
        (block) =>
          block.instances.includes(instance) ||
          (block.instances.length === 0 && addressOf(block, draft.old) === instance.address),
      );
    this.#blocks = new Map(instances.map((instance) => [instance, blockOf(instance)]));
    const isMigrated = ['complete', 'default'].includes(apiZone?.migrationState ?? 'start');
    const described = apiZone?.waf ?? describedWaf(instances).waf;
    const unknown = apiZone?.waf === undefined ? describedWaf(instances).unknown : [];
    const replacements = new Replacements(toMigrationConfiguration(described).rules);
    const unsaid = new Set(unknown.map(({ instance }) => apiIdOf(instance)));
    // Of a package that only groups and rules name, the settings are not known.
    const set = new Set(instances.map(apiIdOf));
    const isSaid = ({ ids: [id = ''] }: LossItem) =>
      (apiZone?.waf !== undefined || set.has(id)) && !unsaid.has(id);
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
  }

  public of(member: OldResource): readonly InstanceReport[] {
    return this.byInstance.filter(({ instance }) => this.blockOf(instance) === member);
  }

  public blockOf(instance: OldInstance): OldResource | undefined {
    return this.#blocks.get(instance);
  }
}
