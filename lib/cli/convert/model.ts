import type { JsonObject } from '../../ground/json';
import type { ObjectValue } from '../../schema';
import { previousKinds } from '../../retired';
import type { PreviousWaf } from '../../waf';
import type { ResourceType } from '../../resources';
import type { ConvertCode } from './findings';
import type { StateObject } from '../../terraform/state';
import type { Written, WrittenObject } from '../../hcl/template';

/** The kinds of resources that have a successor: their type without the prefix of the provider. */
export const oldKinds = [
  ...previousKinds,
  'ruleset',
  'logpush_job',
  'logpush_ownership_challenge',
  'notification_policy',
  'load_balancer_pool',
] as const;

export type OldKind = (typeof oldKinds)[number];

/** The data sources of the previous WAF, without the prefix. */
export const oldDataKinds = ['waf_packages', 'waf_groups', 'waf_rules'] as const;

export type OldDataKind = (typeof oldDataKinds)[number];

export interface OldConfiguration {
  readonly folder: string;
  /** The modules, the root module first. Each folder is in the list once, however often it is called. */
  readonly modules: readonly OldModule[];
  /** The managed resources of the kinds in `oldKinds`, in the order of files and lines. */
  readonly resources: readonly OldResource[];
  /** The data sources of the kinds in `oldDataKinds`. */
  readonly dataSources: readonly OldResource[];
  /** Resources of the old kinds that are in the state and not in the configuration: the next apply would destroy them. */
  readonly orphans: readonly OldInstance[];
  /** Every resource and data source of the state; undefined without a state. */
  readonly state: readonly StateObject[] | undefined;
  /** The zones as read through the API, by id. Empty without credentials. */
  readonly zones: ReadonlyMap<string, ApiZone>;
}

export interface OldModule {
  /**
   * The path of the folder, relative to the root module: '' for the root module, such as `modules/waf`, or `../modules/waf` for one beside it.
   * With `/` on every platform.
   */
  readonly path: string;
  readonly files: readonly OldFile[];
  readonly calls: readonly ModuleCall[];
}

export interface OldFile {
  /** The path, relative to the root module. */
  readonly path: string;
  readonly syntax: 'hcl' | 'json';
  readonly text: string;
  /** The content in the form of JSON syntax: `content.resource[type][name]` is a list with the body. */
  readonly content: JsonObject;
}

/** A `module` block whose source is a local folder. */
export interface ModuleCall {
  /** The path of the module that has the block. */
  readonly from: string;
  readonly name: string;
  /** The path of the called module. */
  readonly to: string;
  /** Whether it has `for_each` or `count`. */
  readonly isRepeated: boolean;
}

/** A resource or data source block of an old kind. */
export interface OldResource {
  readonly mode: 'managed' | 'data';
  /** The type, such as `cloudflare_waf_group`. */
  readonly type: string;
  readonly kind: OldKind | OldDataKind;
  readonly name: string;
  /** The path of its module, and of its file. */
  readonly module: string;
  readonly file: string;
  /** The block as it is written; for JSON, its body with two spaces of indent. */
  readonly text: string;
  /** The arguments, without meta-arguments. Blocks are lists of objects; `dynamic` is one too. */
  readonly body: WrittenObject;
  readonly meta: MetaArguments;
  /** The instances. Empty where Terraform cannot determine them, such as with a `for_each` over unknown values, and no state has them. */
  readonly instances: readonly OldInstance[];
  /** The path of the construct, of a stack that CDKTF synthesized. */
  readonly construct?: string;
}

/** What repeats a block: at most one of the two. */
export interface Repetition {
  readonly forEach?: Written;
  readonly count?: Written;
}

export interface MetaArguments extends Repetition {
  /** The addresses in `depends_on`, relative to the module. */
  readonly dependsOn?: readonly string[];
  /** The provider configuration, such as `cloudflare.eu`. */
  readonly provider?: string;
  readonly lifecycle?: WrittenObject;
}

export interface OldInstance extends Pick<StateObject, 'address' | 'type' | 'moduleAddress' | 'key'> {
  readonly kind: OldKind | OldDataKind;
  /** The arguments as Terraform evaluates them; parts may be unknown. Undefined where it cannot, or for an orphan. */
  readonly values?: ObjectValue;
  /** The attributes in the state. Undefined for what is not in it. */
  readonly state?: JsonObject;
}

export interface ApiZone {
  /** The name of the zone; '' where it is unknown. */
  readonly name: string;
  /** The state of the WAF migration: `default`, `start`, `validation`, `complete`. */
  readonly migrationState: string;
  /** The previous WAF, of a zone that still has it. */
  readonly waf?: PreviousWaf;
}

export interface Conversion {
  readonly objects: readonly ConvertedObject[];
  readonly edits: readonly BlockEdit[];
  readonly variables: readonly NewVariable[];
  readonly moves: StateMoves;
  /** The outcome of each block of an old kind, and of each orphan. */
  readonly outcomes: readonly ResourceOutcome[];
  readonly findings: readonly Finding[];
}

export interface ConvertedObject {
  readonly typeName: ResourceType;
  /** The module that it is in, and the file of the first block that it replaces. */
  readonly module: string;
  readonly file: string;
  /** The name in Terraform, which no other object of its type and module has. */
  readonly name: string;
  /** The meta-arguments. Its `lifecycle` has what does not depend on attributes of the old object. */
  readonly meta: Omit<MetaArguments, 'provider'>;
  /** Attributes of the contract, with templates as texts. Only what needs a line. */
  readonly config: WrittenObject;
  /** Local values that it alone refers to, by their names. */
  readonly locals?: WrittenObject;
  /** The comments above the object, or above the attribute that they name. */
  readonly remarks: readonly Remark[];
  /** The blocks that it replaces, in their order. They are taken out of the configuration. */
  readonly replaces: readonly OldResource[];
}

/** A comment in the written code. */
export interface Remark {
  /** An attribute of the object; left out for a comment above the object. */
  readonly attribute?: string;
  /** Whether it is written as `TODO: …`, counted and listed. */
  readonly isTodo: boolean;
  readonly text: string;
  /** The original text, kept below the comment. */
  readonly original?: string;
}

/** A change of a resource block that stays: `notification_email` leaves the block of a pool. */
export interface BlockEdit {
  readonly resource: OldResource;
  /** Attributes that are taken out, and whose changes `lifecycle` ignores. */
  readonly without: readonly string[];
}

/**
 * A variable that a module gets. For a module other than the root, each call of it passes `name = var.name`, and the calling module
 * has an entry of its own.
 */
export interface NewVariable {
  readonly module: string;
  readonly name: string;
  readonly type: 'bool' | 'string';
  readonly description: string;
  readonly default?: boolean | string;
  readonly sensitive: boolean;
  /** Whether the variable is ephemeral: no plan has its value. */
  readonly ephemeral?: true;
}

/** The changes of the state that bring its objects under the new resources. All but `moved` are in the root module. */
export interface StateMoves {
  readonly moved: readonly MovedBlock[];
  /** Addresses without keys, such as `module.waf.cloudflare_waf_group.sql`, that are removed from the state and not destroyed. */
  readonly removed: readonly string[];
  /** The imports of objects that exist. `to` is a full address with its keys. */
  readonly imports: readonly { readonly to: string; readonly id: string }[];
}

/** An old block that becomes one of ours. Terraform moves all of its instances, and needs no import ids. */
export interface MovedBlock {
  /** The path of the module that both are in, and their addresses in it. */
  readonly module: string;
  readonly from: string;
  readonly to: string;
}

/** What the outcomes of old blocks mean, in the order of reports. */
export const outcomeMeanings = {
  lost: 'Nothing does it any more.',
  replaced: 'Another object does the same by other means.',
  migrated: 'The migration of the zone translates it, or its plan lists it as a loss.',
  converted: 'The new resource is the same object at the service.',
  changed: 'The block stays, without what the new resource does.',
  kept: 'The block stays as it was, except for the new names of what it refers to.',
};

/** The outcome of an old block, or of an orphan. */
export interface ResourceOutcome {
  /** The address of the block without keys, or that of the orphan. */
  readonly address: string;
  readonly type: string;
  readonly outcome: keyof typeof outcomeMeanings;
  /** The addresses of the objects that replace it, without keys. */
  readonly to: readonly string[];
}

/** A message for a person about a part of the old configuration. */
export interface Finding {
  readonly code: ConvertCode;
  /** The severity. `lost`: it does not carry over. `todo`: it carries over after manual work. `note`: nothing to do. */
  readonly severity: 'lost' | 'todo' | 'note';
  readonly address: string;
  readonly file?: string;
  readonly text: string;
  readonly original?: string;
  /** The block that it is about. A to-do is written at the object that replaces the block, or above it. */
  readonly on?: OldResource;
  /** The place of its `TODO`. A to-do has a place if, and only if, the new code has its `TODO`. */
  readonly place?: FindingPlace;
}

export interface FindingPlace {
  /** The file of the old code. */
  readonly file: string;
  /** Whether the `TODO` is at a new object. */
  readonly isObject: boolean;
}
