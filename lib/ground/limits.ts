/**
 * Bounds of what others have written: the service, a client before us, another program, a person. Each is many times what anybody
 * writes in earnest. A reader that takes such text checks them before it goes deeper or keeps more, so that its work is linear in its
 * input, and no input ends the process.
 */
export const limits = {
  /** Levels of brackets, objects and lists in each other. */
  depth: 100,
  /** Operators that apply to one another without brackets, such as `!!a` or `a ? b : c ? d : e`. */
  chain: 1_000,
  /** Characters of an expression of the rules language. The service takes 4,096. */
  expression: 16_384,
  /** Characters of a pattern of URLs. */
  pattern: 4_096,
  /** Bytes of a line of a stream. */
  line: 16 * 1024 * 1024,
  /** Characters of a document that is read as a whole. */
  document: 128 * 1024 * 1024,
} as const;

/** Counts the levels that a recursive reader is in. */
export class Depth {
  #levels = 0;

  constructor(
    private readonly most: number,
    private readonly refuse: (rule: string) => never,
  ) {}

  within<T>(read: () => T): T {
    this.#levels += 1;
    if (this.#levels > this.most) this.refuse(`it is nested more than ${this.most} levels deep`);
    const found = read();
    this.#levels -= 1;
    return found;
  }
}
