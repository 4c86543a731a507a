/**
 * Bounds of what others have written: the service, a client before us, another program, a person. Each is many times what anybody
 * writes in earnest. A reader that takes such text checks them before it goes deeper or keeps more, so that its work is linear in its
 * input, and no input ends the process.
 */
export const limits = {
  /** Levels of brackets, objects and lists in each other. */
  depth: 200,
  /** Characters of an expression of the rules language. The service takes 4,096. */
  expression: 16_384,
  /** Bytes of a line of a stream. */
  line: 16 * 1024 * 1024,
  /** Characters of a document that is read as a whole. */
  document: 256 * 1024 * 1024,
} as const;

/** Counts the levels that a recursive reader is in. */
export class Depth {
  #levels = 0;

  /**
   * @param most - levels
   * @param refuse - throws the error of the reader
   */
  constructor(
    private readonly most: number,
    private readonly refuse: (rule: string) => never,
  ) {}

  /** What `read` returns, one level deeper. */
  within<T>(read: () => T): T {
    this.#levels += 1;
    if (this.#levels > this.most) this.refuse(tooDeep(this.most));
    const found = read();
    this.#levels -= 1;
    return found;
  }
}

/** `it is nested more than 200 levels deep` */
export function tooDeep(most: number = limits.depth): string {
  return `it is nested more than ${most} levels deep`;
}

/** Whether objects and lists lie in each other in more levels than these, in a text of JSON. */
export function isJsonDeeperThan(json: string, levels: number): boolean {
  let level = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') isInString = !isInString;
    else if (isInString) at += character === '\\' ? 1 : 0;
    else if (character === '{' || character === '[') level += 1;
    else if (character === '}' || character === ']') level -= 1;
    if (level > levels) return true;
  }
  return false;
}
