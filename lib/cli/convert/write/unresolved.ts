import type { Finding } from '../model';
import { maskCredentials } from '../translate/masked';

/** A value that refers to what leaves without an equivalent. */
export function unresolvedFinding({
  address,
  file,
  unresolved,
  original,
  isNull,
}: {
  /** Of the attribute, such as `output.job.value`. */
  readonly address: string;
  readonly file: string;
  readonly unresolved: readonly string[];
  readonly original: string;
  /** Whether null is written in its place. */
  readonly isNull: boolean;
}): Finding {
  const state = isNull
    ? 'It is null until you write a value.'
    : 'Write a value, or remove what needs it: until then, the plan fails.';
  return {
    code: 'convert.reference',
    severity: 'todo',
    address,
    file,
    text: `Refers to ${unresolved.join(' and ')}, which leaves the configuration without an equivalent for this value. ${state}`,
    original: maskCredentials(original),
  };
}
