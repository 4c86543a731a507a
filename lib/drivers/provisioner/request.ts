import {
  DiagnosticError,
  errorAt,
  type AttributeType,
  type Attributes,
  type Diagnostic,
  type ObjectValue,
} from '../../schema';
import { coerce } from './coerce';

/** What the runner is called for: `create` and `delete` by the *lifecycle* resource, `apply` and `remember` by the *apply* resource. */
export const commands = ['create', 'apply', 'remember', 'delete'] as const;
export type Command = (typeof commands)[number];

/** How the elements of a stack speak to the runner: names of environment variables. */
export const variables = {
  /** The resource type, `edge_logpush_job`. */
  type: 'EDGE_RESOURCE_TYPE',
  /** The attributes as JSON: a map of texts, see {@link readAttributes}. */
  attributes: 'EDGE_RESOURCE_ATTRIBUTES',
  /** The secret attributes as JSON, in the same form. In no trigger and no file. */
  secrets: 'EDGE_RESOURCE_SECRETS',
  /** What *lifecycle* was made with, as JSON: for `apply`, which is called with what *apply* has. */
  origin: 'EDGE_RESOURCE_ORIGIN',
  /** Construct and instance, `logs["eu"]`. */
  address: 'EDGE_RESOURCE_ADDRESS',
  /** Terraform's workspace: the instances of another are others. */
  workspace: 'EDGE_WORKSPACE',
  /** The time of the plan: the same for all calls of one deploy. */
  deploy: 'EDGE_DEPLOY',
} as const;

/** The trigger with the resource type; what is no attribute has a colon in its name. */
export const typeTrigger = 'edge:type';
/** The trigger with the digest of the secret attributes. */
export const secretsTrigger = 'edge:secrets';

/** Triggers as the runner gets them: texts, or null for an expression that came to nothing. */
export type Triggers = Readonly<Record<string, string | null>>;

export function parseTriggers(text: string, variable: string): Triggers {
  const problem = (detail: string) =>
    new DiagnosticError([
      errorAt(
        [],
        'The runner was called wrongly',
        `${variable} ${detail}. It is meant to be called by the stack that was synthesized with it.`,
      ),
    ]);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw problem('is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw problem('is not an object');
  const entries = Object.entries(value).map(([name, text]: [string, unknown]) => {
    if (typeof text === 'string' || text === null) return [name, text] as const;
    throw problem(`has no text at "${name}"`);
  });
  return Object.fromEntries(entries);
}

/**
 * The attributes of a map of triggers. Texts stand as they are, everything else as JSON; types are converted as Terraform
 * does. What cannot be converted is told with its path.
 */
export function readAttributes(
  attributes: Attributes,
  triggers: Triggers,
): { readonly values: ObjectValue; readonly faults: readonly Diagnostic[] } {
  const faults: Diagnostic[] = [];
  const values = Object.entries(attributes).flatMap(([name, { type }]) => {
    const text = triggers[name] ?? null;
    if (text === null) return [];
    const { value, faults: found } = coerce(type, readText(type, text), [name]);
    faults.push(...found);
    return [[name, value] as const];
  });
  return { values: Object.fromEntries(values), faults };
}

/** What the text of a trigger stands for. */
export function readText({ kind }: AttributeType, text: string): unknown {
  return kind === 'string' ? text : jsonOrText(text);
}

/** A text that is no JSON is a text: whoever reads it tells what is wrong with it. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
