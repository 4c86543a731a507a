/** The types of log fields, as the public field lists name them. */
export const fieldTypes = [
  'string',
  'int',
  'float',
  'bool',
  /** What the service documents as "int or string": its shape follows the job's timestamp format. */
  'timestamp',
  'object',
  'array[string]',
  'array[int]',
  'array[object]',
] as const;

/** The type of a log field. */
export type FieldType = (typeof fieldTypes)[number];
