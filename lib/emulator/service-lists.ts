import { findDataset, withFieldsOf, type Dataset, type DatasetScope } from '../logs';
import { own } from '../ground/record';
import type { Setting, Store } from './state/store';

/** Additions of the service to the lists of this version. */
export interface ServiceAdditions {
  /**
   * Fields by dataset, with their types; null for a type that the service does not say. A dataset that this version does not know
   * also has its scopes.
   */
  readonly datasets?: Readonly<
    Record<
      string,
      { readonly scopes?: readonly DatasetScope[]; readonly fields: Readonly<Record<string, string | null>> }
    >
  >;
  /** Schemes of destinations, such as `kinesis`. */
  readonly destination_schemes?: readonly string[];
  /** Members that rules of rulesets can have, and the objects in them: `action_parameters`, overrides, custom fields. */
  readonly rule_members?: readonly string[];
}

/** The lists of the emulated service: those of this version, and the additions of the fixture. */
export class ServiceLists {
  private readonly setting: Setting<ServiceAdditions | undefined>;
  private built: { readonly from: ServiceAdditions | undefined; readonly datasets: Map<string, Dataset> } = {
    from: undefined,
    datasets: new Map(),
  };

  constructor(store: Store) {
    this.setting = store.setting<ServiceAdditions | undefined>('service_additions', undefined);
  }

  get additions(): ServiceAdditions | undefined {
    return this.setting.get();
  }

  set(additions: ServiceAdditions): void {
    this.setting.set(additions);
  }

  hasScheme(scheme: string): boolean {
    return this.additions?.destination_schemes?.includes(scheme) === true;
  }

  get ruleMembers(): readonly string[] {
    return this.additions?.rule_members ?? [];
  }

  /** A dataset with all of its fields: another field is wrong. Undefined where the scope does not have it. */
  find(name: string, scope: DatasetScope): Dataset | undefined {
    const { additions } = this;
    if (this.built.from !== additions) this.built = { from: additions, datasets: new Map() };
    const key = `${scope} ${name}`;
    const known = this.built.datasets.get(key) ?? this.build(name, scope, additions);
    if (known !== undefined) this.built.datasets.set(key, known);
    return known;
  }

  has(name: string): boolean {
    return this.find(name, 'zone') !== undefined || this.find(name, 'account') !== undefined;
  }

  private build(
    name: string,
    scope: DatasetScope,
    additions: ServiceAdditions | undefined,
  ): Dataset | undefined {
    const added = own(additions?.datasets, name);
    const listed = findDataset(name, scope);
    const scopes = added?.scopes ?? [];
    if (listed === undefined && !scopes.includes(scope)) return undefined;
    const base = listed ?? { name, scopes, fields: new Map(), deprecated: new Set() };
    const fields = Object.entries(added?.fields ?? {});
    return withFieldsOf(base, new Map(fields.map(([field, type]) => [field, type ?? ''])));
  }
}
