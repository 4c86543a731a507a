import { messageOf } from '../../ground/words';
import { isAboutSyntax, isObject, parseJson } from '../../ground/json';
import { DiagnosticError, errorAt, type Attributes, type Diagnostic, type ObjectValue } from '../../schema';
import { readText } from '../triggers';
import { coerce } from './coerce';
import { own } from '../../ground/record';

/** *lifecycle* calls `create` and `delete`, *update* calls `update`, and *apply* calls `apply` and `remember`. */
export const commands = ['create', 'update', 'apply', 'remember', 'delete'] as const;
export type Command = (typeof commands)[number];

/** The environment variables that a stack's elements pass to the runner. */
export const variables = {
  type: 'EDGE_RESOURCE_TYPE',
  /** The attributes as JSON: a map of strings, see {@link readAttributes}. */
  attributes: 'EDGE_RESOURCE_ATTRIBUTES',
  /** The secret attributes as JSON, in the same form. No trigger and no file has them. */
  secrets: 'EDGE_RESOURCE_SECRETS',
  /** The triggers of *lifecycle* as JSON, for `update` and `apply`. */
  origin: 'EDGE_RESOURCE_ORIGIN',
  /** Construct and instance, `logs["eu"]`. */
  address: 'EDGE_RESOURCE_ADDRESS',
  /** Terraform's workspace: each has its own instances. */
  workspace: 'EDGE_WORKSPACE',
} as const;

/** Triggers as the runner receives them: strings, or null for an expression that evaluates to null. */
export type Triggers = Readonly<Record<string, string | null>>;

export function parseTriggers(text: string, variable: string): Triggers {
  const problem = (detail: string) =>
    new DiagnosticError([
      errorAt(
        [],
        'Invalid call of the runner',
        `${variable} ${detail}. Deploy the stack that was synthesized with this runner; do not call it yourself.`,
      ),
    ]);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    // The message of a syntax error quotes the text, which may be secret.
    throw problem(isAboutSyntax(error) ? 'is not JSON' : messageOf(error));
  }
  if (!isObject(value)) throw problem('is not an object');
  const entries = Object.entries(value).map(([name, text]: [string, unknown]) => {
    if (typeof text === 'string' || text === null) return [name, text] as const;
    throw problem(`has no string at "${name}"`);
  });
  return Object.fromEntries(entries);
}

/** Reads attributes from triggers: strings verbatim, everything else as JSON, with Terraform's conversions. What cannot be converted is a fault. */
export function readAttributes(
  attributes: Attributes,
  triggers: Triggers,
): { readonly values: ObjectValue; readonly faults: readonly Diagnostic[] } {
  const faults: Diagnostic[] = [];
  const values = Object.entries(attributes).flatMap(([name, { type }]) => {
    const text = own(triggers, name) ?? null;
    if (text === null) return [];
    const { value, faults: found } = coerce(type, readText(type, text), [name]);
    faults.push(...found);
    return [[name, value] as const];
  });
  return { values: Object.fromEntries(values), faults };
}
