import type { PrivateState } from './handler';
import { asFields, type Fields } from './narrow';

/** Typed access to the private state of a resource: data that it keeps between calls and Terraform does not show. */
export interface Memory<M> {
  /** Returns the stored data. Parts may be missing, as after an import. */
  recall(context: Remembering): M;
  /** Updates parts of the stored data, and returns all of it. */
  remember(context: Remembering, changes: Partial<M>): M;
  /** The memory of a new resource. */
  readonly empty: M;
}

interface Remembering {
  readonly privateState: PrivateState;
}

/**
 * Defines the memory of a resource. Only `parse` knows the JSON format: it accepts `{}` for none, and reads a value of the wrong
 * type as missing.
 */
export function defineMemory<M extends object>({ parse }: { parse: (kept: Fields) => M }): Memory<M> {
  const recall = ({ privateState }: Remembering) => parse(asFields(privateState.get()) ?? {});
  return {
    recall,
    empty: parse({}),
    remember: (context, changes) => {
      const memory = { ...recall(context), ...changes };
      context.privateState.set(memory);
      return memory;
    },
  };
}
