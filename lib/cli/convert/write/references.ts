import type { Finding } from '../model';
import { rewriteExpression, rewriteTemplate } from '../../../hcl/expressions';
import { isWrittenList, isWrittenObject, type Written } from '../../../hcl/template';
import { maskCredentials } from '../translate/masked';
import type { Resolved, Successors } from '../successors';

/** A text with its references rewritten. */
export interface Rewritten<Value> {
  readonly value: Value;
  /** The addresses of what it refers to that leaves without an equivalent. */
  readonly unresolved: readonly string[];
}

/** An expression of HCL. One without references to what leaves keeps its text. */
export function rewriteCode(code: string, successors: Successors): Rewritten<string> {
  return rewriteWith(code, successors, rewriteExpression);
}

/** A value with templates. */
export function rewriteValue(written: Written, successors: Successors): Rewritten<Written> {
  const unresolved: string[] = [];
  const rewriteText = (template: string) => {
    const rewritten = rewriteWith(template, successors, rewriteTemplate);
    unresolved.push(...rewritten.unresolved);
    return rewritten.value;
  };
  const rewrite = (value: Written): Written => {
    if (typeof value === 'string') return rewriteText(value);
    if (isWrittenList(value)) return value.map(rewrite);
    if (!isWrittenObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [rewriteText(name), rewrite(member)]),
    );
  };
  const value = rewrite(written);
  return { value, unresolved: [...new Set(unresolved)] };
}

/** The items of `depends_on`, each once. */
export function rewriteDependencies(addresses: readonly string[], successors: Successors): readonly string[] {
  return [...new Set(addresses.flatMap((address) => dependencyOf(address, successors) ?? [address]))];
}

/** @returns undefined for what stays */
export function dependencyOf(address: string, successors: Successors): readonly string[] | undefined {
  const template = /^\$\{(.*)\}$/s.exec(address);
  const found = successors.dependencies((template?.[1] ?? address).trim().replace(/\[.*$/s, ''));
  return template === null ? found : found?.map((each) => `\${${each}}`);
}

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

function rewriteWith(
  text: string,
  successors: Successors,
  rewrite: typeof rewriteExpression,
): Rewritten<string> {
  const found: Resolved[] = [];
  const value = rewrite(text, (traversal) => {
    const resolved = successors.resolve(traversal);
    found.push(resolved);
    return resolved.kind === 'successor' ? resolved.text : undefined;
  });
  const unresolved = new Set(found.flatMap((each) => (each.kind === 'none' ? [each.address] : [])));
  return {
    value: found.some(({ kind }) => kind === 'successor') ? value : text,
    unresolved: [...unresolved],
  };
}
