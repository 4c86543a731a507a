import { isDeepStrictEqual } from 'node:util';
import { fieldsOf, memberOf, objectsOf, type JsonObject } from '../ground/json';
import type { TerraformDiagnostic } from './messages';
import { own } from '../ground/record';

/** The effects that a deploy would have. */
export interface Plan {
  /** Whether Terraform has nothing to do: "No changes." */
  readonly isEmpty: boolean;
  /** The resources that would change. */
  readonly changes: readonly PlannedChange[];
  /** The out-of-band changes that the refresh found. */
  readonly drift: readonly PlannedChange[];
  /** The names of the outputs that would change. */
  readonly outputs: readonly string[];
  readonly warnings: readonly TerraformDiagnostic[];
}

export interface PlannedChange {
  /** The address of the resource, such as `edge_logpush_job.failures`. */
  readonly address: string;
  /** The type of the resource, such as `edge_logpush_job`. */
  readonly type: string;
  /** `replace` deletes and creates; `import` and `move` change the state only. */
  readonly action: 'create' | 'update' | 'replace' | 'delete' | 'read' | 'forget' | 'import' | 'move';
  /** The names of the attributes that would have another value. */
  readonly attributes: readonly string[];
  /** The attributes before the change; null for a resource that would be created. */
  readonly before: Attributes | null;
  /** The attributes after the change, without those known only after apply; null for a resource that would be deleted. */
  readonly after: Attributes | null;
  /** The names of attributes whose values Terraform does not show. */
  readonly sensitive: readonly string[];
}

type Attributes = Readonly<Record<string, unknown>>;

/** A plan as `terraform show -json` prints it. */
interface ShownPlan {
  readonly resource_changes?: readonly ShownChange[];
  readonly resource_drift?: readonly ShownChange[];
  readonly output_changes?: Readonly<Record<string, { readonly actions: readonly string[] }>>;
}

interface ShownChange {
  readonly address: string;
  readonly previous_address?: string;
  readonly type: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: Attributes | null;
    readonly after: Attributes | null;
    readonly after_unknown?: Attributes | boolean;
    readonly before_sensitive?: Attributes | boolean;
    readonly after_sensitive?: Attributes | boolean;
    readonly importing?: object;
  };
}

export function emptyPlan(warnings: readonly TerraformDiagnostic[]): Plan {
  return { isEmpty: true, changes: [], drift: [], outputs: [], warnings };
}

/** A plan that is not empty. */
export function readPlan(shown: unknown, warnings: readonly TerraformDiagnostic[]): Plan {
  const { resource_changes = [], resource_drift = [], output_changes = {} } = shown as ShownPlan;
  return {
    isEmpty: false,
    changes: resource_changes.flatMap(readChange),
    drift: resource_drift.flatMap(readChange),
    outputs: Object.entries(output_changes)
      .filter(([, { actions }]) => actions.join() !== 'no-op')
      .map(([name]) => name),
    warnings,
  };
}

/** The changes of a plan as `terraform show -json` prints them, in its own form. */
export function shownChanges(shown: unknown): readonly JsonObject[] {
  return objectsOf(memberOf(shown, 'resource_changes'));
}

function readChange(shown: ShownChange): PlannedChange[] {
  const action = actionOf(shown);
  if (action === undefined) return [];
  const { address, type, change } = shown;
  const { before, after } = change;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  const marked = (marks: Attributes | boolean | undefined, name: string) => hasMark(markOf(marks, name));
  const isChanged = (name: string) =>
    !isDeepStrictEqual(own(before, name) ?? null, own(after, name) ?? null) ||
    marked(change.after_unknown, name);
  const isSensitive = (name: string) =>
    marked(change.before_sensitive, name) || marked(change.after_sensitive, name);
  const unknown = Object.keys(fieldsOf(change.after_unknown)).filter((name) => !names.includes(name));
  return [
    {
      address,
      type,
      action,
      attributes: [
        ...names.filter(isChanged),
        ...unknown.filter((name) => marked(change.after_unknown, name)),
      ],
      before,
      after,
      sensitive: names.filter(isSensitive),
    },
  ];
}

function actionOf({ change, previous_address: previous, address }: ShownChange) {
  const [action, second] = change.actions;
  if (second !== undefined) return 'replace';
  if (action !== 'no-op') return action as PlannedChange['action'];
  if (change.importing !== undefined) return 'import';
  return previous !== undefined && previous !== address ? 'move' : undefined;
}

/** The mark of an attribute. Terraform marks a whole object with `true`, or its parts. */
function markOf(marks: Attributes | boolean | undefined, name: string): unknown {
  return typeof marks === 'object' ? own(marks, name) : marks;
}

function hasMark(mark: unknown): boolean {
  if (typeof mark !== 'object' || mark === null) return mark === true;
  return Object.values(mark).some(hasMark);
}
