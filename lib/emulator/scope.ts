import type { Call } from './http/route';

/** The owner of the objects of a path: a zone, or an account. */
export interface Scope {
  readonly kind: ScopeKind;
  readonly id: string;
}

export const scopeKinds = ['zone', 'account'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

export function scopePath(kind: ScopeKind): string {
  return `/${kind}s/:${kind}_id`;
}

export function scopeOf(kind: ScopeKind, call: Call): Scope {
  return { kind, id: call.param(`${kind}_id`) };
}

/** The parent of the scope's rows in tables. That of a zone is its id, as in state files without rows of accounts. */
export function scopeKey({ kind, id }: Scope): string {
  return kind === 'zone' ? id : `accounts/${id}`;
}
