/**
 * A place inside an object: attribute names, map keys and list indices from the outside in, for example
 * `['rules', 3, 'name']`. Elements of a set have no address: a path into one ends at the set.
 */
export type Path = readonly (string | number)[];

export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** One line without a full stop at the end. */
  readonly summary: string;
  /** The value, the rule and the fix, in that order. Never a secret. */
  readonly detail: string;
  readonly path?: Path;
  /** Whether a plan asks the service, and shows its answer instead. */
  readonly isAnswered?: boolean;
}

export function errorAt(path: Path, summary: string, detail: string): Diagnostic {
  return { severity: 'error', summary, detail, path };
}

export function warningAt(path: Path, summary: string, detail: string): Diagnostic {
  return { severity: 'warning', summary, detail, path };
}

export function formatPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

const brand = Symbol.for('cdktf-edge-platform.DiagnosticError');

/** An error of a handler with messages for the user about the attributes concerned. */
export class DiagnosticError extends Error {
  readonly [brand] = true;
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: { readonly cause?: unknown }) {
    super(diagnostics.map((each) => `${each.summary}: ${each.detail}`).join('\n'), options);
    this.name = 'DiagnosticError';
    this.diagnostics = diagnostics;
  }
}

export function isDiagnosticError(error: unknown): error is DiagnosticError {
  return error instanceof Error && brand in error;
}
