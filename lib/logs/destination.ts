import type { Fault } from './fault';

export const destinationSchemes = ['r2', 'gs', 's3', 'sumo', 'https', 'azure', 'splunk', 'datadog'] as const;

export interface Destination {
  readonly scheme: string;
  readonly bucketPath: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly needsChallenge: boolean;
}

export type ParsedDestination =
  | { readonly destination: Destination; readonly faults: readonly [] }
  | { readonly destination: undefined; readonly faults: readonly Fault[] };

export const credentialParameters: readonly string[] = [];

export function parseDestination(conf: string): ParsedDestination {
  throw new Error(`not yet: ${conf}`);
}

export function hasCredentials(conf: string): boolean {
  throw new Error(`not yet: ${conf}`);
}
