import { setImmediate } from 'node:timers/promises';
import { BrokenInvariant, type Choices } from './choices';

const mostSteps = 400;

export interface Move {
  readonly name: string;
  /** The id of the object that it changes. It never comes between a write to that object and the read just before, as nothing can prevent that. */
  readonly object: string;
  readonly act: () => void;
}

interface Step {
  readonly label: string;
  readonly path: string;
  /** Only the order of writes matters: reads commute with each other. */
  readonly writes: boolean;
  readonly deliver: (how: Delivery) => void;
  /** It takes effect when all other calls wait for it, unless it is chosen earlier. */
  isDelayed: boolean;
}

/** `lost`: the call takes effect, and its reply is lost. `refused`: 403, without an effect. */
export type Delivery = 'delivered' | 'lost' | 'refused';

/**
 * Decides when each call of the service takes effect. All code runs until it waits for calls; then the choices say which call comes
 * next, whether its reply arrives, whether another client moves first, and whether all processes of Terraform are killed.
 */
export class Schedule {
  readonly #choices: Choices;
  readonly #pending: Step[] = [];
  #failure: { readonly error: unknown } | undefined;
  #steps = 0;
  #hasWritten = false;
  moves: Move[] = [];
  /** How often a reply may be lost, a write be refused, and an apply be killed. */
  readonly budget = { lost: 0, refused: 0, killed: 0 };
  /** Whether calls come in several orders. If not, in that of their arrival, and all goes well. */
  explores = true;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  /** A call waits here for its turn. */
  arrive(step: Omit<Step, 'deliver' | 'isDelayed'>): Promise<Delivery> {
    return new Promise((resolve) => {
      this.#pending.push({ ...step, deliver: resolve, isDelayed: false });
    });
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  /** Runs until the work is done. Returns undefined if it was killed. */
  async run<T>(work: () => Promise<T>, kill?: () => void): Promise<T | undefined> {
    const ended: ({ readonly result: T } | { readonly error: unknown })[] = [];
    void work().then(
      (result) => {
        ended.push({ result });
      },
      (error: unknown) => {
        ended.push({ error });
      },
    );
    for (let idle = 0; ;) {
      // A reply reaches its caller within two turns.
      for (let turn = 0; turn < 3; turn += 1) await setImmediate();
      if (this.#failure !== undefined) {
        kill?.();
        throw this.#failure.error;
      }
      const [end] = ended;
      if (end !== undefined) {
        if ('error' in end) throw end.error;
        return end.result;
      }
      if (this.#pending.length === 0) {
        if ((idle += 1) > 1000) throw new Error('nothing happens any more');
        continue;
      }
      idle = 0;
      if (this.#next(kill) === 'killed') {
        this.#pending.length = 0;
        return undefined;
      }
    }
  }

  #next(kill: (() => void) | undefined): 'killed' | undefined {
    this.#steps += 1;
    if (this.#steps > mostSteps) throw new BrokenInvariant('ends: it calls the service for ever');
    const ordered = [false, true].flatMap((isDelayed) =>
      this.#pending.filter((step) => step.isDelayed === isDelayed),
    );
    const steps = ordered.some(({ writes }) => writes) ? ordered : ordered.slice(0, 1);
    const take = (step: Step, how: Delivery) => () => {
      // One deviation makes a call as slow as it can be.
      for (const each of ordered.slice(0, ordered.indexOf(step))) each.isDelayed = true;
      this.#pending.splice(this.#pending.indexOf(step), 1);
      this.#hasWritten = step.writes;
      step.deliver(how);
      return undefined;
    };
    const [first] = this.#pending;
    if (!this.explores && first !== undefined) {
      take(first, 'delivered')();
      return undefined;
    }
    const writes = steps.filter((step) => step.writes);
    const action = this.#choices.pick<() => 'killed' | undefined>([
      ...steps.map((step) => [step.label, take(step, 'delivered')] as const),
      ...this.moves
        .filter(({ object }) => !writes.some(({ path }) => path.includes(object)))
        .map(
          (move) =>
            [
              `another client: ${move.name}`,
              () => {
                this.moves = this.moves.filter((each) => each !== move);
                move.act();
                return undefined;
              },
            ] as const,
        ),
      ...(this.budget.lost > 0
        ? writes.map(
            (step) => [`${step.label}, reply lost`, this.#spending('lost', take(step, 'lost'))] as const,
          )
        : []),
      ...(this.budget.refused > 0
        ? writes.map(
            (step) => [`${step.label}, refused`, this.#spending('refused', take(step, 'refused'))] as const,
          )
        : []),
      // Between two reads it is the same when they are killed.
      ...(kill !== undefined && this.budget.killed > 0 && (writes.length > 0 || this.#hasWritten)
        ? [
            [
              'killed',
              this.#spending('killed', () => {
                kill();
                return 'killed' as const;
              }),
            ] as const,
          ]
        : []),
    ]);
    return action();
  }

  #spending<T>(what: keyof Schedule['budget'], action: () => T): () => T {
    return () => {
      this.budget[what] -= 1;
      return action();
    };
  }
}
