import type { Fault } from './fault';

export type TimestampFormat = 'unixnano' | 'unix' | 'rfc3339';
export const timestampFormats: readonly TimestampFormat[] = ['unixnano', 'unix', 'rfc3339'];

export interface LogpullOptions {
  readonly fields: readonly string[];
  readonly timestamps: TimestampFormat;
  readonly sample: number;
  readonly cve202144228: boolean;
}

export type ParsedLogpullOptions =
  | { readonly options: LogpullOptions; readonly faults: readonly [] }
  | { readonly options: undefined; readonly faults: readonly Fault[] };

export function parseLogpullOptions(text: string): ParsedLogpullOptions {
  throw new Error(`not yet: ${text}`);
}

export function formatLogpullOptions(
  options: Pick<LogpullOptions, 'fields'> & Partial<Omit<LogpullOptions, 'fields'>>,
): string {
  throw new Error(`not yet: ${options.fields.join()}`);
}
