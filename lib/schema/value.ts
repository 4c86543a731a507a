class UnknownValue {
  readonly #text = '(known after apply)';

  /** How it appears when a value is printed while debugging. */
  toString(): string {
    return this.#text;
  }
}

/**
 * What Terraform cannot know before apply. Three things are kept apart everywhere: a value, `null` (the user left it
 * out) and `unknown` (it will be known later). An attribute that an object does not have at all is `undefined`.
 */
export const unknown = new UnknownValue();
export type Unknown = UnknownValue;

/** A value as it travels between Terraform and a handler. Sets are arrays without an order. */
export type Value =
  string | number | boolean | null | Unknown | readonly Value[] | { readonly [name: string]: Value };

/** The attributes of one object, by name. */
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

/** Whether nothing in the value, however deep, is still to become known. */
export function isWhollyKnown(value: Value): boolean {
  if (isUnknown(value)) return false;
  if (isListValue(value)) return value.every(isWhollyKnown);
  if (isObjectValue(value)) return Object.values(value).every(isWhollyKnown);
  return true;
}
