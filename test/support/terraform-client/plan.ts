import type { ObjectValue } from '../../../lib/schema';
import type { Block, Configuration } from './configuration';
import type { Diagnostic } from './provider';

export type Action = 'create' | 'update' | 'replace' | 'delete' | 'no-op';

/** What a plan does to one resource. Values that become known at apply are `unknown`. */
export interface Change {
  readonly address: string;
  readonly action: Action;
  readonly before: ObjectValue | null;
  readonly after: ObjectValue | null;
  readonly replacedBy: readonly string[];
  readonly isImport: boolean;
  /** After the change. */
  readonly identity?: ObjectValue | undefined;
}

export interface PlanOptions {
  readonly destroy?: boolean;
  /** Addresses to replace although nothing changed. */
  readonly replace?: readonly string[];
  /** The only address to plan, with its dependencies. */
  readonly target?: string;
}

export interface Plan {
  readonly changes: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
  /** Addresses of the resources that the refresh found changed or gone. */
  readonly drifted: readonly string[];
  readonly counts: Readonly<Record<'import' | 'add' | 'change' | 'destroy', number>>;
  readonly isEmpty: boolean;
  change(address?: string): Change;
}

export interface Instance {
  readonly type: string;
  version: number;
  attributes: ObjectValue;
  private: Uint8Array;
  isTainted: boolean;
  /** What tells the object from all others; undefined for one that an earlier version has left, until it is read. */
  identity?: ObjectValue | undefined;
  /** Left by a replacement that was created first, under an address of its own, because what depends on it was not updated. */
  isDeposed?: boolean;
  readonly dependencies: readonly string[];
  /** The alias of its provider configuration; undefined or empty for the default one. */
  readonly alias?: string;
  readonly provider?: string;
}

export type State = ReadonlyMap<string, Instance>;

export interface PlannedChange extends Change {
  readonly block?: Block;
  readonly private: Uint8Array;
}

export interface SavedPlan extends Plan {
  readonly changes: readonly PlannedChange[];
  readonly configuration: Configuration;
  readonly state: State;
}

/** Private state where there is none. */
export const noPrivateState: Uint8Array = new Uint8Array();

export function countsOf(changes: readonly Change[]): Plan['counts'] {
  const count = (...actions: Action[]) => changes.filter(({ action }) => actions.includes(action)).length;
  return {
    import: changes.filter(({ isImport }) => isImport).length,
    add: count('create', 'replace'),
    change: count('update'),
    destroy: count('delete', 'replace'),
  };
}
