import { DiagnosticError, errorAt, warningAt } from '../schema';
import { listSome } from '../ground/words';
import type { HandlerContext } from './handler';

/** A write that replaces an object as a whole, or a part of one that this resource has. */
export interface Overwrite {
  /** Label in messages: `Zone example.com: managed rules`. */
  readonly object: string;
  /** The changes of other clients that the plan has seen, one text for each. */
  readonly seen: readonly string[];
  /** All changes of other clients, as read right before the write. */
  readonly now: readonly string[];
  /** Whether the write would revert what protects or notifies somebody. */
  readonly protects: boolean;
}

/**
 * Compares the object that a write is about to overwrite with the one that the plan has seen. What protects is not reverted unless
 * a plan shows it; everything else is overwritten with a warning.
 *
 * @throws a DiagnosticError that says to plan again
 */
export function judgeOverwrite(
  { object, seen, now, protects }: Overwrite,
  { warn }: Pick<HandlerContext<unknown>, 'warn'>,
): void {
  const known = new Set(seen);
  const changes = now.filter((each) => !known.has(each));
  if (changes.length === 0) return;
  const what = `Since the plan, another client has changed it: ${listSome(changes, 10, '; ')}.`;
  if (protects)
    throw new DiagnosticError([
      errorAt(
        [],
        `${object} changed since the plan`,
        `${what} This apply would revert that, and its plan did not show it. Nothing was changed. Plan again.`,
      ),
    ]);
  warn(
    warningAt(
      [],
      `${object} changed since the plan`,
      `${what} This apply overwrites that with the configuration.`,
    ),
  );
}
