/** The choices of one run: those of a plan, then the first option of each. */
export class Choices {
  readonly #planned: readonly number[];
  readonly #taken: { readonly option: number; readonly options: number; readonly label: string }[] = [];
  /** How many choices of the run were not the first option: what a bound counts. */
  #deviations = 0;
  readonly #most: number;

  constructor(planned: readonly number[], mostDeviations: number) {
    this.#planned = planned;
    this.#most = mostDeviations;
  }

  /**
   * Chooses one of the options; the first one is what happens if nothing special does.
   *
   * @param isBounded - whether another option counts as a deviation
   */
  pick<T>(options: readonly (readonly [label: string, option: T])[], isBounded = true): T {
    const planned = this.#planned[this.#taken.length] ?? 0;
    const open = isBounded && this.#deviations >= this.#most ? 1 : options.length;
    const at = Math.min(planned, open - 1);
    const chosen = options[at];
    if (chosen === undefined) throw new Error('a choice needs an option');
    if (isBounded && at > 0) this.#deviations += 1;
    this.#taken.push({ option: at, options: open, label: chosen[0] });
    return chosen[1];
  }

  get trace(): string[] {
    return this.#taken.map(({ label }) => label);
  }

  /** The choices of the next run of a depth-first search; undefined after the last one. */
  next(): number[] | undefined {
    const taken = [...this.#taken];
    for (let last = taken.pop(); last !== undefined; last = taken.pop())
      if (last.option + 1 < last.options) return [...taken.map(({ option }) => option), last.option + 1];
    return undefined;
  }
}

export interface Exploration {
  readonly runs: number;
  readonly choices: number;
  readonly violations: readonly Violation[];
}

export interface Violation {
  readonly what: string;
  readonly trace: readonly string[];
}

/**
 * Runs once for every sequence of choices with at most so many deviations from the first options. A run fails by a
 * `BrokenInvariant`, which ends the exploration; any other error is a mistake of the model.
 */
export async function explore(
  run: (choices: Choices) => Promise<void>,
  { deviations, mostRuns = Infinity }: { readonly deviations: number; readonly mostRuns?: number },
): Promise<Exploration> {
  const violations: Violation[] = [];
  let runs = 0;
  let count = 0;
  for (
    let plan: number[] | undefined = [];
    plan !== undefined && violations.length === 0 && runs < mostRuns;
  ) {
    const choices = new Choices(plan, deviations);
    runs += 1;
    try {
      await run(choices);
    } catch (error) {
      if (!(error instanceof BrokenInvariant)) {
        throw new Error(`the model failed after: ${choices.trace.join(' | ')}`, { cause: error });
      }
      violations.push({ what: error.message, trace: choices.trace });
    }
    count += choices.trace.length;
    plan = choices.next();
  }
  return { runs, choices: count, violations };
}

export class BrokenInvariant extends Error {}
