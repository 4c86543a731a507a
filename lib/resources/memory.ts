import type { PrivateState } from './handler';
import { asFields, type Fields } from './narrow';

/** What a resource remembers from one call to the next in Terraform's private state, which no user sees. */
export interface Memory<M> {
  /** What is remembered. Of an object that was imported, or kept by an older version, parts may be missing. */
  recall(context: Remembering): M;
  /** Changes parts of what is remembered, and returns all of it. */
  remember(context: Remembering, changes: Partial<M>): M;
}

interface Remembering {
  readonly privateState: PrivateState;
}

/**
 * Defines the memory of a resource. `parse` is the only place that knows the JSON: it accepts what any earlier version
 * kept, `{}` when nothing was kept, and reads a value of the wrong type as missing.
 */
export function defineMemory<M extends object>({ parse }: { parse: (kept: Fields) => M }): Memory<M> {
  const recall = ({ privateState }: Remembering) => parse(asFields(privateState.get()) ?? {});
  return {
    recall,
    remember: (context, changes) => {
      const memory = { ...recall(context), ...changes };
      context.privateState.set(memory);
      return memory;
    },
  };
}
