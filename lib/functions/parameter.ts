import type { AttributeType } from '../schema';

export const dynamic = { kind: 'dynamic' } as const;

export interface Parameter {
  readonly name: string;
  readonly type: AttributeType | typeof dynamic;
  readonly description: string;
  /** Whether it may be null. Terraform itself refuses null otherwise, and calls no function with a value that is unknown. */
  readonly isNullable?: boolean;
}

/** A wrong value of a parameter, in words that also say what to do. */
export class ArgumentError extends Error {
  constructor(
    readonly parameter: string,
    message: string,
  ) {
    super(message);
  }
}
