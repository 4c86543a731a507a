import type { Dataset } from './catalogue';
import type { CustomFields } from './custom-fields';
import type { TimestampFormat } from './logpull-options';

export interface Message {
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly transformedHeaders?: readonly (readonly [name: string, value: string])[];
}

export interface Exchange {
  readonly request?: Message;
  readonly response?: Message;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export type LineTimestampFormat = TimestampFormat | 'rfc3339ms' | 'rfc3339ns';

export function projectLine(
  exchange: Exchange,
  job: { readonly fields: readonly string[]; readonly timestamps: LineTimestampFormat },
  customFields: CustomFields | undefined,
  dataset: Dataset,
): string {
  throw new Error(`not yet: ${JSON.stringify([exchange, job, customFields, dataset.name])}`);
}
