import type { Finding } from '../model';

/** The files of a converted configuration. */
export interface WrittenCode {
  /** Text by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Those of the conversion, and what the new text needs a person for. What is to do has a file if the text has its `TODO`. */
  readonly findings: readonly Finding[];
}
