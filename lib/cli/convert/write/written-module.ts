import type { Finding } from '../model';

/** The files of a configuration, or of a module of it. */
export interface WrittenModule {
  /** Text by path. */
  readonly files: ReadonlyMap<string, string>;
  /** What the new text needs a person for, beside the findings of the conversion. */
  readonly findings: readonly Finding[];
}
