/** How an answer differs from what this version expects. */
export const differenceKinds = [
  'unknown_path',
  'status',
  'code',
  'header',
  'envelope',
  'paging',
  'missing_key',
  'unknown_key',
  'type',
  'value',
  'unreadable',
] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

/** One difference, without any value or name of an account: it has words of the API and of this version only. */
export interface Difference {
  /** With placeholders, such as `/zones/{zone_id}/rulesets`. */
  readonly path: string;
  readonly kind: DifferenceKind;
  /** A JSON pointer into the reply, in which `*` is any item of a list or any member of a map; or the name of a header. */
  readonly at: string;
  readonly expected: string;
  readonly found: string;
  /** How often it occurs. */
  readonly count: number;
}

/** A difference before the values of all answers are known: `word` may be one of the account, and is hidden then. */
export interface RawDifference {
  readonly kind: DifferenceKind;
  readonly at: string;
  readonly expected: string;
  readonly found: string;
  /** A value or key that is not of this version. It is the last segment of `at` of an unknown key. */
  readonly word?: string;
}

/** Collects differences, and says what of them may be shown. */
export class DifferenceLog {
  readonly #found: { readonly path: string; readonly raw: RawDifference }[] = [];
  /** How often a text is in the answers. */
  readonly #texts = new Map<string, number>();

  add(path: string, differences: readonly RawDifference[]): void {
    for (const raw of differences) this.#found.push({ path, raw });
  }

  /** Remembers the texts and the keys of an answer: what is one of them is data of the account. */
  remember(value: unknown): void {
    if (typeof value === 'string') {
      const text = value.toLowerCase();
      this.#texts.set(text, (this.#texts.get(text) ?? 0) + 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) this.remember(member);
    }
  }

  /** The differences, each once with its count, in the order in which they were found. */
  list(): Difference[] {
    const counts = new Map<string, { readonly difference: Difference; count: number }>();
    const uses = new Map<string, number>();
    for (const { raw } of this.#found)
      if (raw.kind === 'value' && raw.word !== undefined) uses.set(raw.word, (uses.get(raw.word) ?? 0) + 1);
    for (const { path, raw } of this.#found) {
      const difference = this.#shown(path, raw, uses);
      const key = JSON.stringify(difference);
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { difference, count: 1 });
      else known.count += 1;
    }
    return [...counts.values()].map(({ difference, count }) => ({ ...difference, count }));
  }

  #shown(path: string, raw: RawDifference, uses: ReadonlyMap<string, number>): Difference {
    const { kind, at, expected, found, word } = raw;
    if (word === undefined) return { path, kind, at, expected, found, count: 1 };
    const isShown = this.#isVocabulary(word, kind, uses.get(word) ?? 0);
    if (kind === 'unknown_key')
      return { path, kind, at: `${at}/${isShown ? word : '*'}`, expected, found, count: 1 };
    return { path, kind, at, expected, found: isShown ? word : 'a text', count: 1 };
  }

  /** Whether a word can only be one of the API: it has the form of one, and occurs nowhere else in the answers. */
  #isVocabulary(word: string, kind: DifferenceKind, uses: number): boolean {
    const form = kind === 'unknown_key' ? /^[a-z][a-z0-9_]{0,63}$/ : /^[a-z0-9_.-]{1,64}$/;
    const looksLikeId = /[0-9a-f]{8}|\d{4}/.test(word);
    const isOfAccount = (this.#texts.get(word.toLowerCase()) ?? 0) > (kind === 'value' ? uses : 0);
    return form.test(word) && !looksLikeId && !isOfAccount;
  }
}
