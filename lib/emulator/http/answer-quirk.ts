/** A way in which replies differ from those of this emulator, as those of the service may do. */
export interface AnswerQuirk {
  /** The paths below /client/v4, as faults have them: a prefix, or a glob with `*` and `**`. */
  readonly path: string;
  /** @default - every method */
  readonly method?: string;
  /**
   * A JSON pointer into the reply, in which `*` is every item of a list or member of an object: the objects that `add` and
   * `omit` change, or the values that `value` replaces.
   *
   * @default - the result, or each object of its list
   */
  readonly at?: string;
  /** Further members. */
  readonly add?: Readonly<Record<string, unknown>>;
  /** Members that are left out. */
  readonly omit?: readonly string[];
  /** A value in place of another: of another type, or an unknown word. */
  readonly value?: unknown;
  /** Refuses the call with this status. */
  readonly status?: number;
  /** The code of the refusal, and of each entry of a refusal that happens anyway. */
  readonly code?: number;
  /** Headers to replace; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}
