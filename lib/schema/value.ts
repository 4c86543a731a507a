class UnknownValue {
  readonly #text = '(known after apply)';

  /** @param prefix - the beginning of the value, if it is a text and not null */
  constructor(readonly prefix?: string) {}

  toString(): string {
    return this.#text;
  }
}

/**
 * A value that Terraform cannot know before apply. A value, `null` (omitted by the user) and `unknown` (known later) are
 * always distinguished. An attribute that an object does not have is `undefined`.
 */
export const unknown = new UnknownValue();
export type Unknown = UnknownValue;

/** A text that is not known yet: null, or a text with this prefix. Terraform refuses any other one. */
export function unknownWithPrefix(prefix: string): Unknown {
  return new UnknownValue(prefix);
}

/** A value that Terraform and a handler exchange. Sets are arrays without an order. */
export type Value =
  | string
  | number
  | boolean
  | null
  | Unknown
  | readonly Value[]
  | { readonly [name: string]: Value };

export type ObjectValue = Readonly<Record<string, Value>>;

export function isUnknown(value: unknown): value is Unknown {
  return value instanceof UnknownValue;
}

export function isObjectValue(value: Value | undefined): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isUnknown(value);
}

export function isListValue(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether a value contains nothing unknown at any depth. */
export function isWhollyKnown(value: Value): boolean {
  if (isUnknown(value)) return false;
  if (isListValue(value)) return value.every(isWhollyKnown);
  if (isObjectValue(value)) return Object.values(value).every(isWhollyKnown);
  return true;
}
