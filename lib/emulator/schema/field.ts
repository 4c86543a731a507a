/** The errors of a product for the members of a body. `at` is the JSON pointer of the member. */
export interface BodyRefusals {
  readonly wrongType: (at: string, type: ValueType) => Error;
  readonly invalid: (at: string, reason: string, value?: unknown) => Error;
  readonly unknownField: (at: string, key: string, known: readonly string[]) => Error;
  readonly readOnly: (at: string) => Error;
  readonly missing: (at: string) => Error;
  /**
   * Takes the errors about values, where an answer has all of them.
   * @default - the first one is the answer
   */
  readonly gather?: (error: Error) => void;
}

/** Refuses a value, unless the product gathers such errors. */
export function refuseValue({ gather }: BodyRefusals, error: Error): void {
  if (gather === undefined) throw error;
  gather(error);
}

/** The errors of a product that words all of them in one form. */
export function bodyRefusals(invalid: BodyRefusals['invalid']): BodyRefusals {
  return {
    invalid,
    wrongType: (at, type) => invalid(at, `must be ${type === 'a boolean' ? 'true or false' : type}`),
    unknownField: (at) => invalid(at, 'is an unknown field'),
    readOnly: (at) => invalid(at, 'is read-only'),
    missing: (at) => invalid(at, 'is required'),
  };
}

/** The errors of what is no product: they name the keys that are known. */
export function keyRefusals(invalid: BodyRefusals['invalid']): BodyRefusals {
  return {
    ...bodyRefusals(invalid),
    unknownField: (at, _key, known) =>
      invalid(at, `unknown key; allowed ${known.length > 1 ? 'are' : 'is'} ${known.join(', ')}`),
  };
}

export type ValueType = 'a string' | 'a boolean' | 'a number' | 'an integer' | 'an array' | 'an object';

/** Reads a value, or throws an error of the product. */
export type Reader<Value> = (value: unknown, at: string, refusals: BodyRefusals) => Value;

/** The form of a value in a fixture. A method type, so that a field of texts is a field of unknown values. */
type Writer<Value> = { method(value: Value): unknown }['method'];

interface Absence<Value> {
  readonly isAbsent?: (value: unknown) => boolean;
  readonly byDefault?: Value;
  /** Whether it is read too, as undefined. */
  readonly isRead?: boolean;
  /** @default - the error of the body for missing members */
  readonly missing?: ((at: string) => Error) | undefined;
}

/** A member of a body: its valid values, and the meaning of its absence. `Given`: every complete body has it. */
export class Field<Value, Given extends boolean = false> {
  private constructor(
    readonly read: Reader<Value>,
    readonly write: Writer<Value>,
    readonly given: Given,
    readonly absence: Absence<Value>,
    readonly isFixed = false,
  ) {}

  static of<Value>(read: Reader<Value>, write: Writer<Value> = (value) => value): Field<Value> {
    return new Field<Value>(read, write, false, {});
  }

  /** The value is valid only if this holds; `reason` as in "must not be empty". */
  that(isValid: (value: Value) => boolean, reason: string): Field<Value> {
    return this.without((value) => (isValid(value) ? undefined : reason));
  }

  without(faultOf: (value: Value) => string | undefined): Field<Value> {
    return Field.of((value, at, refusals) => {
      const read = this.read(value, at, refusals);
      const reason = faultOf(read);
      if (reason !== undefined) refuseValue(refusals, refusals.invalid(at, reason, read));
      return read;
    }, this.write);
  }

  /** The value is read again, with another error. */
  then<Next>(next: Field<Next, boolean>): Field<Next> {
    return Field.of<Next>((value, at, refusals) => {
      this.read(value, at, refusals);
      return next.read(value, at, refusals);
    });
  }

  orNull(): Field<Value | null> {
    return Field.of<Value | null>(
      (value, at, refusals) => (value === null ? null : this.read(value, at, refusals)),
      (value) => (value === null ? null : this.write(value)),
    );
  }

  asSent(): Field<unknown> {
    return Field.of<unknown>((value, at, refusals) => {
      this.read(value, at, refusals);
      return value;
    });
  }

  /** A fixture has the result instead of the value; undefined leaves it out. */
  written(write: Writer<Value>): Field<Value> {
    return Field.of(this.read, write);
  }

  absentIf(isAbsent: (value: unknown) => boolean): Field<Value> {
    return new Field(this.read, this.write, false, { isAbsent });
  }

  required(missing?: (at: string) => Error): Field<Value, true> {
    return new Field(this.read, this.write, true, { ...this.absence, missing });
  }

  /** It cannot change later: the state of the product refuses that. */
  fixed(): Field<Value, Given> {
    return new Field(this.read, this.write, this.given, this.absence, true);
  }

  /** An absent member, and null, are read as this value: it can be wrong too. */
  readAs(meant?: unknown): Field<Value, true> {
    const read: Reader<Value> = (value, at, refusals) => this.read(value ?? meant, at, refusals);
    return new Field(read, this.write, true, { ...this.absence, isRead: true });
  }

  /** An absent member has this value, and so has one with this value or with one of `synonyms`. */
  or(byDefault: Value, ...synonyms: readonly unknown[]): Field<Value, true>;
  or(byDefault: null, ...synonyms: readonly unknown[]): Field<Value | null, true>;
  or(byDefault: Value | null, ...synonyms: readonly unknown[]): Field<Value | null, true> {
    const meant: readonly unknown[] = [byDefault, ...synonyms];
    return new Field<Value | null, true>(
      (value, at, refusals) => (meant.includes(value) ? byDefault : this.read(value, at, refusals)),
      this.orNull().write,
      true,
      { ...this.absence, byDefault },
    );
  }
}
