import { fieldsOf } from '../ground/json';
import { mapRecord, own } from '../ground/record';
import type { PrivateState } from './handler';

/** The private state of a resource with its types: data that it keeps between calls and Terraform does not show. */
export interface Memory<M> {
  /** Returns the stored data. Parts may be missing, as after an import. */
  recall(context: PrivateStateContext): M;
  remember(context: PrivateStateContext, changes: Partial<M>): M;
  readonly empty: M;
}

export type MemoryOf<T> = T extends Memory<infer M> ? M : never;

export interface PrivateStateContext {
  readonly privateState: PrivateState;
}

/** Defines a memory by what reads each of its parts from JSON. A missing part, and one of the wrong type, is read as undefined. */
export function defineMemory<M extends object>(parts: {
  readonly [K in keyof M]: (kept: unknown) => M[K];
}): Memory<Readonly<M>> {
  const parse = (kept: unknown) => {
    const fields = fieldsOf(kept);
    return mapRecord<(kept: unknown) => unknown, unknown>(parts, (read, name) =>
      read(own(fields, name)),
    ) as M;
  };
  return {
    recall: ({ privateState }) => parse(privateState.get()),
    empty: parse({}),
    remember: (context, changes) => {
      const memory = { ...parse(context.privateState.get()), ...changes };
      context.privateState.set(memory);
      return memory;
    },
  };
}
