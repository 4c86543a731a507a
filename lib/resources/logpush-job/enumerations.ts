/** Format of the timestamps in delivered lines. */
export enum TimestampFormat {
  /** Nanoseconds since the Unix epoch, a number. */
  UNIX_NANO = 'unixnano',
  /** Seconds since the Unix epoch, a number. */
  UNIX = 'unix',
  /** `2026-01-02T03:04:05Z`. */
  RFC3339 = 'rfc3339',
  /** `2026-01-02T03:04:05.678Z`. Needs `output`. */
  RFC3339_MS = 'rfc3339ms',
  /** `2026-01-02T03:04:05.678901234Z`. Needs `output`. */
  RFC3339_NS = 'rfc3339ns',
}

/** Kind of a job. A job without a kind delivers batches of lines with the usual delay. */
export enum JobKind {
  /** Edge Log Delivery: lines of `http_requests`, sent from the edge as soon as they are there. Such a job has no upload limits. */
  EDGE = 'edge',
}

/** How often the service uploads files. Deprecated by the service: set `maxUploadBytes`, `maxUploadIntervalSeconds` or `maxUploadRecords`. */
export enum JobFrequency {
  /** Many small files, the default of the service. */
  HIGH = 'high',
  /** Few large files. */
  LOW = 'low',
}

/** Format of a record. */
export enum OutputType {
  /** One JSON object per line: `{"RayID":"7d3f","EdgeResponseStatus":200}`. */
  NDJSON = 'ndjson',
  /** `"7d3f",200`: quoted strings, unquoted numbers and booleans, objects and arrays as quoted JSON. No header line. */
  CSV = 'csv',
}
