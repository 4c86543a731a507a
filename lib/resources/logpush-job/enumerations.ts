/** Format of a record. */
export enum OutputType {
  /** One JSON object per line: `{"RayID":"7d3f","EdgeResponseStatus":200}`. */
  NDJSON = 'ndjson',
  /** `"7d3f",200`: quoted strings, unquoted numbers and booleans, objects and arrays as quoted JSON. No header line. */
  CSV = 'csv',
}
