import type { ApiRefusal } from '../http/errors';

/** The errors of a product for the members of a body. `at` is the JSON pointer of the member. */
export interface BodyRefusals {
  readonly wrongType: (at: string, type: ValueType) => ApiRefusal;
  readonly invalid: (at: string, reason: string) => ApiRefusal;
  readonly unknownField: (at: string) => ApiRefusal;
  readonly readOnly: (at: string) => ApiRefusal;
  readonly missing: (at: string) => ApiRefusal;
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

export type ValueType = 'a string' | 'a boolean' | 'a number' | 'an integer' | 'an array' | 'an object';

/** Reads a value, or throws an error of the product. Undefined for a value that means an absent member. */
export type Reader<Value> = (value: unknown, at: string, refusals: BodyRefusals) => Value | undefined;

/** The form of a value in a fixture. A method type, so that a field of texts is a field of unknown values. */
type Writer<Value> = { method(value: Value): unknown }['method'];

/** What a member of a body can be, and what its absence means. `Given`: every complete body has it. */
export class Field<Value, Given extends boolean = false> {
  private constructor(
    readonly read: Reader<Value>,
    readonly given: Given,
    /** Of an absent member; undefined for one that stays absent, or that is required. */
    readonly byDefault: Value | undefined,
    readonly missing: ((at: string) => ApiRefusal) | undefined,
    readonly write: Writer<Value>,
  ) {}

  static of<Value>(read: Reader<Value>, write: Writer<Value> = (value) => value): Field<Value> {
    return new Field<Value>(read, false, undefined, undefined, write);
  }

  /** @param missing - @default - the error of the body for missing members */
  required(missing?: (at: string) => ApiRefusal): Field<Value, true> {
    return new Field(this.read, true, undefined, missing, this.write);
  }

  /** An absent member has this value, and so has one with this value or with one of `synonyms`. */
  or<Other>(byDefault: Other, ...synonyms: readonly unknown[]): Field<Value | Other, true> {
    const meant: readonly unknown[] = [byDefault, ...synonyms];
    return new Field<Value | Other, true>(
      (value, at, refusals) => (meant.includes(value) ? byDefault : this.read(value, at, refusals)),
      true,
      byDefault,
      undefined,
      // The default is not written.
      (value) => this.write(value as Value),
    );
  }

  orNull(): Field<Value | null> {
    return Field.of<Value | null>(
      (value, at, refusals) => (value === null ? null : this.read(value, at, refusals)),
      (value) => (value === null ? null : this.write(value)),
    );
  }

  /** A member with one of these values counts as absent. */
  absentAs(isAbsent: (value: unknown) => boolean): Field<Value> {
    return Field.of(
      (value, at, refusals) => (isAbsent(value) ? undefined : this.read(value, at, refusals)),
      this.write,
    );
  }

  /** The value is valid only if this holds; `reason` as in "must not be empty". */
  that(isValid: (value: Value) => boolean, reason: string): Field<Value> {
    return this.without((value) => (isValid(value) ? undefined : reason));
  }

  /** The same; `faultOf` returns the reason, or undefined for a valid value. */
  without(faultOf: (value: Value) => string | undefined): Field<Value> {
    return Field.of((value, at, refusals) => {
      const read = this.read(value, at, refusals);
      const reason = read === undefined ? undefined : faultOf(read);
      if (reason !== undefined) throw refusals.invalid(at, reason);
      return read;
    }, this.write);
  }

  /** A fixture has the result instead of the value; undefined leaves it out. */
  written(write: Writer<Value>): Field<Value> {
    return Field.of(this.read, write);
  }
}
