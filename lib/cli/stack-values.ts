import { jsonOrText, isObject, fieldsOf, type JsonObject } from '../ground/json';
import { mapRecord, own } from '../ground/record';

/** The stack and the environment that its expressions are evaluated with. */
interface Evaluated {
  readonly content: JsonObject;
  /** The environment, for the values of variables (`TF_VAR_name`). */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Makes the error for an expression that only Terraform can evaluate.
 *
 * @param variables - the variables without a value, if these are all that is missing
 */
export type Refuse = (expression: string, variables: readonly string[]) => Error;

const reference = /\$\{\s*var\.([\w-]+)\s*\}/;

/** Matches what is not literal in a template of Terraform. `$$` is an escape only before a brace. */
const template = new RegExp(String.raw`\$\$\{?|%%\{?|${reference.source}|[$%]\{`, 'g');

/** A scalar as Terraform writes it into a text; undefined for lists and maps. */
function textOfScalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number') return undefined;
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

/** Resolves literals, and variables with a default or a value in the environment, also inside a text. */
export class Values {
  private readonly variables: JsonObject;
  private readonly environment: Evaluated['environment'];

  constructor({ content, environment }: Evaluated) {
    this.variables = fieldsOf(content.variable);
    this.environment = environment;
  }

  resolve(value: unknown, refuse: Refuse): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolve(item, refuse));
    if (isObject(value)) return mapRecord(value, (each) => this.resolve(each, refuse));
    if (typeof value !== 'string') return value;
    const name = new RegExp(`^${reference.source}$`).exec(value)?.[1];
    const known = name === undefined ? undefined : this.variable(name);
    return known ?? this.expand(value, refuse);
  }

  /** Replaces the variables and the escapes in a text. */
  private expand(text: string, refuse: Refuse): string {
    const unknown: string[] = [];
    const others: string[] = [];
    const expanded = text.replace(template, (piece, name: string | undefined) => {
      if (piece === '$${' || piece === '%%{') return piece.slice(1);
      if (piece === '$$' || piece === '%%') return piece;
      const value = name === undefined ? undefined : textOfScalar(this.variable(name));
      if (value === undefined) (name === undefined ? others : unknown).push(name ?? piece);
      return value ?? piece;
    });
    if (others.length + unknown.length > 0)
      throw refuse(text, others.length > 0 ? [] : [...new Set(unknown)]);
    return expanded;
  }

  peek(value: unknown): unknown {
    try {
      return this.resolve(value, () => new Unknown());
    } catch (error) {
      if (error instanceof Unknown) return undefined;
      throw error;
    }
  }

  private variable(name: string): unknown {
    const set = this.environment[`TF_VAR_${name}`];
    const declared = own(this.variables, name);
    const type = isObject(declared) ? declared.type : undefined;
    if (set !== undefined) return type === undefined || type === 'string' ? set : jsonOrText(set);
    return isObject(declared) ? (declared.default ?? undefined) : undefined;
  }
}

class Unknown extends Error {}
