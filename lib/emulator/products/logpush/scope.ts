import type { DatasetScope } from '../../../logs';

/** Whose jobs: those of a zone or of an account. */
export interface JobScope {
  readonly kind: DatasetScope;
  readonly id: string;
}

/** The zone or account of a path with one of the two parameters. */
export function scopeOf(
  kind: DatasetScope,
  { param }: { readonly param: (name: string) => string },
): JobScope {
  return { kind, id: param(`${kind}_id`) };
}

/** The same paths for both: `/zones/:zone_id`, `/accounts/:account_id`. */
export function rootOf(kind: DatasetScope): string {
  return `/${kind}s/:${kind}_id`;
}

/** What the jobs of a scope are stored below. That of a zone is the one of earlier state files. */
export function parentOf({ kind, id }: JobScope): string {
  return kind === 'zone' ? id : `accounts/${id}`;
}

export const scopeKinds: readonly DatasetScope[] = ['zone', 'account'];
